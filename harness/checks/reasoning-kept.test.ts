import { reasoningKept } from './reasoning-kept.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'
import type { Part } from '../trace/part.ts'

const stop = told.finish('stop')
const signed: Part[] = [
  { type: 'block-start', index: 0, kind: 'reasoning' },
  { type: 'reasoning-delta', index: 0, text: 'r' },
  { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'r', signature: 's' } },
]

testCheck(reasoningKept, {
  accepts: {
    'reasoning that was never signed, beside text': {
      capabilities: { signatures: true },
      blocks: [said.reasoning('r'), said.text('t')],
      parts: [...told.reasoning(0, 'r'), ...told.text(1, 't'), stop],
    },
    'a separator in the deltas that the block-end leaves out': {
      wire: { name: 'openai-responses' },
      blocks: [said.reasoning('ab')],
      evidence: [{ partBorders: [1] }],
      parts: [
        { type: 'block-start', index: 0, kind: 'reasoning' },
        { type: 'reasoning-delta', index: 0, text: 'a\n\nb\n\n' },
        { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'a\n\nb' } },
        stop,
      ],
    },
    'the reasoning': { blocks: [said.reasoning('why')], parts: [...told.reasoning(0, 'w', 'hy'), stop] },
    'a separator between parts of a summary': {
      blocks: [said.reasoning('onetwo')],
      evidence: [{ partBorders: [3] }],
      parts: [...told.reasoning(0, 'one', '\n\n', 'two'), stop],
    },
    'a separator between blocks': {
      blocks: [said.reasoning('a.'), said.text('x'), said.reasoning('b')],
      parts: [...told.reasoning(0, 'a.\n', 'b'), ...told.text(1, 'x'), stop],
    },
    'a separator behind a summary': {
      wire: { name: 'openai-responses' },
      blocks: [said.reasoning('a')],
      parts: [...told.reasoning(0, 'a\n\n'), stop],
    },
    'any text for hidden reasoning': {
      blocks: [said.reasoning('a'), said.reasoning('', { redacted: true }), said.reasoning('b')],
      parts: [...told.reasoning(0, 'a'), ...told.reasoning(1, '[hidden]'), ...told.reasoning(2, 'b'), stop],
    },
    'a notice in place of hidden reasoning': {
      blocks: [said.reasoning('', { redacted: true })],
      parts: [...told.reasoning(0, '[hidden]'), stop],
    },
    'hidden reasoning left out': { blocks: [said.reasoning('', { redacted: true })], parts: [stop] },
    'a signature that is kept': {
      capabilities: { signatures: true },
      blocks: [said.reasoning('r', { signature: 's' })],
      parts: [...signed, stop],
    },
    'a lost signature that is not declared': {
      blocks: [said.reasoning('r', { signature: 's' })],
      parts: [...told.reasoning(0, 'r'), stop],
    },
  },
  rejects: {
    'a block-end with other words than its deltas': {
      blocks: [said.reasoning('ab')],
      parts: [
        { type: 'block-start', index: 0, kind: 'reasoning' },
        { type: 'reasoning-delta', index: 0, text: 'ab' },
        { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'a' } },
        stop,
      ],
      finding: /ends with another text/,
    },
    'lost reasoning': {
      blocks: [said.reasoning('why')],
      parts: [stop],
      finding: /reasoning that came out is not/,
    },
    'white space of its own inside a part': {
      blocks: [said.reasoning('onetwo')],
      evidence: [{ partBorders: [3] }],
      parts: [...told.reasoning(0, 'on\ne', 'two'), stop],
      finding: /character 2/,
    },
    'white space behind the only part': {
      blocks: [said.reasoning('a')],
      parts: [...told.reasoning(0, 'a\n\n'), stop],
      finding: /character 1/,
    },
    'a word as a separator': {
      blocks: [said.reasoning('a'), said.reasoning('b')],
      parts: [...told.reasoning(0, 'a', 'then', 'b'), stop],
      finding: /character 1/,
    },
    'a part of the reasoning beside hidden blocks lost': {
      blocks: [said.reasoning('a'), said.reasoning('', { redacted: true }), said.reasoning('b')],
      parts: [...told.reasoning(0, 'a'), ...told.reasoning(1, '[hidden]'), stop],
      finding: /reasoning that came out is not/,
    },
    'a lost signature': {
      capabilities: { signatures: true },
      blocks: [said.reasoning('r', { signature: 's' })],
      parts: [...told.reasoning(0, 'r'), stop],
      finding: /signature/,
    },
    'a changed signature': {
      capabilities: { signatures: true },
      blocks: [said.reasoning('r', { signature: 'S' })],
      parts: [...signed, stop],
      finding: /signature/,
    },
  },
  notApplicable: {
    'a driver without reasoning': {
      capabilities: { reasoning: false },
      blocks: [said.reasoning('a')],
      reason: /does not declare `reasoning`/,
    },
    'a turn without reasoning': { blocks: [said.text('a')], reason: /gave any reasoning/ },
    'a cut turn': { ...said.cutTurn, blocks: [said.reasoning('a')], reason: /partial-kept/ },
  },
})
