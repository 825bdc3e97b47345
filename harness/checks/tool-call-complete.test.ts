import { toolCallComplete } from './tool-call-complete.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const end = told.finish('tool-calls')
const base = { finish: said.toolCalls }

testCheck(toolCallComplete, {
  accepts: {
    'an open call under max-tokens whose block the provider closed': {
      finish: said.maxTokens,
      indexed: true,
      blocks: [said.call()],
      parts: [...told.openCall(0), told.finish('max-tokens')],
    },
    'a custom call, which the readers carry uninterpreted': {
      ...base,
      mapId: (id) => id.split('|')[0] ?? id,
      blocks: [said.opaque('custom_tool_call', { call_id: 'call_7' })],
      parts: [...told.call(0, { id: 'call_7|ctc_1' }), end],
    },
    'a custom call beside a call that stays open': {
      finish: said.maxTokens,
      blocks: [said.opaque('custom_tool_call', { call_id: 'call_7' }), said.cutCall({ arguments: '' })],
      parts: [...told.call(0, { id: 'call_7', name: 'sql' }), told.finish('max-tokens')],
    },
    'a custom call cut before its id': {
      ...said.cutTurn,
      blocks: [said.opaque('custom_tool_call', {})],
      parts: [...told.openCall(0, { id: '', name: '' }), told.failed('TRANSPORT')],
    },
    'a call with its id and name': { ...base, blocks: [said.call()], parts: [...told.call(0), end] },
    'several calls in any order, which is the matter of block-order': {
      ...base,
      blocks: [said.call({ id: 'a', name: 'x' }), said.call({ id: 'b', name: 'y' })],
      parts: [...told.call(0, { id: 'b', name: 'y' }), ...told.call(1, { id: 'a', name: 'x' }), end],
    },
    'an id with something of its own behind it': {
      ...base,
      mapId: (id) => id.split('|')[0] ?? id,
      blocks: [said.call()],
      parts: [...told.call(0, { id: 'c1|item_1' }), end],
    },
    'ids of its own making where the wire sent none': {
      ...base,
      blocks: [said.call({ id: '' }), said.call({ id: '' })],
      parts: [...told.call(0, { id: 'made-1' }), ...told.call(1, { id: 'made-2' }), end],
    },
    'no id where the wire sent none': {
      ...base,
      blocks: [said.call({ id: '' })],
      parts: [...told.call(0, { id: '' }), end],
    },
    'an id of its own making where the wire repeats one': {
      ...base,
      blocks: [said.call({ name: 'x' }), said.call({ name: 'y' })],
      parts: [...told.call(0, { name: 'x' }), ...told.call(1, { id: 'made', name: 'y' }), end],
    },
    'a repeated id as the wire sent it': {
      ...base,
      blocks: [said.call({ name: 'x' }), said.call({ name: 'y' })],
      parts: [...told.call(0, { name: 'x' }), ...told.call(1, { name: 'y' }), end],
    },
    'a call whose arguments are no object, told as incomplete': {
      ...base,
      blocks: [said.call({ arguments: '123' })],
      parts: [...told.openCall(0), end],
    },
    'a call without a name left out': { ...base, blocks: [said.call({ name: '' })], parts: [end] },
    'a call without a name under a made-up one': {
      ...base,
      blocks: [said.call({ name: '' })],
      parts: [...told.call(0, { name: 'unknown' }), end],
    },
    'malformed arguments called incomplete': {
      ...base,
      blocks: [said.call({ arguments: '{"a"' })],
      parts: [...told.call(0, { deltas: ['{"a"'], complete: false }), end],
    },
    'a cut call left open': { finish: said.maxTokens, blocks: [said.cutCall()], parts: told.openCall(0) },
    'a cut call left out': {
      finish: said.maxTokens,
      blocks: [said.cutCall()],
      parts: [told.finish('max-tokens')],
    },
    'a cut call with whole arguments ended complete': {
      finish: said.maxTokens,
      blocks: [said.cutCall()],
      parts: [...told.call(0), told.finish('max-tokens')],
    },
    'an open call at a failure behind the finish': {
      ...base,
      state: 'answered',
      blocks: [said.call()],
      parts: [...told.openCall(0), told.failed('TRANSPORT')],
    },
    'a call that the provider sent after its finish left out': {
      ...base,
      blocks: [said.call()],
      evidence: [{ lastEvent: 2 }],
      parts: [end],
    },
    'a signature that is kept': {
      ...base,
      capabilities: { signatures: true },
      blocks: [said.call({ signature: 's' })],
      parts: [...told.call(0, { signature: 's' }), end],
    },
  },
  rejects: {
    'one made-up id for two of three calls': {
      ...base,
      blocks: [said.call({ id: '' }), said.call({ id: '' }), said.call({ id: '' })],
      parts: [...told.call(0, { id: 'x' }), ...told.call(1, { id: 'y' }), ...told.call(2, { id: 'x' }), end],
      finding: [/call 1 .* another id/, /call 3 .* another id/],
    },
    'an open call at a finish behind which the provider failed': {
      finish: said.finish('tool-calls', 'tool_calls', { code: 'SERVER', message: 'boom' }),
      blocks: [said.call()],
      parts: [...told.openCall(0), end],
      finding: /stays open/,
    },
    'a tool of the server told as a call of the client': {
      blocks: [said.opaque('server_tool_use', { id: 'srv_1' })],
      parts: [...told.call(0, { id: 'srv_1' }), end],
      finding: /did not send/,
    },
    'a call beside a custom one': {
      blocks: [said.opaque('custom_tool_call', { call_id: 'call_7' })],
      parts: [...told.call(0, { id: 'call_8' }), end],
      finding: /did not send/,
    },
    'a call that did not come out': {
      ...base,
      blocks: [said.call()],
      parts: [end],
      finding: /call 1 \(`look`\) did not come out/,
    },
    'an open call at the finish': {
      ...base,
      blocks: [said.call()],
      parts: [...told.openCall(0), end],
      finding: /stays open/,
    },
    'an open call of a turn without its terminator that finished all the same': {
      ...base,
      state: 'answered',
      blocks: [said.call()],
      parts: [...told.openCall(0), end],
      finding: /stays open/,
    },
    'a whole call that ends as incomplete': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { complete: false }), end],
      finding: /ends as incomplete/,
    },
    'another id': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { id: 'c2' }), end],
      finding: /another id/,
    },
    'an id of its own making where the wire sent one': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { id: '' }), end],
      finding: /another id/,
    },
    'one made-up id for two calls': {
      ...base,
      blocks: [said.call({ id: '' }), said.call({ id: '' })],
      parts: [...told.call(0, { id: 'made' }), ...told.call(1, { id: 'made' }), end],
      finding: [/call 1 .* another id/, /call 2 .* another id/],
    },
    'the id of another call where the wire sent none': {
      ...base,
      blocks: [said.call({ id: 'a' }), said.call({ id: '' })],
      parts: [...told.call(0, { id: 'a' }), ...told.call(1, { id: 'a' }), end],
      finding: [/call 2 .* did not come out/, /did not send/],
    },
    'another name': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0, { name: 'looklook' }), end],
      finding: /another name/,
    },
    'the name of another call where none came': {
      ...base,
      blocks: [said.call({ id: 'a', name: 'x' }), said.call({ id: 'b', name: '' })],
      parts: [...told.call(0, { id: 'a', name: 'x' }), ...told.call(1, { id: 'b', name: 'x' }), end],
      finding: /call 2 has another name/,
    },
    'swapped names': {
      ...base,
      blocks: [said.call({ id: 'a', name: 'x' }), said.call({ id: 'b', name: 'y' })],
      parts: [...told.call(0, { id: 'a', name: 'y' }), ...told.call(1, { id: 'b', name: 'x' }), end],
      finding: [/call 1 .* another name/, /call 2 .* another name/],
    },
    'a call told twice': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0), ...told.call(1), end],
      finding: /did not send, or not twice/,
    },
    'a second end of a call': {
      ...base,
      blocks: [said.call()],
      parts: [...told.call(0), ...told.call(0).slice(-1), end],
      finding: /did not send, or not twice/,
    },
    'a call nobody sent': {
      blocks: [said.text('a')],
      parts: [...told.call(0), end],
      finding: /did not send/,
    },
    'two calls merged into one': {
      ...base,
      blocks: [said.call({ id: 'a' }), said.call({ id: 'b' })],
      parts: [...told.call(0, { id: 'a', deltas: ['{"a":1}', '{"a":1}'] }), end],
      finding: /call 2 .* did not come out/,
    },
    'a lost signature': {
      ...base,
      capabilities: { signatures: true },
      blocks: [said.call({ signature: 's' })],
      parts: [...told.call(0), end],
      finding: /signature of call 1/,
    },
  },
  notApplicable: {
    'a turn and a trace without calls': {
      blocks: [said.text('a')],
      parts: told.text(0, 'a'),
      reason: /gave a call/,
    },
  },
})
