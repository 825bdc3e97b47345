/** Proves how a conversation is written. */
import { describe, expect, it } from 'vitest'
import { toOpenAiMessages } from './messages.ts'
import type { LlmContent, LlmRole } from './types.ts'

function write(role: LlmRole, ...content: LlmContent[]) {
  return toOpenAiMessages([{ role, content }])
}

const text = (text: string): LlmContent => ({ type: 'text', text })
const call = (more: object = {}): LlmContent => ({
  type: 'tool_call',
  id: 'a',
  name: 'f',
  arguments: { city: 'Oslo' },
  ...more,
})

const result = (toolCallId: string, content: unknown): LlmContent => ({
  type: 'tool_result',
  toolCallId,
  content,
})

describe('toOpenAiMessages', () => {
  it.each(['system', 'user', 'assistant'] as const)('writes one text of %s as text', (role) => {
    expect(write(role, text('Hi'))).toMatchObject([{ role, content: 'Hi' }])
  })

  it('keeps the order of the conversation', () => {
    const messages = (['system', 'user', 'assistant', 'user'] as const).map((role) => ({
      role,
      content: [text(role)],
    }))
    expect(toOpenAiMessages(messages).map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })

  it('writes calls beside the text, and null content where there is none', () => {
    const calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"city":"Oslo"}' } }]
    expect(write('assistant', text('Let me see.'), call())).toEqual([
      { role: 'assistant', content: 'Let me see.', tool_calls: calls },
    ])
    expect(write('assistant', call())).toEqual([{ role: 'assistant', content: null, tool_calls: calls }])
  })

  it('sends the exact argument text where it is known', () => {
    expect(write('assistant', call({ argumentsText: '{"n": 1.0}' }))).toMatchObject([
      { tool_calls: [{ function: { arguments: '{"n": 1.0}' } }] },
    ])
  })

  it('writes each tool result as a message of its own, before anything else said', () => {
    expect(
      write('user', text('so?'), result('a', 'Sunny'), result('b', { temp: 25 }), result('c', undefined)),
    ).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'Sunny' },
      { role: 'tool', tool_call_id: 'b', content: '{"temp":25}' },
      { role: 'tool', tool_call_id: 'c', content: '' },
      { role: 'user', content: 'so?' },
    ])
  })

  it('writes images as parts, inline data as a data URI', () => {
    const inline: LlmContent = {
      type: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' },
    }
    const linked: LlmContent = { type: 'image', source: { type: 'url', url: 'https://example.com/i.jpg' } }
    expect(write('user', text('What?'), inline, linked)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image_url', image_url: { url: 'https://example.com/i.jpg' } },
        ],
      },
    ])
  })

  it('sends a refusal back in its own field, and thoughts not at all', () => {
    expect(
      write('assistant', { type: 'thought', thought: 'hm' }, { type: 'refusal', refusal: 'no' }),
    ).toEqual([{ role: 'assistant', content: null, refusal: 'no' }])
  })

  it.each(['system', 'user', 'assistant', 'tool'] as const)('leaves out an empty message of %s', (role) => {
    expect(write(role)).toEqual([])
    expect(write(role, { type: 'thought', thought: 'hm' })).toEqual([])
  })
})
