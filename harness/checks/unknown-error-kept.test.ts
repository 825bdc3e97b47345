import { unknownErrorKept } from './unknown-error-kept.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const unknown = said.failedTurn({
  code: 'UNKNOWN',
  message: 'odd ',
  raw: { error: [{ message: 'odd ', code: 7 }] },
})

testCheck(unknownErrorKept, {
  accepts: {
    'the message': { ...unknown, parts: [told.failed('UNKNOWN', 'odd')] },
    'the message inside another one': {
      ...unknown,
      parts: [told.failed('UNKNOWN', 'the provider said: odd')],
    },
    'the message under another code, which is the matter of error-class': {
      ...unknown,
      parts: [told.failed('SERVER', 'odd')],
    },
  },
  rejects: {
    'a message of its own': {
      ...unknown,
      parts: [told.failed('UNKNOWN', 'something went wrong')],
      finding: /message of an unknown error is lost/,
    },
    'no message': { ...unknown, parts: [told.failed('UNKNOWN', '')], finding: /is lost/ },
  },
  notApplicable: {
    'a known error': { ...said.failedTurn(), parts: [told.failed('SERVER', '')], reason: /no unknown error/ },
    'a message of the reader, not of the provider': {
      ...said.failedTurn({ code: 'UNKNOWN', message: 'HTTP 418 without a body', raw: undefined }),
      parts: [told.failed('UNKNOWN', 'x')],
      reason: /no unknown error/,
    },
    'an error without a message': {
      ...said.failedTurn({ code: 'UNKNOWN', message: '', raw: { error: '' } }),
      parts: [told.failed('UNKNOWN', 'x')],
      reason: /no unknown error/,
    },
    'an event that does not parse': {
      ...unknown,
      payloads: [{}],
      damage: { event: 0, start: 0, end: 10, reason: 'no JSON' },
      parts: [told.failed('UNKNOWN', 'x')],
      reason: /no unknown error/,
    },
    'a failure swallowed': { ...unknown, parts: [told.finish('stop')], reason: /reported no failure/ },
  },
})
