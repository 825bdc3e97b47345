/** Proves what a request says, and what it leaves out. */
import { describe, expect, it } from 'vitest'
import { OpenAiConverter } from './converter.ts'
import type { LlmRequest, LlmTool } from './types.ts'

const converter = new OpenAiConverter()
const HELLO: LlmRequest = {
  model: 'm',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
}
const TOOL: LlmTool = {
  name: 'search',
  description: 'finds',
  parameters: {
    type: 'object',
    properties: { q: { type: 'string' } },
    required: ['q'],
    additionalProperties: false,
  },
}

describe('toOpenAiRequest', () => {
  it('says only what was asked for', () => {
    expect(converter.toOpenAiRequest(HELLO)).toStrictEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
    })
  })

  it('puts the system instruction first', () => {
    expect(converter.toOpenAiRequest({ ...HELLO, systemInstruction: 'Be brief' }).messages[0]).toEqual({
      role: 'system',
      content: 'Be brief',
    })
  })

  it('carries limits, zero included', () => {
    const limits = { maxTokens: 5, temperature: 0, topP: 0.5, stopSequences: ['END'] }
    expect(converter.toOpenAiRequest({ ...HELLO, ...limits })).toMatchObject({
      max_completion_tokens: 5,
      temperature: 0,
      top_p: 0.5,
      stop: ['END'],
    })
  })

  it('carries tools and the choice among them, and no choice without tools', () => {
    expect(converter.toOpenAiRequest({ ...HELLO, tools: [TOOL], toolChoice: 'required' })).toMatchObject({
      tools: [{ type: 'function' }],
      tool_choice: 'required',
    })
    expect(converter.toOpenAiRequest({ ...HELLO, tools: [], toolChoice: 'auto' })).not.toHaveProperty(
      'tool_choice',
    )
  })

  it.each([
    ['json' as const, { type: 'json_object' }],
    ['text' as const, { type: 'text' }],
    [
      { name: 'n', schema: { type: 'object' } },
      { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } },
    ],
  ])('says the response format %j', (responseFormat, expected) => {
    expect(converter.toOpenAiRequest({ ...HELLO, responseFormat }).response_format).toEqual(expected)
  })

  it('asks for usage when it asks for a stream', () => {
    expect(converter.toOpenAiRequest({ ...HELLO, stream: true })).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    })
  })
})

describe('tools', () => {
  it('passes the whole schema on, and no keyword that was not there', () => {
    const { name, description, parameters } = TOOL
    expect(converter.toOpenAiTools([TOOL])).toStrictEqual([
      { type: 'function', function: { name, description, parameters } },
    ])
    const bare = converter.toOpenAiTools([{ name: 'noop', parameters: { type: 'object', properties: {} } }])
    expect(bare).toStrictEqual([
      { type: 'function', function: { name: 'noop', parameters: { type: 'object', properties: {} } } },
    ])
  })

  it.each(['auto', 'none', 'required'] as const)('says the choice %s as it is', (choice) => {
    expect(converter.toOpenAiToolChoice(choice)).toBe(choice)
  })

  it('says one named tool as a function', () => {
    expect(converter.toOpenAiToolChoice({ name: 'f' })).toEqual({ type: 'function', function: { name: 'f' } })
  })
})
