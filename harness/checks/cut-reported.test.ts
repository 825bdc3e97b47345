import { cutReported } from './cut-reported.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const cut = { ...said.cutTurn, blocks: [said.text('a')] }

testCheck(cutReported, {
  accepts: {
    'a cut as an error': { ...cut, parts: [told.failed('TRANSPORT')] },
    'a cut as a throw': {
      ...cut,
      trace: { end: { how: 'threw', error: { phase: 'stream', name: 'TypeError', message: 'terminated' } } },
    },
    'a reset as an error': { ...cut, end: 'reset', parts: [told.failed('TRANSPORT')] },
    'an empty body as an error': { ...said.cutTurn, parts: [told.failed('EMPTY_RESPONSE')] },
  },
  rejects: {
    'a cut as stop': {
      ...cut,
      parts: [told.finish('stop')],
      finding: /the stream stopped .* ended as `stop`/,
    },
    'a cut as tool-calls': { ...cut, parts: [told.finish('tool-calls')], finding: /ended as `tool-calls`/ },
    'a cut as max-tokens': { ...cut, parts: [told.finish('max-tokens')], finding: /ended as `max-tokens`/ },
    'a cut as other': { ...cut, parts: [told.finish('other')], finding: /ended as `other`/ },
    'a cut as aborted': { ...cut, parts: [told.finish('aborted')], finding: /ended as `aborted`/ },
    'a cut in silence': { ...cut, parts: told.text(0, 'a'), finding: /without a word/ },
    'a reset as stop': {
      ...cut,
      end: 'reset',
      parts: [told.finish('stop')],
      finding: /the connection broke .* ended as `stop`/,
    },
    'an empty body as stop': { ...said.cutTurn, parts: [told.finish('stop')], finding: /ended as `stop`/ },
    'a last event cut in its middle as stop': {
      ...cut,
      terminated: false,
      damage: { event: 0, start: 0, end: 10, reason: 'no JSON' },
      parts: [told.finish('stop')],
      finding: /ended as `stop`/,
    },
  },
  notApplicable: {
    'counts without a finish word before a last event that was cut': {
      finish: null,
      state: 'answered',
      terminated: false,
      payloads: [{}, {}],
      damage: { event: 1, start: 10, end: 20, reason: 'no JSON' },
      parts: [told.finish('stop')],
      reason: /had finished before the cut/,
    },
    'a whole turn': { parts: [told.finish('stop')], reason: /not cut/ },
    'a turn without its terminator': { state: 'answered', parts: [told.finish('stop')], reason: /not cut/ },
    'a finish before a last event that was cut': {
      state: 'answered',
      terminated: false,
      damage: { event: 1, start: 10, end: 20, reason: 'no JSON' },
      parts: [told.finish('stop')],
      reason: /had finished before the cut/,
    },
    'a failed turn': { ...said.failedTurn(), parts: [told.finish('stop')], reason: /not cut/ },
    'a stall': { ...cut, end: 'stall', reason: /falls silent/ },
  },
})
