/** Proves the projection of LangChain's chunks, with chunks written by hand. */
import { describe, expect, it } from 'vitest'
import type { Part, StreamEnd } from '../../harness/index.ts'
import type { Message, MessageChunk } from './message-chunk.ts'
import { ChunkState, end, project } from './project.ts'

function projected(chunks: readonly MessageChunk[], message?: Message, how?: StreamEnd): Part[] {
  const state = new ChunkState()
  return [
    ...chunks.flatMap((chunk) => [...project({ type: 'chunk', chunk }, state)]),
    ...(message ? project({ type: 'message', message }, state) : []),
    ...end(state, how ?? { how: 'returned' }, 'openai-chat'),
  ]
}

const delta = (index: number, args: string, id?: string, name?: string): MessageChunk => ({
  content: '',
  tool_call_chunks: [{ index, args, ...(id && { id }), ...(name && { name }) }],
})

describe('chunks', () => {
  it('give one text where content is a text', () => {
    expect(projected([{ content: 'Hel' }, { content: 'lo' }])).toEqual([
      { type: 'text-delta', index: 0, text: 'Hel' },
      { type: 'text-delta', index: 0, text: 'lo' },
    ])
  })

  it('give a block for each index of content blocks, from its first word on', () => {
    const parts = projected([
      { content: [{ type: 'text', index: 0, text: '' }] },
      { content: [{ type: 'thinking', index: 1, thinking: 'why' }] },
      { content: [{ type: 'text', index: 0, text: 'Hi' }] },
    ])
    expect(parts).toEqual([
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'block-start', index: 1, kind: 'reasoning' },
      { type: 'reasoning-delta', index: 1, text: 'why' },
      { type: 'text-delta', index: 0, text: 'Hi' },
    ])
  })

  it('give the reasoning that stands beside the content', () => {
    expect(projected([{ content: '', additional_kwargs: { reasoning_content: 'why' } }])).toEqual([
      { type: 'reasoning-delta', index: 0, text: 'why' },
    ])
  })
})

describe('calls', () => {
  it('are those of the message, with their arguments as a value', () => {
    const message: Message = { content: '', tool_calls: [{ id: 'c', name: 'f', args: { a: 1 } }] }
    expect(projected([delta(0, '{"a"', 'c', 'f'), delta(0, ':1}')], message)).toEqual([
      { type: 'tool-call-delta', index: 0, argumentsDelta: '{"a"', id: 'c', name: 'f' },
      { type: 'tool-call-delta', index: 0, argumentsDelta: ':1}' },
      { type: 'block-end', index: 0, block: { type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}' } },
    ])
  })

  it('that the message counts as invalid are not complete', () => {
    const message: Message = { content: '', invalid_tool_calls: [{ id: 'c', name: 'f', args: '{"a' }] }
    expect(projected([delta(0, '{"a', 'c', 'f')], message).at(-1)).toMatchObject({
      complete: false,
      block: { arguments: '{"a', invalid: true },
    })
  })

  it('without ids are found in the order they came', () => {
    const message: Message = {
      content: '',
      tool_calls: [
        { name: 'f', args: {} },
        { name: 'g', args: {} },
      ],
    }
    const ends = projected([delta(0, '{}', undefined, 'f'), delta(1, '{}', undefined, 'g')], message).slice(
      -2,
    )
    expect(ends.map((part) => 'index' in part && part.index)).toEqual([0, 1])
  })

  it('of which only a message tells get a block of their own', () => {
    const message: Message = { content: '', tool_calls: [{ id: 'c', name: 'f', args: {} }] }
    expect(projected([], message).map(({ type }) => type)).toEqual(['block-start', 'block-end'])
  })
})

describe('finish', () => {
  it.each([
    ['chat completions', { response_metadata: { finish_reason: 'length' } }, 'max-tokens'],
    ['Anthropic', { additional_kwargs: { stop_reason: 'tool_use' } }, 'tool-calls'],
    ['Responses', { response_metadata: { status: 'completed' } }, 'stop'],
    [
      'Responses, incomplete',
      { response_metadata: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } },
      'max-tokens',
    ],
  ])('is read where %s keeps it', (_where, metadata, reason) => {
    expect(projected([], { content: '', ...metadata }).at(-1)).toMatchObject({ type: 'finish', reason })
  })

  it('is not said where no finish came', () => {
    expect(projected([], { content: '' })).toEqual([])
  })

  it('is an error where the stream threw', () => {
    const thrown: StreamEnd = { how: 'threw', phase: 'stream', error: new TypeError('terminated') }
    expect(projected([], undefined, thrown)).toEqual([
      { type: 'finish', reason: 'error', failure: { code: 'TRANSPORT', message: 'terminated' } },
    ])
  })
})

it('counts cached tokens as LangChain does', () => {
  const usage_metadata = {
    input_tokens: 10,
    output_tokens: 5,
    input_token_details: { cache_read: 4, cache_creation: 3 },
    output_token_details: { reasoning: 2 },
  }
  expect(projected([], { content: '', usage_metadata })).toEqual([
    {
      type: 'usage',
      usage: {
        inputTokens: 10,
        outputTokens: 5,
        cacheReadTokens: 4,
        cacheWriteTokens: 3,
        reasoningTokens: 2,
      },
    },
  ])
})
