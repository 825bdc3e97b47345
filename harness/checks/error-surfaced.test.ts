import { errorSurfaced } from './error-surfaced.ts'
import type { Turn } from '../turn/turn.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import type { SubjectOptions } from './testing/subject.ts'
import * as told from './testing/told.ts'

const behindFinish: SubjectOptions = {
  finish: said.finish('stop', 'stop', { code: 'SERVER', message: 'boom' }),
  blocks: [said.text('a')],
}

testCheck(errorSurfaced, {
  accepts: {
    'an error in the stream as an error': { ...said.failedTurn(), parts: [told.failed('SERVER')] },
    'an error of another class, which is the matter of error-class': {
      ...said.failedTurn(),
      parts: [told.failed('UNKNOWN')],
    },
    'a throw': {
      ...said.failedTurn(),
      trace: { end: { how: 'threw', error: { phase: 'start', name: 'APIError', message: 'x' } } },
    },
    'an HTTP error as an error': {
      ...said.failedTurn({ status: 500 }),
      status: 500,
      payloads: [],
      parts: [told.failed('SERVER')],
    },
    'a content filter as a content filter': {
      ...said.failedTurn({ code: 'CONTENT_FILTER' }),
      parts: [told.finish('content-filter')],
    },
    'an error behind the finish as an error': { ...behindFinish, parts: [told.failed('SERVER')] },
    'an error behind the finish as the finish': { ...behindFinish, parts: [told.finish('stop')] },
    'an error behind a finish that the reader no longer has': {
      ...said.failedTurn(),
      blocks: [said.text('a')],
      wire: {
        readTurn: (events) => ({
          turn: {
            blocks: [],
            meta: {},
            // The error is event 1.
            ...(events.length === 1
              ? { finish: said.finish('stop', 'stop'), state: 'answered' }
              : said.cutTurn),
          } as Turn,
          evidence: [],
        }),
      },
      parts: [told.finish('stop')],
    },
    'a finish word that may be a failure or other': {
      finish: said.finish('error', 'network_error', { code: 'UNKNOWN', message: 'no word of the provider' }),
      parts: [told.finish('other')],
    },
  },
  rejects: {
    'an error in the stream as stop': {
      ...said.failedTurn(),
      blocks: [said.text('a')],
      parts: [told.finish('stop')],
      finding: /ended as `stop`/,
    },
    'an error in the stream as other': {
      ...said.failedTurn(),
      parts: [told.finish('other')],
      finding: /ended as `other`/,
    },
    'an error in the stream as aborted': {
      ...said.failedTurn(),
      parts: [told.finish('aborted')],
      finding: /ended as `aborted`/,
    },
    'an error in the stream and silence': {
      ...said.failedTurn(),
      parts: told.text(0, 'a'),
      finding: /without a word/,
    },
    'an HTTP error as stop': {
      ...said.failedTurn({ status: 500 }),
      status: 500,
      payloads: [],
      parts: [told.finish('stop')],
      finding: /ended as `stop`/,
    },
    'bytes that cannot be read as stop': {
      ...said.failedTurn({ code: 'TRANSPORT' }),
      state: 'open',
      payloads: [{}],
      damage: { event: 0, start: 0, end: 10, reason: 'no JSON' },
      parts: [told.finish('stop')],
      finding: /ended as `stop`/,
    },
    'a content filter error as stop': {
      ...said.failedTurn({ code: 'CONTENT_FILTER' }),
      parts: [told.finish('stop')],
      finding: /ended as `stop`/,
    },
  },
  notApplicable: {
    'a good turn': { parts: [told.finish('stop')], reason: /no failure/ },
    'a cut turn': { ...said.cutTurn, parts: [told.finish('stop')], reason: /no failure/ },
    'an HTTP error at level events': {
      ...said.failedTurn(),
      status: 500,
      level: 'events',
      reason: /never sees/,
    },
  },
})
