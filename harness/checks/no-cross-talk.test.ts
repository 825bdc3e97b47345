import { noCrossTalk } from './no-cross-talk.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')
const both = [said.reasoning('why not'), said.text('hello')]

testCheck(noCrossTalk, {
  accepts: {
    'lost text that hidden reasoning happens to be shown with': {
      blocks: [said.reasoning('', { redacted: true }), said.text('hidden')],
      parts: [...told.reasoning(0, 'hidden'), stop],
    },
    'kinds apart': { blocks: both, parts: [...told.reasoning(0, 'why not'), ...told.text(1, 'hello'), stop] },
    'the same words as text and as reasoning': {
      blocks: [said.reasoning('hello'), said.text('hello')],
      parts: [...told.reasoning(0, 'hello'), ...told.text(1, 'hello'), stop],
    },
    'lost text, which is the matter of text-complete': {
      blocks: both,
      parts: [...told.reasoning(0, 'why not'), stop],
    },
    'text that after a loss reads like the reasoning that was lost': {
      blocks: [said.reasoning('eyab'), said.text('aeyaba')],
      parts: [...told.reasoning(0, 'yb'), ...told.text(1, 'eya', 'a'), stop],
    },
    'repeated text, which is the matter of text-complete': {
      blocks: both,
      parts: [...told.reasoning(0, 'why not'), ...told.text(1, 'hello', 'hello'), stop],
    },
    'a refusal as text, where it is declared': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('hello'), said.refusal('never'), said.call()],
      parts: [...told.text(0, 'hello', 'never'), ...told.call(1), stop],
    },
    'any text for hidden reasoning': {
      blocks: [said.reasoning('', { redacted: true }), said.text('hidden')],
      parts: [...told.reasoning(0, '[hidden]'), ...told.text(1, ''), stop],
    },
    'dropped reasoning of a driver without it': {
      capabilities: { reasoning: false },
      blocks: [said.reasoning('why not'), said.text('hello')],
      parts: [...told.text(0, 'hello'), ...told.call(1), stop],
    },
    'calls without argument deltas': {
      capabilities: { argumentDeltas: false },
      blocks: [said.text('hello'), said.call()],
      parts: [...told.text(0, 'hello'), ...told.call(1, { deltas: [], arguments: '{"a":1}' }), stop],
    },
  },
  rejects: {
    'reasoning as text': {
      blocks: both,
      parts: [...told.text(0, 'why not', 'hello'), stop],
      finding: /reasoning of the provider came out as text/,
    },
    'the end of the reasoning as text': {
      blocks: both,
      parts: [...told.reasoning(0, 'why'), ...told.text(1, ' not', 'hello'), stop],
      finding: /reasoning of the provider came out as text/,
    },
    'reasoning laid between text': {
      blocks: both,
      parts: [...told.text(0, 'hel', 'why', 'l', ' not', 'o'), stop],
      finding: /reasoning of the provider came out as text/,
    },
    'all text as reasoning': {
      blocks: [said.text('hello')],
      parts: [...told.reasoning(0, 'hello'), ...told.call(1), stop],
      finding: /text of the provider came out as reasoning/,
    },
    'reasoning as text by a driver without reasoning': {
      capabilities: { reasoning: false },
      blocks: both,
      parts: [...told.text(0, 'why not', 'hello'), stop],
      finding: /reasoning of the provider came out as text/,
    },
    'arguments as text': {
      blocks: [said.text('hello'), said.call()],
      parts: [...told.text(0, 'hello{"a":1}'), ...told.call(1, { deltas: [] }), stop],
      finding: /arguments of the provider came out as text/,
    },
    'a refusal as text, where its own block is declared': {
      blocks: [said.text('hello'), said.refusal('never')],
      parts: [...told.text(0, 'hello', 'never'), stop],
      finding: /refusal of the provider came out as text/,
    },
  },
  notApplicable: {
    'one kind alone': {
      blocks: [said.text('a')],
      parts: [...told.text(0, 'a'), stop],
      reason: /only one kind/,
    },
  },
})
