import { partialKept } from './partial-kept.ts'
import type { Reading } from '../wire/wire.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const blocks = [
  said.reasoning('why'),
  said.text('hel'),
  said.refusal('no'),
  said.cutCall({ arguments: '{"a' }),
]
const all = [
  ...told.reasoning(0, 'why'),
  ...told.text(1, 'hel'),
  ...told.refusal(2, 'no'),
  ...told.openCall(3, { deltas: ['{"a'] }),
]
const lost = told.failed('TRANSPORT')

/** What the wire reads of a body without its last event. */
function openTurn(text: string): Reading {
  return {
    turn: { blocks: [said.text(text)], meta: {}, state: 'open' },
    evidence: [{ firstEvent: 0, lastEvent: 0 }],
  }
}

testCheck(partialKept, {
  accepts: {
    'all that came before a cut': { ...said.cutTurn, blocks, parts: [...all, lost] },
    'all that came before an error': { ...said.failedTurn(), blocks, parts: [...all, told.failed('SERVER')] },
    'all that came before a throw': {
      ...said.cutTurn,
      blocks,
      parts: all,
      trace: { end: { how: 'threw', error: { phase: 'stream', name: 'Error', message: 'x' } } },
    },
    'text behind an event that cannot be read, told beside the error': {
      ...said.cutTurn,
      blocks: [said.text('hel')],
      payloads: [{}, {}, {}],
      damage: { event: 1, start: 10, end: 20, reason: 'no JSON' },
      parts: [...told.text(0, 'hello'), lost],
    },
    'a call without argument deltas': {
      ...said.cutTurn,
      capabilities: { argumentDeltas: false },
      blocks,
      parts: [...all.slice(0, -3), lost],
    },
    'a call held back whose name had not come': {
      ...said.cutTurn,
      blocks: [said.text('a'), said.cutCall({ name: '' })],
      parts: [...told.text(0, 'a'), lost],
    },
    'a call held back whose id had not come': {
      ...said.cutTurn,
      blocks: [said.text('a'), said.cutCall({ id: '' })],
      parts: [...told.text(0, 'a'), lost],
    },
    'a last event without its blank line dropped': {
      ...said.cutTurn,
      terminated: false,
      blocks: [said.text('hello')],
      payloads: [{}, {}],
      wire: { readTurn: () => openTurn('hel') },
      parts: [...told.text(0, 'hel'), lost],
    },
    'reads lost that a reset discarded': {
      ...said.cutTurn,
      end: 'reset',
      blocks: [said.text('hello')],
      payloads: [{}, {}, {}],
      wire: { readTurn: (events) => openTurn('hello'.slice(0, events.length + 2)) },
      parts: [...told.text(0, 'hell'), lost],
    },
  },
  rejects: {
    'text lost before an event that cannot be read': {
      ...said.cutTurn,
      blocks: [said.text('hel')],
      payloads: [{}, {}, {}],
      damage: { event: 1, start: 10, end: 20, reason: 'no JSON' },
      parts: [...told.text(0, 'lo'), lost],
      finding: /text that came out/,
    },
    'everything lost': {
      ...said.cutTurn,
      blocks,
      parts: [lost],
      finding: [/the text that/, /the reasoning that/, /the refusal that/, /argument deltas of call 1/],
    },
    'the last delta lost': {
      ...said.cutTurn,
      blocks: [said.text('hel')],
      parts: [...told.text(0, 'he'), lost],
      finding: /character 2/,
    },
    'text made up': {
      ...said.cutTurn,
      blocks: [],
      parts: [...told.text(0, 'sorry'), lost],
      finding: /character 0/,
    },
    'text lost before an error': {
      ...said.failedTurn(),
      blocks: [said.text('a')],
      parts: [told.failed('SERVER')],
      finding: /the text/,
    },
    'arguments repaired': {
      ...said.cutTurn,
      blocks: [said.cutCall({ arguments: '{"a' })],
      parts: [...told.openCall(0, { deltas: ['{"a', '":1}'] }), lost],
      finding: /argument deltas of call 1/,
    },
    'more reads lost than a reset can discard': {
      ...said.cutTurn,
      end: 'reset',
      blocks: [said.text('hello')],
      payloads: [{}, {}, {}, {}, {}],
      wire: { readTurn: (events) => openTurn('hello'.slice(0, events.length)) },
      parts: [...told.text(0, 'h'), lost],
      finding: /character 1/,
    },
  },
  notApplicable: {
    'a whole turn': { blocks, parts: all, reason: /neither failed nor was cut/ },
    'a failure before anything': {
      ...said.failedTurn(),
      parts: [told.failed('SERVER')],
      reason: /nothing came/,
    },
    'kinds that the driver does not show': {
      ...said.cutTurn,
      capabilities: { reasoning: false, refusal: 'none' },
      blocks: [said.reasoning('a'), said.refusal('b')],
      reason: /nothing came/,
    },
    'arguments sent as a JSON value': {
      ...said.cutTurn,
      blocks: [said.call()],
      evidence: [{ argumentsAs: 'value' }],
      reason: /nothing came/,
    },
  },
})
