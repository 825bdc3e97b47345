import { blockOrder } from './block-order.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const reasoningThenText = [said.reasoning('r'), said.text('t')]
const twoCalls = [said.call({ id: 'a' }), said.call({ id: 'b' })]

testCheck(blockOrder, {
  accepts: {
    'a second end, which is the matter of delta-after-end': {
      blocks: [said.text('t')],
      parts: [...told.text(0, 't'), ...told.text(0, 't').slice(-1)],
    },
    'text merged over a block that the driver does not show': {
      indexed: true,
      blocks: [said.text('a'), said.opaque('server_tool_use'), said.text('b')],
      parts: told.text(0, 'ab'),
    },
    'text kept apart beside a block that the driver does not show': {
      indexed: true,
      blocks: [said.text('a'), said.opaque('server_tool_use'), said.text('b')],
      parts: [...told.text(0, 'a'), ...told.text(1, 'b')],
    },
    'blocks in turn order': {
      blocks: reasoningThenText,
      parts: [...told.reasoning(0, 'r'), ...told.text(1, 't')],
    },
    'any index numbers': {
      blocks: reasoningThenText,
      parts: [...told.reasoning(7, 'r'), ...told.text(3, 't')],
    },
    'an index that is used again after its end': {
      blocks: reasoningThenText,
      parts: [...told.reasoning(0, 'r'), ...told.text(0, 't')],
    },
    'blocks without text anywhere': {
      blocks: reasoningThenText,
      parts: [...told.text(0), ...told.reasoning(1, 'r'), ...told.text(2, 't')],
    },
    'calls among the prose of a wire with parallel fields': {
      blocks: [said.text('t'), said.call()],
      parts: [...told.call(0), ...told.text(1, 't')],
    },
    'prose of one payload in any order': {
      blocks: reasoningThenText,
      evidence: [undefined, { firstEvent: 0 }],
      parts: [...told.text(0, 't'), ...told.reasoning(1, 'r')],
    },
    'calls in order of first appearance although the turn lists them by index': {
      blocks: twoCalls,
      evidence: [{ firstEvent: 1 }, { firstEvent: 0 }],
      parts: [...told.call(0, { id: 'b' }), ...told.call(1, { id: 'a' })],
    },
    'calls by index although the turn lists them by first appearance': {
      blocks: twoCalls,
      payloads: [{ calls: [{ index: 1, id: 'a' }] }, { calls: [{ index: 0, id: 'b' }] }, {}],
      parts: [...told.call(0, { id: 'b' }), ...told.call(1, { id: 'a' })],
    },
    'a cut call told behind the whole one that followed it': {
      finish: said.finish('max-tokens', 'length'),
      blocks: [said.cutCall({ id: 'a', arguments: '' }), said.cutCall({ id: 'b' })],
      parts: [...told.call(0, { id: 'b' }), ...told.call(1, { id: 'a', deltas: [], complete: false })],
    },
    'segments merged on a wire without block indexes': {
      blocks: [said.text('a'), said.call(), said.text('b')],
      parts: [...told.text(0, 'ab'), ...told.call(1)],
    },
    'parts of a reasoning summary as blocks of their own': {
      indexed: true,
      blocks: [said.reasoning('ab')],
      evidence: [{ partBorders: [1] }],
      parts: [...told.reasoning(0, 'a'), ...told.reasoning(1, 'b')],
    },
    'a placeholder for hidden reasoning': {
      indexed: true,
      blocks: [said.reasoning('a'), said.reasoning('', { redacted: true }), said.text('t')],
      parts: [...told.reasoning(0, 'a'), ...told.reasoning(1, '[hidden]'), ...told.text(2, 't')],
    },
    'a refusal told as text, joined to the text': {
      indexed: true,
      capabilities: { refusal: 'as-text' },
      blocks: [said.text('a'), said.refusal('b')],
      parts: told.text(0, 'a', 'b'),
    },
    'lost text, which is the matter of text-complete': {
      indexed: true,
      blocks: [said.text('a'), said.text('b')],
      parts: told.text(0, 'a'),
    },
  },
  rejects: {
    'an index that starts again while the second block there is open': {
      blocks: [said.text('a'), said.call()],
      parts: [...told.text(0, 'a'), ...told.openCall(0), ...told.text(0)],
      finding: /index 0 starts again while its tool-call block is open/,
      places: [{ part: 6 }],
    },
    'a stray delta of a run that hung': {
      parts: [{ type: 'text-delta', index: 0, text: 't' }],
      trace: { end: { how: 'hung', afterMs: 5 } },
      finding: /no block/,
      places: [{ part: 0 }],
    },
    'an end without a start at an index whose block of another kind ended': {
      blocks: [said.reasoning('r')],
      parts: [...told.reasoning(0, 'r'), ...told.text(0).slice(-1)],
      finding: /a text block ends at index 0/,
      places: [{ part: 3 }],
    },
    'text merged over a block that the driver shows': {
      indexed: true,
      capabilities: { opaque: true },
      blocks: [said.text('a'), said.opaque('server_tool_use'), said.text('b')],
      parts: told.text(0, 'ab'),
      finding: /other borders/,
    },
    'two blocks side by side merged on a wire with block indexes': {
      indexed: true,
      blocks: [said.text('a'), said.text('b')],
      parts: told.text(0, 'ab'),
      finding: /other borders/,
    },
    'a border in another place': {
      indexed: true,
      blocks: [said.text('ab'), said.text('c')],
      parts: [...told.text(0, 'a'), ...told.text(1, 'bc')],
      finding: /other borders/,
    },
    'a delta without a start': {
      blocks: [said.text('t')],
      parts: [{ type: 'text-delta', index: 0, text: 't' }],
      finding: /text delta addresses index 0, where no block/,
    },
    'a delta of another kind than its block': {
      blocks: reasoningThenText,
      parts: [
        { type: 'block-start', index: 0, kind: 'reasoning' },
        { type: 'text-delta', index: 0, text: 't' },
      ],
      finding: /where a reasoning block was started/,
    },
    'an end without a start': {
      blocks: [said.text('t')],
      parts: told.text(0, 't').slice(-1),
      finding: /a text block ends at index 0, where no block/,
    },
    'an end of another kind': {
      blocks: [said.text('')],
      parts: [...told.reasoning(0).slice(0, 1), ...told.text(0).slice(-1)],
      finding: /a text block ends at index 0, where a reasoning block/,
    },
    'an index that starts again while it is open': {
      blocks: twoCalls,
      parts: [...told.openCall(0, { id: 'a' }), ...told.call(0, { id: 'b' })],
      finding: /index 0 starts again while its tool-call block is open/,
    },
    'text before the reasoning that preceded it': {
      blocks: reasoningThenText,
      parts: [...told.text(0, 't'), ...told.reasoning(1, 'r')],
      finding: /reasoning came out behind text/,
    },
    'a text block opened too early': {
      blocks: reasoningThenText,
      parts: [
        { type: 'block-start', index: 0, kind: 'text' },
        ...told.reasoning(1, 'r'),
        { type: 'text-delta', index: 0, text: 't' },
      ],
      finding: /reasoning came out behind text/,
    },
    'calls in an order of its own': {
      blocks: twoCalls,
      parts: [...told.call(0, { id: 'b' }), ...told.call(1, { id: 'a' })],
      finding: /call 1 .* came out behind call 2/,
    },
    'a call before the text that preceded it, on a wire with one order': {
      indexed: true,
      blocks: [said.text('t'), said.call()],
      parts: [...told.call(0), ...told.text(1, 't')],
      finding: /text came out behind call 1/,
    },
    'segments merged on a wire with block indexes': {
      indexed: true,
      blocks: [said.text('a'), said.call(), said.text('b')],
      parts: [...told.text(0, 'ab'), ...told.call(1)],
      finding: /text came out in 1 blocks with other borders than the 2/,
    },
    'a block split in two on a wire with block indexes': {
      indexed: true,
      blocks: [said.text('ab')],
      parts: [...told.text(0, 'a'), ...told.text(1, 'b')],
      finding: /in 2 blocks with other borders than the 1/,
    },
    'segments merged by a driver that declares them': {
      capabilities: { segments: true },
      blocks: [said.text('a'), said.text('b')],
      parts: told.text(0, 'ab'),
      finding: /other borders/,
    },
  },
  notApplicable: {
    'a trace without blocks': { blocks: [said.text('t')], parts: [told.finish('stop')], reason: /no block/ },
    'a stall': { end: 'stall', parts: told.text(0), reason: /falls silent/ },
  },
})
