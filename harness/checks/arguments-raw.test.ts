import { argumentsRaw } from './arguments-raw.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const end = told.finish('tool-calls')
const base = { finish: said.toolCalls }

testCheck(argumentsRaw, {
  accepts: {
    'the text in other fragments': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { deltas: ['{', '"a":1}'] }), end],
    },
    'a cut text as it is': {
      finish: said.maxTokens,
      blocks: [said.cutCall({ arguments: '{"a' })],
      parts: [...told.openCall(0, { deltas: ['{"a'] }), told.finish('max-tokens')],
    },
    'nothing, or `{}`, for nothing': {
      ...base,
      blocks: [said.call({ id: 'a', arguments: '' }), said.call({ id: 'b', arguments: '' })],
      parts: [...told.call(0, { id: 'a', deltas: [] }), ...told.call(1, { id: 'b', deltas: ['{}'] }), end],
    },
    'fragments dropped that came after the finish': {
      ...base,
      blocks: [said.call()],
      evidence: [{ lastEvent: 2 }],
      parts: [...told.call(0, { deltas: ['{"a"'] }), end],
    },
  },
  rejects: {
    '`{}` for a text': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { deltas: ['{}'] }), end],
      finding: /character 1/,
    },
    'a text for nothing': {
      ...base,
      blocks: [said.call({ arguments: '' })],
      parts: [...told.call(0, { deltas: ['{"a":1}'] }), end],
      finding: /character 0/,
    },
    'a lost fragment': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { deltas: ['1}'] }), end],
      finding: /call 1 .* part at character 0/,
    },
    'white space left out': {
      ...base,
      blocks: [said.call({ arguments: '{"a": 1}' })],
      parts: [...told.call(0), end],
      finding: /part at character 5/,
    },
    'a repaired end': {
      finish: said.maxTokens,
      blocks: [said.cutCall({ arguments: '{"a":1' })],
      parts: [...told.openCall(0, { deltas: ['{"a":1', '}'] }), told.finish('max-tokens')],
      finding: /character 6/,
    },
    'no deltas, though they are declared': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { deltas: [], arguments: '{"a":1}' }), end],
      finding: /character 0/,
    },
    'fragments of two calls mixed': {
      ...base,
      blocks: [said.call({ id: 'a' }), said.call({ id: 'b', arguments: '{"b":2}' })],
      parts: [
        ...told.call(0, { id: 'a', deltas: ['{"b":1}'] }),
        ...told.call(1, { id: 'b', deltas: ['{"a":2}'] }),
        end,
      ],
      finding: [/call 1/, /call 2/],
    },
  },
  notApplicable: {
    'a driver without argument deltas': {
      ...base,
      capabilities: { argumentDeltas: false },
      blocks: [said.call()],
      reason: /argumentDeltas/,
    },
    'arguments sent as a JSON value': {
      ...base,
      blocks: [said.call()],
      evidence: [{ argumentsAs: 'value' }],
      parts: [...told.call(0, { deltas: ['{"a": 1}'] }), end],
      reason: /sent as text/,
    },
    'a turn without calls': { blocks: [said.text('a')], reason: /sent as text/ },
    'a cut turn': { ...said.cutTurn, blocks: [said.cutCall()], reason: /partial-kept/ },
  },
})
