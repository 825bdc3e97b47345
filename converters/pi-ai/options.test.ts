import { expect, test } from 'vitest'
import type { WireName } from '../../harness/index.ts'
import { toPiOptions } from './options.ts'

const plain = { model: 'm', messages: [] }

test('what was not asked for is absent', () => {
  expect(toPiOptions(plain, 'openai-chat')).toEqual({})
})

test('a limit and a temperature of zero are passed on', () => {
  expect(toPiOptions({ ...plain, maxTokens: 9, temperature: 0 }, 'mistral')).toEqual({
    maxTokens: 9,
    temperature: 0,
  })
})

test.each([
  ['openai-chat', 'required'],
  ['openai-responses', 'required'],
  ['anthropic-messages', 'any'],
  ['gemini', 'any'],
  ['bedrock-converse', 'any'],
  ['mistral', 'any'],
] as const)('over %s a call is demanded by %s', (wire, word) => {
  expect(toPiOptions({ ...plain, toolChoice: 'required' }, wire)).toEqual({ toolChoice: word })
})

test.each<[WireName, unknown]>([
  ['openai-chat', { type: 'function', function: { name: 'f' } }],
  ['openai-responses', { type: 'function', name: 'f' }],
  ['anthropic-messages', { type: 'tool', name: 'f' }],
  ['gemini', undefined],
])('over %s a tool is named in the words of the API, where it has any', (wire, toolChoice) => {
  expect(toPiOptions({ ...plain, toolChoice: { name: 'f' } }, wire)).toEqual(toolChoice ? { toolChoice } : {})
})

test('a format is nested in the words of the API', () => {
  const asked = { ...plain, responseFormat: { name: 'n', schema: {} }, stop: ['END'] }
  expect(toPiOptions(asked, 'openai-chat')).toEqual({
    samplingParams: {
      stop: ['END'],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
    },
  })
  expect(toPiOptions(asked, 'openai-responses')).toEqual({
    samplingParams: { text: { format: { type: 'json_schema', name: 'n', schema: {} } } },
  })
})
