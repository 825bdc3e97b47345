import { describe, expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const url = 'https://x.invalid/v1beta/models/gemini-x:streamGenerateContent?alt=sse'
const go = { role: 'user', parts: [{ text: 'Go.' }] }
const calls = {
  role: 'model',
  parts: [
    { functionCall: { name: 'look', args: { at: 'A' } } },
    { functionCall: { name: 'look', args: { at: 'B' } } },
  ],
}
const answer = (rest: object) => ({ functionResponse: { name: 'look', response: { output: 'x' }, ...rest } })
const read = (rest: object) => readRequest({ contents: [go], ...rest }, url)

test('reads a whole request', () => {
  const schema = { type: 'object', properties: {} }
  const { request, problems } = read({
    systemInstruction: { parts: [{ text: 'Be ' }, { text: 'brief.' }] },
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'See' },
          { inlineData: { mimeType: 'image/png', data: 'AA==' } },
          { fileData: { mimeType: 'image/png', fileUri: 'gs://x/a.png' } },
        ],
      },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thoughtSignature: 's1' },
          { text: 'I look.' },
          { functionCall: { id: 'c1', name: 'look', args: { a: 1 } }, thoughtSignature: 's2' },
        ],
      },
      { role: 'user', parts: [answer({ id: 'c1', response: { error: 'No' } })] },
    ],
    tools: [{ functionDeclarations: [{ name: 'look', description: 'Looks', parametersJsonSchema: schema }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
    generationConfig: {
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      stopSequences: ['END'],
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    },
  })
  expect(problems).toEqual([])
  expect(request).toEqual({
    model: 'gemini-x',
    system: 'Be brief.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', mediaType: 'image/png', data: 'AA==' },
          { type: 'image', mediaType: 'image/png', url: 'gs://x/a.png' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', signature: 's1' },
          { type: 'text', text: 'I look.' },
          {
            type: 'tool-call',
            id: 'c1',
            name: 'look',
            arguments: '{"a":1}',
            complete: true,
            signature: 's2',
          },
        ],
      },
      { role: 'user', content: [{ type: 'tool-result', toolCallId: 'c1', content: 'No', isError: true }] },
    ],
    tools: [{ name: 'look', description: 'Looks', parameters: schema }],
    toolChoice: { name: 'look' },
    maxTokens: 9,
    temperature: 0,
    topP: 0.5,
    stop: ['END'],
    responseFormat: { name: '', schema },
  })
})

test('results without ids answer the calls of their name in order', () => {
  const results = {
    role: 'user',
    parts: [answer({}), answer({ response: { output: 'y' } })],
  }
  const { request, problems } = read({ contents: [go, calls, results] })
  expect(problems).toEqual([])
  const [, asked, answered] = request.messages
  const ids = asked?.content.map((block) => (block.type === 'tool-call' ? block.id : ''))
  expect(answered?.content).toEqual([
    { type: 'tool-result', toolCallId: ids?.[0], content: 'x' },
    { type: 'tool-result', toolCallId: ids?.[1], content: 'y' },
  ])
})

test('a result that is no text is its JSON', () => {
  const results = { role: 'user', parts: [answer({ response: { degrees: 3 } })] }
  expect(read({ contents: [go, calls, results] }).request.messages[2]?.content).toMatchObject([
    { content: '{"degrees":3}' },
  ])
})

test('reads the other spelling of its fields', () => {
  const { request, problems } = read({
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    tools: [{ function_declarations: [{ name: 'f', parameters: {} }] }],
  })
  expect(problems).toEqual([])
  expect(request).toMatchObject({ system: 'Be brief.', tools: [{ name: 'f' }] })
})

test.each([
  ['AUTO', 'auto'],
  ['VALIDATED', 'auto'],
  ['NONE', 'none'],
  ['ANY', 'required'],
])('reads the mode %s', (mode, toolChoice) => {
  expect(read({ toolConfig: { functionCallingConfig: { mode } } }).request).toMatchObject({ toolChoice })
})

test('JSON without a schema is a format', () => {
  expect(read({ generationConfig: { responseMimeType: 'application/json' } }).request).toMatchObject({
    responseFormat: 'json',
  })
})

describe('says what is wrong with', () => {
  test.each<[string, object, RegExp]>([
    ['a role nobody has', { contents: [{ role: 'system', parts: [] }] }, /contents\[0\]\.role.*"system"/],
    ["a user's part nobody knows", { contents: [{ parts: [{ audio: {} }] }] }, /parts\[0\].*"audio"/],
    ["a model's part nobody knows", { contents: [{ role: 'model', parts: [{ code: {} }] }] }, /"code"/],
    [
      'a result that answers no call',
      { contents: [go, { role: 'user', parts: [answer({})] }] },
      /answers no call/,
    ],
    [
      'a second result for one call',
      { contents: [go, calls, { role: 'user', parts: [answer({}), answer({}), answer({})] }] },
      /parts\[2\].*answers no call/,
    ],
    ["a provider's own tool", { tools: [{ googleSearch: {} }] }, /tools\[0\].*"googleSearch"/],
    ['a mode nobody knows', { toolConfig: { functionCallingConfig: { mode: 'SOME' } } }, /mode.*"SOME"/],
  ])('%s', (_, rest, message) => {
    expect(read(rest).problems).toEqual([expect.stringMatching(message)])
  })
})
