import { requestFaithful } from './request-faithful.ts'
import { asking, assistant, call, lackingWire, made, result, text, user } from './testing/asked.ts'
import { testCheck } from './testing/check-table.ts'

const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }
const image = { type: 'image', mediaType: 'image/png', data: 'AA==' } as const
const linked = { type: 'image', mediaType: 'image/png', url: 'https://x.invalid/a.png' } as const
const thought = { type: 'reasoning', text: 'Hm.', signature: 's' } as const
const redacted = { type: 'reasoning', text: '', redacted: true, signature: 'x' } as const
const refusal = { type: 'refusal', text: 'No.' } as const
const failed = { type: 'tool-result', toolCallId: 'a', content: 'No city', isError: true } as const

testCheck(requestFaithful, {
  accepts: {
    'a request that is as it was asked': { request: made({ system: 'Brief.', tools: [tool], maxTokens: 5 }) },
    'a default that is said aloud': { request: made({ responseFormat: 'text' }, { toolChoice: 'auto' }) },
    'texts of one message joined': {
      request: made({ messages: [user(text('a'), text('b'))] }, { messages: [user(text('ab'))] }),
    },
    'results in messages of their own': {
      request: made(
        { messages: [assistant(call('a')), user(result('a'), text('And?'))] },
        { messages: [assistant(call('a')), user(result('a')), user(text('And?'))] },
      ),
    },
    'results in another order': {
      request: made(
        { messages: [assistant(call('a'), call('b')), user(result('b', '2'), result('a', '1'))] },
        { messages: [assistant(call('a'), call('b')), user(result('a', '1'), result('b', '2'))] },
      ),
    },
    'no arguments as an empty object': {
      request: made({ messages: [assistant(call('a', ''))] }, { messages: [assistant(call('a', '{}'))] }),
    },
    'arguments with other white space': {
      request: made(
        { messages: [assistant(call('a', '{"b": 1.0}'))] },
        { messages: [assistant(call('a', '{"b":1.0}'))] },
      ),
    },
    'arguments of the same value on a wire without their text': {
      ...lackingWire(['argument-text']),
      request: made(
        { messages: [assistant(call('a', '{"b": 1.0}'))] },
        { messages: [assistant(call('a', '{"b":1}'))] },
      ),
    },
    'anything for arguments that have no value, on such a wire': {
      ...lackingWire(['argument-text']),
      request: made({ messages: [assistant(call('a', '{"b'))] }, { messages: [assistant(call('a', '{}'))] }),
    },
    'what the wire has no word for left out': {
      ...lackingWire(['top-p', 'image-url', 'reasoning-signature', 'reasoning', 'tool-choice-required']),
      request: made(
        { topP: 0.5, toolChoice: 'required', messages: [assistant(thought, text('Hi')), user(linked)] },
        { messages: [assistant(text('Hi'))] },
      ),
    },
    'what the converter declares to lack left out': {
      ...lackingWire([]),
      capabilities: { requestLacks: ['stop'] },
      request: made({ stop: ['END'] }, {}),
    },
    'a refusal as text, or left out, where there is no word for it': {
      ...lackingWire(['refusal']),
      request: made(
        { messages: [assistant(refusal), user(text('So?'))] },
        { messages: [assistant(text('No.')), user(text('So?'))] },
      ),
    },
    'a limit that the wire demands': {
      ...lackingWire(['no-max-tokens']),
      request: made({}, { maxTokens: 4_096 }),
    },
    'no tools where no call may be made, and the wire cannot say so': {
      ...lackingWire(['tool-choice-none']),
      request: made({ tools: [tool], toolChoice: 'none' }, {}),
    },
    'an error of a tool said in words': {
      ...lackingWire(['result-error']),
      request: made(
        { messages: [assistant(call('a')), user(failed)] },
        { messages: [assistant(call('a')), user(result('a', 'ERROR: No city'))] },
      ),
    },
    'blocks in another order where the wire has none': {
      ...lackingWire(['block-order']),
      request: made(
        { messages: [assistant(call('a'), text('Hi'))] },
        { messages: [assistant(text('Hi'), call('a'))] },
      ),
    },
    'other ids on a wire without ids, as long as results stay with their calls': {
      ...lackingWire(['call-ids']),
      request: made(
        { messages: [assistant(call('a'), call('b')), user(result('b', '2'), result('a', '1'))] },
        { messages: [assistant(call('x'), call('y')), user(result('x', '1'), result('y', '2'))] },
      ),
    },
    'another id where the wire does not take the one it has': {
      ...lackingWire([], /^[a-z]{9}$/),
      request: made(
        { messages: [assistant(call('a')), user(result('a'))] },
        { messages: [assistant(call('aaaaaaaaa')), user(result('aaaaaaaaa'))] },
      ),
    },
    'a throw over what the converter cannot send': {
      ...lackingWire([]),
      capabilities: { requestLacks: ['image-url'] },
      request: { asked: asking({ messages: [user(linked)] }), refused: 'inline images only' },
    },
    'half of a surrogate pair left out or replaced': {
      request: made(
        { system: 'a\ud800b', messages: [user(text('c\udc00d'))] },
        { system: 'ab', messages: [user(text('c\ufffdd'))] },
      ),
    },
    'blank text left out where the provider refuses it': {
      ...lackingWire(['blank-text']),
      request: made(
        { messages: [assistant(text(' '), call('a')), user(result('a'))] },
        { messages: [assistant(call('a')), user(result('a'))] },
      ),
    },
    'a schema that says nothing more': {
      request: made(
        { tools: [tool] },
        { tools: [{ ...tool, parameters: { type: 'object', properties: {}, required: [] } }] },
      ),
    },
  },
  rejects: {
    'a lost system prompt': { request: made({ system: 'Brief.' }, {}), finding: /`system`/ },
    'a made-up limit': { request: made({}, { maxTokens: 9 }), finding: /`maxTokens`/ },
    'another model': { request: made({}, { model: 'n' }), finding: /`model`/ },
    'a temperature of zero that is lost': { request: made({ temperature: 0 }, {}), finding: /`temperature`/ },
    'blank text left out elsewhere': {
      request: made(
        { messages: [assistant(text(' '), call('a')), user(result('a'))] },
        { messages: [assistant(call('a')), user(result('a'))] },
      ),
      finding: /`messages\[0\]`/,
    },
    'a lost image': {
      request: made({ messages: [user(image)] }, { messages: [user(text('?'))] }),
      finding: /`messages\[0\]`/,
    },
    'a lost tool': { request: made({ tools: [tool, tool] }, { tools: [tool] }), finding: /`tools\[1\]`/ },
    'a schema keyword that is lost': {
      request: made(
        { tools: [{ ...tool, parameters: { type: 'object', additionalProperties: false } }] },
        { tools: [tool] },
      ),
      finding: /additionalProperties/,
    },
    'results given to the wrong calls': {
      ...lackingWire(['call-ids']),
      request: made(
        { messages: [assistant(call('a'), call('b')), user(result('b', '2'), result('a', '1'))] },
        { messages: [assistant(call('x'), call('y')), user(result('x', '2'), result('y', '1'))] },
      ),
      finding: [/content\[0\]\.content/, /content\[1\]\.content/],
    },
    'a number of the arguments written anew': {
      request: made(
        { messages: [assistant(call('a', '{"b":1.0}'))] },
        { messages: [assistant(call('a', '{"b":1}'))] },
      ),
      finding: /arguments/,
    },
    'another value of the arguments': {
      ...lackingWire(['argument-text']),
      request: made(
        { messages: [assistant(call('a', '{"b":1}'))] },
        { messages: [assistant(call('a', '{"b":2}'))] },
      ),
      finding: /arguments/,
    },
    'reasoning sent as text where it has no word': {
      ...lackingWire(['reasoning-signature', 'reasoning']),
      request: made({ messages: [assistant(thought, text('Hi'))] }, { messages: [assistant(text('Hm.Hi'))] }),
      finding: /content\[0\]\.text/,
    },
    'a refusal as text where there is a word for it': {
      ...lackingWire([]),
      request: made({ messages: [assistant(refusal)] }, { messages: [assistant(text('No.'))] }),
      finding: /`messages\[0\]`/,
    },
    'a lost error of a tool': {
      ...lackingWire([]),
      request: made(
        { messages: [assistant(call('a')), user(failed)] },
        { messages: [assistant(call('a')), user(result('a', 'No city'))] },
      ),
      finding: /isError/,
    },
    'what the provider would refuse': { request: made({}, {}, ['`x` is wrong']), finding: /refuse.*`x`/ },
    'no request for what could be sent': {
      ...lackingWire(['image-url-type']),
      request: { asked: asking({ messages: [user(linked)] }), refused: 'the converter threw x' },
      finding: /no request was made: the converter threw x/,
    },
    'a declaration that is not so': {
      ...lackingWire([]),
      capabilities: { requestLacks: ['stop'] },
      request: made({ stop: ['END'] }),
      finding: /`requestLacks` names `stop`, yet/,
    },
    'only the declaration that matters, where two speak of one block': {
      ...lackingWire([]),
      capabilities: { requestLacks: ['redacted-reasoning', 'top-p'] },
      request: made({ topP: 0.5, messages: [assistant(redacted), user(text('Go.'))] }),
      finding: [/names `redacted-reasoning`/, /names `top-p`/],
    },
  },
  notApplicable: {
    'a case that asks for nothing of its own': { reason: /no request of its own/ },
    'a driver that makes no requests': { request: { notMade: 'no `toRequest`' }, reason: /no `toRequest`/ },
  },
})
