import { errorDetails } from './error-details.ts'
import type { Failure } from '../turn/failure.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const sent: Failure = {
  code: 'RATE_LIMIT',
  message: 'slow down',
  status: 429,
  retryAfterMs: 20_000,
  requestId: 'req_1',
  raw: { error: { type: 'rate_limit_error' } },
}
const capabilities = { details: ['status', 'retryAfterMs', 'requestId', 'param', 'raw'] } as const
const turn = { ...said.failedTurn(sent), status: 429, payloads: [], capabilities }
const fails = (failure: Failure) => [told.finish('error', { failure })]

testCheck(errorDetails, {
  accepts: {
    'all that is declared': { ...turn, parts: fails(sent) },
    'more than was sent': { ...turn, parts: fails({ ...sent, param: 'x' }) },
    'another message': { ...turn, parts: fails({ ...sent, message: '429 slow down' }) },
    'an undeclared detail left out': {
      ...turn,
      capabilities: { details: ['status'] },
      parts: fails({ code: 'RATE_LIMIT', message: '', status: 429 }),
    },
  },
  rejects: {
    'seconds taken for milliseconds': {
      ...turn,
      parts: fails({ ...sent, retryAfterMs: 20 }),
      finding: /`retryAfterMs`/,
    },
    'every lost detail': {
      ...turn,
      parts: fails({ code: 'RATE_LIMIT', message: '' }),
      finding: [/`status`/, /`retryAfterMs`/, /`requestId`/, /`raw`/],
    },
    'a changed raw error': {
      ...turn,
      parts: fails({ ...sent, raw: { error: { type: 'x' } } }),
      finding: /`raw.error.type`/,
    },
  },
  notApplicable: {
    'a driver without details': {
      ...turn,
      capabilities: {},
      parts: fails(sent),
      reason: /declares no details/,
    },
    'a good turn': { capabilities, parts: [told.finish('stop')], reason: /reported no failure/ },
    'an event that does not parse': {
      ...said.failedTurn(sent),
      capabilities,
      payloads: [{}],
      damage: { event: 0, start: 0, end: 10, reason: 'no JSON' },
      reason: /provider reported no failure/,
    },
    'a failure swallowed': { ...turn, parts: [told.finish('stop')], reason: /converter reported no failure/ },
    'a failure without the declared details': {
      ...said.failedTurn(),
      capabilities: { details: ['requestId'] },
      parts: fails(sent),
      reason: /none of the declared/,
    },
  },
})
