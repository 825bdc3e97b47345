/** Proves the projections of the two stream helpers, with events written by hand. */
import { describe, expect, it } from 'vitest'
import * as chat from './chat-events.ts'
import * as response from './response-events.ts'

function ofChat(events: readonly chat.ChatEvent[]) {
  const state = new chat.ChatState()
  return events.flatMap((event) => [...chat.project(event, state, 'openai-chat')])
}

describe('ChatCompletionStream', () => {
  const call = { index: 0, id: 'c', name: 'f' }

  it('ends a call where the helper says that its arguments are done', () => {
    const parts = ofChat([
      { type: 'tool_calls.function.arguments.delta', ...call, arguments_delta: '{}' },
      { type: 'tool_calls.function.arguments.done', ...call, arguments: '{}' },
    ])
    expect(parts).toEqual([
      { type: 'tool-call-delta', index: 0, argumentsDelta: '{}', id: 'c', name: 'f' },
      { type: 'block-end', index: 0, block: { type: 'tool-call', id: 'c', name: 'f', arguments: '{}' } },
    ])
  })

  it('shows a delta behind the end of its text', () => {
    const parts = ofChat([
      { type: 'content.delta', delta: 'a' },
      { type: 'content.done', content: 'a' },
      { type: 'content.delta', delta: 'b' },
    ])
    expect(parts.map((part) => 'index' in part && part.index)).toEqual([0, 0, 0])
  })

  it('reads an error that stands in the choice', () => {
    const error = { code: 429, message: 'Slow down.' }
    const completion = { choices: [{ finish_reason: 'error', error }] }
    expect(ofChat([{ type: 'finalChatCompletion', completion }]).at(-1)).toMatchObject({
      reason: 'error',
      failure: { code: 'RATE_LIMIT' },
    })
  })

  it('counts what was cached as input', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } }
    const completion = { choices: [{ finish_reason: 'stop' }], usage }
    expect(ofChat([{ type: 'finalChatCompletion', completion }])).toContainEqual({
      type: 'usage',
      usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 4 },
    })
  })
})

function ofResponse(events: readonly response.ResponseEvent[]) {
  const state = new response.ResponseState()
  return events.flatMap((event) => [...response.project(event, state, 'openai-responses')])
}

describe('ResponseStream', () => {
  it('tells text that comes whole as a delta', () => {
    const item = { id: 'm', type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }
    expect(ofResponse([{ type: 'response.output_item.done', output_index: 0, item }])).toEqual([
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'text-delta', index: 0, text: 'Hi' },
      { type: 'block-end', index: 0, block: { type: 'text', text: 'Hi' } },
    ])
  })

  it('tells a part once that both the part and its item finish', () => {
    const part = { type: 'output_text', text: 'Hi' }
    const at = { output_index: 0, content_index: 0 }
    const parts = ofResponse([
      { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '' } },
      { type: 'response.content_part.done', ...at, part },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { id: 'm', type: 'message', content: [part] },
      },
    ])
    expect(parts.filter(({ type }) => type === 'block-end')).toHaveLength(1)
  })

  it.each([
    ['completed', undefined, 'stop'],
    ['incomplete', 'max_output_tokens', 'max-tokens'],
    ['incomplete', 'content_filter', 'content-filter'],
  ])('reads the status %s (%s)', (status, reason, finish) => {
    const incomplete = reason === undefined ? {} : { incomplete_details: { reason } }
    const parts = ofResponse([{ type: 'finalResponse', response: { status, ...incomplete } }])
    expect(parts.at(-1)).toMatchObject({ type: 'finish', reason: finish })
  })

  it('takes a status that never moved on for a cut', () => {
    expect(ofResponse([{ type: 'finalResponse', response: { status: 'in_progress' } }]).at(-1)).toMatchObject(
      {
        failure: { code: 'TRANSPORT' },
      },
    )
  })
})
