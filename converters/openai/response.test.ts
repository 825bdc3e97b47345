/** Proves how a whole answer is read. */
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { OpenAiConverter } from './converter.ts'

const converter = new OpenAiConverter({ generateId: () => 'made' })

function answer(message: object, finish_reason: string | null = 'stop', more: object = {}) {
  return converter.fromOpenAiResponse(
    { id: 'r1', model: 'm1', choices: [{ index: 0, message, finish_reason }], ...more },
    'asked',
  )
}

function call(args: unknown, id = 'a', name = 'f') {
  return { id, type: 'function', function: { name, arguments: args } }
}

describe('fromOpenAiResponse', () => {
  it('reads id, model, text and stop reason, and keeps the raw reason', () => {
    expect(answer({ role: 'assistant', content: 'Hi' })).toEqual({
      id: 'r1',
      model: 'm1',
      content: [{ type: 'text', text: 'Hi' }],
      stopReason: 'end_turn',
      rawFinishReason: 'stop',
    })
  })

  it('names the model asked for where the answer names none', () => {
    expect(answer({ content: 'Hi' }, 'stop', { model: '' }).model).toBe('asked')
  })

  it('gives usage mapped and as sent', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0.1 }
    expect(answer({ content: 'Hi' }, 'stop', { usage })).toMatchObject({
      usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3, cachedTokens: 0 },
      rawUsage: usage,
    })
  })

  it('reads thought, text, refusal and calls as blocks of their own', () => {
    const message = {
      reasoning_content: 'hm',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      refusal: 'no',
    }
    expect(answer({ ...message, tool_calls: [call('{"x":1}')] }, 'tool_calls').content).toStrictEqual([
      { type: 'thought', thought: 'hm' },
      { type: 'text', text: 'ab' },
      { type: 'refusal', refusal: 'no' },
      { type: 'tool_call', id: 'a', name: 'f', arguments: { x: 1 } },
    ])
  })

  it('gives no block for content that is null or empty', () => {
    expect(answer({ content: null }).content).toEqual([])
    expect(answer({ content: '' }).content).toEqual([])
  })

  it.each(['{"a": 1}', '{"n":9007199254740993}', '{"a":1,"a":2}'])(
    'keeps the text of %s, which its value loses',
    (text) => {
      expect(answer({ tool_calls: [call(text)] }, 'tool_calls').content).toMatchObject([
        { argumentsText: text },
      ])
    },
  )

  it.each(['', ' '])('reads blank arguments %j as none', (text) => {
    expect(answer({ tool_calls: [call(text)] }, 'tool_calls').content).toStrictEqual([
      { type: 'tool_call', id: 'a', name: 'f', arguments: {} },
    ])
  })

  it('marks arguments that do not parse, and gives no value for them', () => {
    expect(answer({ tool_calls: [call('{invalid')] }, 'tool_calls').content).toMatchObject([
      { arguments: {}, argumentsText: '{invalid', argumentsError: { kind: 'invalid-json' } },
    ])
  })

  it('leaves out calls that max tokens cut, and says which', () => {
    const result = answer({ content: null, tool_calls: [call('{"a":"he')] }, 'length')
    expect(result.content).toEqual([])
    expect(result.incompleteToolCalls).toEqual([{ callId: 'a', name: 'f', argumentsText: '{"a":"he' }])
  })

  it('reads choice 0 wherever it stands', () => {
    const choices = [
      { index: 1, message: { content: 'B' } },
      { index: 0, message: { content: 'A' } },
    ]
    expect(converter.fromOpenAiResponse({ choices }, 'm').content).toEqual([{ type: 'text', text: 'A' }])
  })

  it('says so when the body is an error or holds no answer', () => {
    expect(converter.fromOpenAiResponse({ error: { message: 'x', code: 429 } }, 'm').error?.code).toBe(
      'RATE_LIMIT',
    )
    expect(converter.fromOpenAiResponse({ choices: [] }, 'm').error?.code).toBe('EMPTY_RESPONSE')
  })

  it('sends back the very text it read', () => {
    const text = '{"n": 9007199254740993}'
    const { content } = answer({ tool_calls: [call(text)] }, 'tool_calls')
    expect(converter.toOpenAiMessages([{ role: 'assistant', content }])).toMatchObject([
      { tool_calls: [{ id: 'a', function: { name: 'f', arguments: text } }] },
    ])
  })

  property.prop([fc.anything()])('never throws', (body) => {
    expect(Array.isArray(converter.fromOpenAiResponse(body, 'm').content)).toBe(true)
  })
})
