import { describe, expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const body = (rest: object = {}) => ({ model: 'm', input: 'Go.', ...rest })

test('reads a whole request', () => {
  const schema = { type: 'object', properties: {} }
  const { request, problems } = readRequest({
    model: 'gpt-x',
    instructions: 'Be ',
    input: [
      { role: 'developer', content: [{ type: 'input_text', text: 'brief.' }] },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA==' },
        ],
      },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'One.' },
          { type: 'summary_text', text: 'Two.' },
        ],
        encrypted_content: 'sig==',
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'Sun' }] },
    ],
    tools: [{ type: 'function', name: 'look', description: 'Looks', parameters: schema }],
    tool_choice: { type: 'function', name: 'look' },
    max_output_tokens: 16,
    temperature: 0,
    top_p: 0.5,
    text: { format: { type: 'json_schema', name: 'n', schema } },
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
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'One.Two.', signature: 'sig==' },
          { type: 'text', text: 'I look.' },
          { type: 'refusal', text: 'No.' },
          { type: 'tool-call', id: 'c1', name: 'look', arguments: '{}', complete: true },
        ],
      },
      { role: 'user', content: [{ type: 'tool-result', toolCallId: 'c1', content: 'Sun' }] },
    ],
    tools: [{ name: 'look', description: 'Looks', parameters: schema }],
    toolChoice: { name: 'look' },
    maxTokens: 16,
    temperature: 0,
    topP: 0.5,
    responseFormat: { name: 'n', schema },
  })
})

test('an input that is a text is what the user says', () => {
  expect(readRequest(body()).request).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
  })
})

test('reasoning without a summary is its content', () => {
  const item = { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] }
  expect(readRequest(body({ input: [item] })).request.messages[0]?.content).toEqual([
    { type: 'reasoning', text: 'Hm.' },
  ])
})

test.each([
  [{ format: { type: 'text' } }, 'text'],
  [{ format: { type: 'json_object' } }, 'json'],
])('reads the format %j', (text, responseFormat) => {
  expect(readRequest(body({ text })).request).toMatchObject({ responseFormat })
})

describe('says what is wrong with', () => {
  test.each<[string, object, RegExp]>([
    ['an item nobody knows', { input: [{ type: 'mcp_call' }] }, /input\[0\].*"mcp_call"/],
    ['a role nobody has', { input: [{ role: 'bot', content: 'x' }] }, /input\[0\]\.role.*"bot"/],
    [
      "a user's part in an assistant's words",
      { input: [{ role: 'user', content: [{ type: 'output_text', text: 'x' }] }] },
      /content\[0\].*"output_text"/,
    ],
    [
      "an assistant's part in a user's words",
      { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }] },
      /content\[0\].*"input_text"/,
    ],
    [
      'a call without an id',
      { input: [{ type: 'function_call', name: 'f', arguments: '{}' }] },
      /input\[0\]\.call_id/,
    ],
    [
      'arguments that are an object',
      { input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: {} }] },
      /arguments` must be a text, found object/,
    ],
    ['a tool that is no function', { tools: [{ type: 'file_search' }] }, /tools\[0\].*"file_search"/],
    ['a tool choice of another API', { tool_choice: 'any' }, /tool_choice` is "any"/],
    ['a format nobody knows', { text: { format: { type: 'xml' } } }, /text\.format.*"xml"/],
  ])('%s', (_, rest, message) => {
    expect(readRequest(body(rest)).problems).toEqual([expect.stringMatching(message)])
  })
})
