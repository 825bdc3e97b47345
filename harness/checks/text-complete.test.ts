import { textComplete } from './text-complete.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')

testCheck(textComplete, {
  accepts: {
    'text in other deltas': { blocks: [said.text('hello')], parts: [...told.text(0, 'hel', 'lo'), stop] },
    'text joined over blocks': {
      blocks: [said.text('a'), said.call(), said.text('b')],
      parts: [...told.text(0, 'ab'), ...told.call(1), stop],
    },
    'halves of a surrogate pair in two deltas': {
      blocks: [said.text('😀')],
      parts: [...told.text(0, '\ud83d', '\ude00'), stop],
    },
    'text without block ends': {
      capabilities: { blockEnds: false },
      blocks: [said.text('a')],
      parts: [...told.text(0, 'a').slice(0, -1), stop],
    },
    'a refusal told as text': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('yes'), said.refusal('no')],
      parts: [...told.text(0, 'yes', 'no'), stop],
    },
    'a refusal laid between the text, as the payloads did': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('yes'), said.refusal('no')],
      parts: [...told.text(0, 'y', 'n', 'es', 'o'), stop],
    },
    'a dropped refusal, where the driver shows none': {
      capabilities: { refusal: 'none' },
      blocks: [said.text('a'), said.refusal('no')],
      parts: [...told.text(0, 'a'), stop],
    },
    'text dropped that came after the finish': {
      blocks: [said.text('ab'), said.text('c')],
      finishEvent: 0,
      evidence: [{ lastEvent: 1 }],
      parts: [...told.text(0, 'a'), stop],
    },
    'text before a content filter': {
      finish: said.contentFilter,
      blocks: [said.text('a')],
      parts: [...told.text(0, 'a'), told.failed('CONTENT_FILTER')],
    },
    'text of a turn without its terminator': {
      state: 'answered',
      blocks: [said.text('a')],
      parts: [...told.text(0, 'a'), told.failed('TRANSPORT')],
    },
  },
  rejects: {
    'lost text': {
      blocks: [said.text('hello')],
      parts: [...told.text(0, 'hel'), stop],
      finding: /part at character 3/,
    },
    'all text lost': { blocks: [said.text('a')], parts: [stop], finding: /part at character 0/ },
    'repeated text': {
      blocks: [said.text('a')],
      parts: [...told.text(0, 'a', 'a'), stop],
      finding: /character 1/,
    },
    'text of another choice': { blocks: [], parts: [...told.text(0, 'a'), stop], finding: /character 0/ },
    'a broken character': {
      blocks: [said.text('é')],
      parts: [...told.text(0, '��'), stop],
      finding: /character 0/,
    },
    'a block-end with other text than its deltas': {
      blocks: [said.text('hello')],
      parts: [
        { type: 'block-start', index: 0, kind: 'text' },
        { type: 'text-delta', index: 0, text: 'hello' },
        { type: 'block-end', index: 0, block: { type: 'text', text: 'lo' } },
        stop,
      ],
      finding: /ends with another text than its deltas/,
    },
    'deltas that lack what the block-end has': {
      blocks: [said.text('hello')],
      parts: [
        { type: 'block-start', index: 0, kind: 'text' },
        { type: 'text-delta', index: 0, text: 'lo' },
        { type: 'block-end', index: 0, block: { type: 'text', text: 'hello' } },
        stop,
      ],
      finding: [/character 0/, /ends with another text/],
    },
    'text lost that came before the finish': {
      blocks: [said.text('a'), said.text('b')],
      finishEvent: 0,
      parts: [stop],
      finding: /character 0/,
    },
    'a refusal lost among text': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('yes'), said.refusal('no')],
      parts: [...told.text(0, 'yes'), stop],
      finding: /character 3/,
    },
  },
  notApplicable: {
    'a turn without text': {
      blocks: [said.text(''), said.call()],
      parts: [...told.call(0), stop],
      reason: /gave any text/,
    },
    'a failed turn': { ...said.failedTurn(), blocks: [said.text('a')], reason: /partial-kept/ },
    'a cut turn': { ...said.cutTurn, blocks: [said.text('a')], reason: /partial-kept/ },
    'an HTTP error at level events': { status: 500, level: 'events', reason: /never sees an HTTP error/ },
  },
})
