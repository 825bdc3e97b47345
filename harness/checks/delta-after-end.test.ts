import { deltaAfterEnd } from './delta-after-end.ts'
import { testCheck } from './testing/check-table.ts'
import * as told from './testing/told.ts'

testCheck(deltaAfterEnd, {
  accepts: {
    'an empty block at an index whose first block ended': { parts: [...told.text(0, 'a'), ...told.text(0)] },
    'a stray end at another index': { parts: [...told.text(1, 'a'), ...told.text(0).slice(-1)] },
    'a stray end of another kind': { parts: [...told.text(0, 'a'), ...told.reasoning(0).slice(-1)] },
    'a stray block with deltas': {
      parts: [...told.text(0, 'a'), ...told.reasoning(0, 'r'), ...told.text(0, 'b').slice(1)],
    },
    'blocks that end last': { parts: [...told.text(0, 'a', 'b'), ...told.call(1)] },
    'an index that is started again after its end': { parts: [...told.text(0, 'a'), ...told.text(0, 'b')] },
    'deltas of other blocks after an end': {
      parts: [
        { type: 'block-start', index: 1, kind: 'text' },
        ...told.text(0),
        { type: 'text-delta', index: 1, text: 'a' },
      ],
    },
  },
  rejects: {
    'every delta after the end of its block': {
      parts: [
        ...told.text(0, 'a'),
        { type: 'text-delta', index: 0, text: 'b' },
        { type: 'text-delta', index: 0, text: 'c' },
      ],
      finding: [/text delta for index 0/, /text delta for index 0/],
    },
    'an argument delta after the end of its call': {
      parts: [...told.call(0), { type: 'tool-call-delta', index: 0, argumentsDelta: ' ' }],
      finding: /tool-call delta for index 0/,
    },
    'a second end': {
      parts: [...told.call(0), ...told.call(0).slice(-1)],
      finding: /ends a second time/,
      places: [{ part: 4 }],
    },
    'late deltas of a run that hung': {
      parts: [...told.text(0), { type: 'text-delta', index: 0, text: 'b' }],
      trace: { end: { how: 'hung', afterMs: 5 } },
      finding: /text delta/,
    },
  },
  notApplicable: {
    'a trace without ends': { parts: told.text(0, 'a').slice(0, -1), reason: /no block ended/ },
  },
})
