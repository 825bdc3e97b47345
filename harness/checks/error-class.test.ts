import { errorClass } from './error-class.ts'
import type { Failure } from '../turn/failure.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import type { SubjectOptions } from './testing/subject.ts'
import * as told from './testing/told.ts'

function http(status: number, code: Failure['code'], rest: Partial<Failure> = {}): SubjectOptions {
  return { ...said.failedTurn({ code, status, ...rest }), status, payloads: [], finishEvent: null }
}

const damage = { event: 0, start: 0, end: 10, reason: 'no JSON' }
const wrong = /wrong code/

testCheck(errorClass, {
  accepts: {
    'a page instead of a stream as EMPTY_RESPONSE': {
      ...said.cutTurn,
      payloads: [{}],
      terminated: false,
      damage,
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'a whole answer instead of a stream as EMPTY_RESPONSE': {
      ...said.failedTurn({ code: 'TRANSPORT', raw: '{' }),
      state: 'open',
      payloads: [{}],
      damage,
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'the code of an error in the stream': {
      ...said.failedTurn({ code: 'OVERLOADED' }),
      parts: [told.failed('OVERLOADED')],
    },
    'the end of the stream as TRANSPORT where the error is in no event': {
      ...said.failedTurn({ code: 'OVERLOADED' }),
      payloads: [{}],
      finishEvent: 0,
      stray: true,
      parts: [told.failed('TRANSPORT')],
    },
    'the code of an HTTP error': { ...http(401, 'AUTH'), parts: [told.failed('AUTH')] },
    'either code of a status that says two things': {
      ...http(503, 'OVERLOADED'),
      parts: [told.failed('SERVER')],
    },
    'either code of a body that is too large': {
      ...http(413, 'INVALID_REQUEST'),
      parts: [told.failed('CONTEXT_WINDOW_EXCEEDED')],
    },
    'the code the driver has instead': {
      ...http(403, 'PERMISSION'),
      capabilities: { codes: { PERMISSION: 'AUTH' } },
      parts: [told.failed('AUTH')],
    },
    'a cut as TRANSPORT': { ...said.cutTurn, blocks: [said.text('a')], parts: [told.failed('TRANSPORT')] },
    'an empty body as EMPTY_RESPONSE': { ...said.cutTurn, parts: [told.failed('EMPTY_RESPONSE')] },
    'an empty body as TRANSPORT': { ...said.cutTurn, parts: [told.failed('TRANSPORT')] },
    'an event that does not parse as UNKNOWN': {
      ...said.failedTurn({ code: 'TRANSPORT', raw: '{' }),
      state: 'open',
      payloads: [{}],
      damage,
      parts: [told.failed('UNKNOWN')],
    },
    'a last event cut in its middle as UNKNOWN': {
      ...said.cutTurn,
      payloads: [{}],
      terminated: false,
      damage,
      parts: [told.failed('UNKNOWN')],
    },
    'half an error object by the words that came': {
      ...said.cutTurn,
      payloads: [{ error: { message: 'Rate limit reached' } }],
      terminated: false,
      damage,
      parts: [told.failed('RATE_LIMIT')],
    },
    'a content filter as a failure': { finish: said.contentFilter, parts: [told.failed('CONTENT_FILTER')] },
    'any code for an unknown finish word': {
      finish: said.finish('other', 'eos_weird'),
      blocks: [said.text('a')],
      parts: [told.failed('INVALID_REQUEST')],
    },
    'any code for a finish word that is a failure': {
      finish: said.finish('error', 'network_error', { code: 'UNKNOWN', message: 'no word of the provider' }),
      parts: [told.failed('SERVER')],
    },
    'TRANSPORT for a connection that breaks behind the finish': {
      end: 'reset',
      blocks: [said.text('a')],
      parts: [told.failed('TRANSPORT')],
    },
  },
  rejects: {
    'another code where an error object stands beside the finish word': {
      finish: said.finish('error', 'network_error', { code: 'SERVER', message: 'boom', raw: { error: {} } }),
      parts: [told.failed('UNKNOWN')],
      finding: wrong,
    },
    'EMPTY_RESPONSE for a terminator behind content': {
      finish: null,
      state: 'answered',
      blocks: [said.text('a')],
      parts: [told.failed('EMPTY_RESPONSE')],
      finding: wrong,
    },
    'a later event that does not parse as EMPTY_RESPONSE': {
      ...said.failedTurn({ code: 'TRANSPORT', raw: '{' }),
      state: 'open',
      payloads: [{}, {}],
      damage: { ...damage, event: 1 },
      parts: [told.failed('EMPTY_RESPONSE')],
      finding: wrong,
    },
    'another code': {
      ...said.failedTurn({ code: 'OVERLOADED' }),
      parts: [told.failed('SERVER')],
      finding: wrong,
    },
    'UNKNOWN for a known error': {
      ...http(429, 'RATE_LIMIT'),
      parts: [told.failed('UNKNOWN')],
      finding: wrong,
    },
    'no code': {
      ...said.failedTurn(),
      trace: { end: { how: 'threw', error: { phase: 'stream', name: 'Error', message: 'x' } } },
      finding: wrong,
    },
    'a code the driver declares another for': {
      ...http(403, 'PERMISSION'),
      capabilities: { codes: { PERMISSION: 'AUTH' } },
      parts: [told.failed('PERMISSION')],
      finding: wrong,
    },
    'the other code of a status where the body said which': {
      ...http(529, 'OVERLOADED', { providerType: 'overloaded_error' }),
      parts: [told.failed('SERVER')],
      finding: wrong,
    },
    'a status pair for a code that the body gave': {
      ...http(503, 'RATE_LIMIT'),
      parts: [told.failed('SERVER')],
      finding: wrong,
    },
    'a cut as UNKNOWN': {
      ...said.cutTurn,
      blocks: [said.text('a')],
      parts: [told.failed('UNKNOWN')],
      finding: wrong,
    },
    'a cut as EMPTY_RESPONSE though something came': {
      ...said.cutTurn,
      blocks: [said.text('a')],
      parts: [told.failed('EMPTY_RESPONSE')],
      finding: wrong,
    },
    'an event that does not parse as SERVER': {
      ...said.failedTurn({ code: 'TRANSPORT', raw: '{' }),
      state: 'open',
      payloads: [{}],
      damage,
      parts: [told.failed('SERVER')],
      finding: wrong,
    },
  },
  notApplicable: {
    'a failure swallowed, which is the matter of error-surfaced': {
      ...said.failedTurn(),
      parts: [told.finish('stop')],
      reason: /no failure/,
    },
    'a failure where none is right, which is the matter of finish-reason': {
      blocks: [said.text('a')],
      parts: [told.failed('UNKNOWN')],
      reason: /finish-reason/,
    },
  },
})
