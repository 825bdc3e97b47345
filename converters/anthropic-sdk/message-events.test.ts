/** Proves the projection of `MessageStream`, with events written by hand. */
import { expect, it } from 'vitest'
import { MessageState, project, type MessageEvent } from './message-events.ts'

function projected(events: readonly MessageEvent[]) {
  const state = new MessageState()
  return events.flatMap((event) => [...project(event, state)])
}

const usage = {
  input_tokens: 3,
  output_tokens: 5,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: null,
}

it('ends a call with the value of its input', () => {
  const block = { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } } as const
  const parts = projected([
    { type: 'content_block_start', index: 0, block: { ...block, input: {} } },
    { type: 'inputJson', index: 0, delta: '{"a":1}' },
    { type: 'contentBlock', index: 0, block },
  ])
  expect(parts.at(-1)).toEqual({
    type: 'block-end',
    index: 0,
    block: { type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}' },
  })
})

it("leaves out the input of the provider's own tools, which no block was started for", () => {
  expect(projected([{ type: 'inputJson', index: 0, delta: '{}' }])).toEqual([])
})

it('keeps the signature of thinking', () => {
  const block = { type: 'thinking', thinking: 'why', signature: 'sig' } as const
  const parts = projected([
    { type: 'content_block_start', index: 0, block },
    { type: 'contentBlock', index: 0, block },
  ])
  expect(parts.at(-1)).toMatchObject({ block: { type: 'reasoning', text: 'why', signature: 'sig' } })
})

it('reads usage and stop reason of the final message', () => {
  expect(
    projected([{ type: 'finalMessage', message: { stop_reason: 'max_tokens', usage } }]).slice(-2),
  ).toEqual([
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 5, cacheReadTokens: 4 } },
    { type: 'finish', reason: 'max-tokens', raw: 'max_tokens' },
  ])
})

it('says no finish where the message has no stop reason', () => {
  const parts = projected([{ type: 'finalMessage', message: { stop_reason: null, usage } }])
  expect(parts.some(({ type }) => type === 'finish')).toBe(false)
})
