import { describe, expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const url = 'http://127.0.0.1:1/model/anthropic.claude-x%3A0/converse-stream'
const go = { role: 'user', content: [{ text: 'Go.' }] }
const read = (rest: object) => readRequest({ messages: [go], ...rest }, url)

test('reads a whole request', () => {
  const schema = { type: 'object', properties: {} }
  const { request, problems } = read({
    system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
    messages: [
      {
        role: 'user',
        content: [{ text: 'See' }, { image: { format: 'png', source: { bytes: 'AA==' } } }],
      },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'sig' } } },
          { reasoningContent: { redactedContent: 'eHl6' } },
          { text: 'I look.' },
          { toolUse: { toolUseId: 'c1', name: 'look', input: { a: 1 } } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            toolResult: { toolUseId: 'c1', content: [{ text: 'No ' }, { json: { a: 1 } }], status: 'error' },
          },
          { cachePoint: { type: 'default' } },
        ],
      },
    ],
    inferenceConfig: { maxTokens: 9, temperature: 0, topP: 0.5, stopSequences: ['END'] },
    toolConfig: {
      tools: [{ toolSpec: { name: 'look', description: 'Looks', inputSchema: { json: schema } } }],
      toolChoice: { any: {} },
    },
    outputConfig: {
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'n', schema: JSON.stringify(schema) } },
      },
    },
  })
  expect(problems).toEqual([])
  expect(request).toEqual({
    model: 'anthropic.claude-x:0',
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
          { type: 'reasoning', text: 'Hm.', signature: 'sig' },
          { type: 'reasoning', text: '', redacted: true, signature: 'eHl6' },
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"a":1}', complete: true },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool-result', toolCallId: 'c1', content: 'No {"a":1}', isError: true }],
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

test.each([
  [{ auto: {} }, 'auto'],
  [{ tool: { name: 'f' } }, { name: 'f' }],
])('reads the tool choice %j', (value, toolChoice) => {
  expect(read({ toolConfig: { tools: [], toolChoice: value } }).request).toMatchObject({ toolChoice })
})

describe('says what is wrong with', () => {
  const assistant = (block: object) => ({ messages: [go, { role: 'assistant', content: [block] }] })
  test.each<[string, object, RegExp]>([
    ['a role nobody has', { messages: [{ role: 'system', content: [] }] }, /messages\[0\]\.role/],
    ["a user's block nobody knows", { messages: [{ role: 'user', content: [{ video: {} }] }] }, /"video"/],
    ["an assistant's block nobody knows", assistant({ image: {} }), /"image"/],
    [
      'an image without bytes',
      { messages: [{ role: 'user', content: [{ image: { format: 'png', source: { s3Location: {} } } }] }] },
      /source\.bytes/,
    ],
    ['a call without an id', assistant({ toolUse: { name: 'f', input: {} } }), /toolUseId/],
    [
      'an input that is a text',
      assistant({ toolUse: { toolUseId: 'c', name: 'f', input: '{}' } }),
      /input` must be an object/,
    ],
    ["a provider's own tool", { toolConfig: { tools: [{ systemTool: {} }] } }, /"systemTool"/],
    ['a tool choice of another API', { toolConfig: { toolChoice: { none: {} } } }, /toolChoice.*"none"/],
    ['a format nobody knows', { outputConfig: { textFormat: { type: 'xml' } } }, /textFormat.*"xml"/],
  ])('%s', (_, rest, message) => {
    expect(read(rest).problems).toEqual([expect.stringMatching(message)])
  })
})
