import { refusalKept } from './refusal-kept.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')
const blocks = [said.refusal('I cannot')]

testCheck(refusalKept, {
  accepts: {
    'a refusal of its own': { blocks, parts: [...told.refusal(0, 'I ', 'cannot'), stop] },
    'a refusal as text, where it is declared': {
      capabilities: { refusal: 'as-text' },
      blocks,
      parts: [...told.text(0, 'I cannot'), stop],
    },
    'a refusal laid between text': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('yes'), said.refusal('no')],
      parts: [...told.text(0, 'y', 'n', 'es', 'o'), stop],
    },
    'a refusal that is right while the text beside it is not': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('yes'), said.refusal('no')],
      parts: [...told.text(0, 'ye', 'no'), stop],
    },
  },
  rejects: {
    'one of two refusals as text': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.refusal('never'), said.refusal('no')],
      parts: [...told.text(0, 'never'), stop],
      finding: /character 5/,
    },
    'a dropped refusal': { blocks, parts: [stop], finding: /refusal that came out is not/ },
    'a refusal as text, where its own block is declared': {
      blocks,
      parts: [...told.text(0, 'I cannot'), stop],
      finding: /refusal that came out is not/,
    },
    'half a refusal as text': {
      capabilities: { refusal: 'as-text' },
      blocks,
      parts: [...told.text(0, 'I '), stop],
      finding: /character 2/,
    },
  },
  notApplicable: {
    'a driver that shows no refusals': {
      capabilities: { refusal: 'none' },
      blocks,
      reason: /refusals `none`/,
    },
    'a turn without a refusal': { blocks: [said.text('a')], reason: /any refusal/ },
    'a turn without a refusal, told as text': {
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('a')],
      reason: /no refusal/,
    },
    'a failed turn': {
      ...said.failedTurn(),
      capabilities: { refusal: 'as-text' },
      blocks,
      reason: /partial-kept/,
    },
  },
})
