import { describe, expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const go = { role: 'user', content: 'Go.' }
const body = (rest: object = {}) => ({ model: 'm', messages: [go], ...rest })
const call = (rest: object = {}) => ({
  id: 'c1',
  type: 'function',
  function: { name: 'look', arguments: '{"a": 1.0}' },
  ...rest,
})

test('reads a whole request', () => {
  const schema = { type: 'object', properties: {} }
  const { request, problems } = readRequest({
    model: 'gpt-x',
    messages: [
      { role: 'developer', content: [{ type: 'text', text: 'Be ' }] },
      { role: 'system', content: 'brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          { type: 'image_url', image_url: { url: 'https://x.invalid/a.png' } },
        ],
      },
      { role: 'assistant', content: 'I look.', refusal: null, tool_calls: [call()] },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'Sun' }] },
      { role: 'user', content: 'Thanks' },
    ],
    tools: [{ type: 'function', function: { name: 'look', description: 'Looks', parameters: schema } }],
    tool_choice: 'required',
    max_completion_tokens: 9,
    temperature: 0,
    top_p: 0.5,
    stop: 'END',
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict: true } },
    stream: true,
  })
  expect(problems).toEqual([])
  expect(request).toEqual({
    model: 'gpt-x',
    system: 'Be brief.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', mediaType: 'image/png', data: 'AA==' },
          { type: 'image', mediaType: '', url: 'https://x.invalid/a.png' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"a": 1.0}', complete: true },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool-result', toolCallId: 'c1', content: 'Sun' },
          { type: 'text', text: 'Thanks' },
        ],
      },
    ],
    tools: [{ name: 'look', description: 'Looks', parameters: schema }],
    toolChoice: 'required',
    maxTokens: 9,
    temperature: 0,
    topP: 0.5,
    stop: ['END'],
    responseFormat: { name: 'n', schema },
  })
})

test('reads what an assistant refused and what it thought', () => {
  const message = { role: 'assistant', content: null, refusal: 'No.', reasoning_content: 'Hm.' }
  expect(readRequest(body({ messages: [go, message] })).request.messages[1]?.content).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'refusal', text: 'No.' },
  ])
})

test('options that are absent stay absent', () => {
  expect(readRequest(body()).request).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
  })
})

test.each([
  ['auto', 'auto'],
  ['none', 'none'],
  [{ type: 'function', function: { name: 'f' } }, { name: 'f' }],
])('reads the tool choice %j', (value, toolChoice) => {
  expect(readRequest(body({ tool_choice: value })).request).toMatchObject({ toolChoice })
})

test.each([
  [{ type: 'text' }, 'text'],
  [{ type: 'json_object' }, 'json'],
])('reads the format %j', (value, responseFormat) => {
  expect(readRequest(body({ response_format: value })).request).toMatchObject({ responseFormat })
})

describe('says what is wrong with', () => {
  test.each<[string, unknown, RegExp]>([
    ['a body that is no object', 'text', /`model` must be a text/],
    ['a role nobody has', body({ messages: [{ role: 'bot', content: 'x' }] }), /messages\[0\]\.role.*"bot"/],
    [
      'a system message behind others',
      body({ messages: [go, { role: 'system', content: 'x' }] }),
      /messages\[1\]\.role.*"system"/,
    ],
    ['a content of numbers', body({ messages: [{ role: 'user', content: 7 }] }), /must be a text or a list/],
    [
      'a part nobody knows',
      body({ messages: [{ role: 'user', content: [{ type: 'audio' }] }] }),
      /content\[0\].*"audio"/,
    ],
    [
      'an image whose url is bare',
      body({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'https://x' }] }] }),
      /image_url.*must be a text/,
    ],
    [
      'arguments that are an object',
      body({
        messages: [go, { role: 'assistant', tool_calls: [call({ function: { name: 'f', arguments: {} } })] }],
      }),
      /arguments` must be a text, found object/,
    ],
    [
      'a call without an id',
      body({ messages: [go, { role: 'assistant', tool_calls: [call({ id: undefined })] }] }),
      /tool_calls\[0\]\.id/,
    ],
    [
      'a result that follows no call',
      body({ messages: [go, { role: 'tool', tool_call_id: 'c1', content: 'x' }] }),
      /behind a message of `user`/,
    ],
    ['a tool that is no function', body({ tools: [{ type: 'web_search' }] }), /tools\[0\].*"web_search"/],
    ['a tool choice of another API', body({ tool_choice: 'any' }), /tool_choice` is "any"/],
    ['a format nobody knows', body({ response_format: { type: 'xml' } }), /response_format.*"xml"/],
  ])('%s', (_, sent, message) => {
    expect(readRequest(sent).problems).toEqual([expect.stringMatching(message)])
  })
})
