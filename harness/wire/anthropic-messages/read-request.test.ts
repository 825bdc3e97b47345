import { describe, expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const go = { role: 'user', content: 'Go.' }
const body = (rest: object = {}) => ({ model: 'm', max_tokens: 8, messages: [go], ...rest })

test('reads a whole request', () => {
  const schema = { type: 'object', properties: {} }
  const { request, problems } = readRequest({
    model: 'claude-x',
    max_tokens: 9,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          { type: 'image', source: { type: 'url', url: 'https://x.invalid/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
          { type: 'redacted_thinking', data: 'xyz' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'c1', name: 'look', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'Sun', is_error: true },
          { type: 'text', text: 'Thanks' },
        ],
      },
    ],
    tools: [{ name: 'look', description: 'Looks', input_schema: schema }],
    tool_choice: { type: 'any' },
    temperature: 0,
    top_p: 0.5,
    stop_sequences: ['END'],
    output_config: { format: { type: 'json_schema', schema } },
  })
  expect(problems).toEqual([])
  expect(request).toEqual({
    model: 'claude-x',
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
          { type: 'reasoning', text: 'Hm.', signature: 'sig' },
          { type: 'reasoning', text: '', redacted: true, signature: 'xyz' },
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"a":1}', complete: true },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool-result', toolCallId: 'c1', content: 'Sun', isError: true },
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
    responseFormat: { name: '', schema },
  })
})

test.each([
  [{ type: 'auto' }, 'auto'],
  [{ type: 'none' }, 'none'],
  [{ type: 'tool', name: 'f' }, { name: 'f' }],
])('reads the tool choice %j', (value, toolChoice) => {
  expect(readRequest(body({ tool_choice: value })).request).toMatchObject({ toolChoice })
})

describe('says what is wrong with', () => {
  const assistant = (block: object) => ({ messages: [go, { role: 'assistant', content: [block] }] })
  test.each<[string, object, RegExp]>([
    ['a request without a limit', { max_tokens: undefined }, /`max_tokens` is required/],
    ['a role nobody has', { messages: [{ role: 'tool', content: 'x' }] }, /messages\[0\]\.role.*"tool"/],
    [
      'a block nobody knows',
      { messages: [{ role: 'user', content: [{ type: 'audio' }] }] },
      /content\[0\].*"audio"/,
    ],
    [
      'an image from elsewhere',
      { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file' } }] }] },
      /source.*"file"/,
    ],
    [
      'a result behind a text',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'x' },
              { type: 'tool_result', tool_use_id: 'c', content: 'y' },
            ],
          },
        ],
      },
      /result behind other blocks/,
    ],
    ['thinking without a signature', assistant({ type: 'thinking', thinking: 'Hm.' }), /\.signature/],
    ['redacted thinking without data', assistant({ type: 'redacted_thinking' }), /\.data/],
    [
      'an input that is a text',
      assistant({ type: 'tool_use', id: 'c', name: 'f', input: '{}' }),
      /input` must be an object/,
    ],
    ["a provider's own tool", { tools: [{ type: 'bash_20250124', name: 'bash' }] }, /tools\[0\].*"bash_/],
    ['a tool choice of another API', { tool_choice: 'required' }, /tool_choice/],
    ['a format nobody knows', { output_config: { format: { type: 'xml' } } }, /output_config\.format/],
  ])('%s', (_, rest, message) => {
    expect(readRequest(body(rest)).problems).toEqual([expect.stringMatching(message)])
  })
})
