/** Proves the projection of AI SDK stream parts, of all three specifications, with parts written by hand. */
import { describe, expect, it } from 'vitest'
import type { Part, StreamEnd, WireName } from '../../harness/index.ts'
import { end, project, StreamState } from './project.ts'
import { asStreamPart } from './stream-part.ts'

const returned: StreamEnd = { how: 'returned' }
const counts = { inputTokens: 1, outputTokens: 1 }

function projected(
  given: readonly object[],
  how: StreamEnd = returned,
  wire: WireName = 'openai-chat',
): Part[] {
  const state = new StreamState()
  const parts = given.map((part) => asStreamPart(part as { type: string }))
  return [...parts.flatMap((part) => [...project(part, state, wire)]), ...end(state, how, wire)]
}

function finishOf(finishReason: unknown, before: readonly object[] = []): Part | undefined {
  return projected([...before, { type: 'finish', finishReason, usage: counts }]).at(-1)
}

describe('blocks', () => {
  it('joins the deltas of a text in its end', () => {
    expect(
      projected([
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: 'Hel' },
        { type: 'text-delta', id: '0', delta: 'lo' },
        { type: 'text-end', id: '0' },
      ]),
    ).toEqual([
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'text-delta', index: 0, text: 'Hel' },
      { type: 'text-delta', index: 0, text: 'lo' },
      { type: 'block-end', index: 0, block: { type: 'text', text: 'Hello' } },
    ])
  })

  it('makes another block of an id that starts again', () => {
    const block = [
      { type: 'text-start', id: 'txt-0' },
      { type: 'text-end', id: 'txt-0' },
    ]
    expect(projected([...block, ...block]).map((part) => 'index' in part && part.index)).toEqual([0, 0, 1, 1])
  })

  it('tells text and reasoning of one id apart', () => {
    const parts = projected([
      { type: 'reasoning-start', id: '0' },
      { type: 'text-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'why' },
    ])
    expect(parts.at(-1)).toEqual({ type: 'reasoning-delta', index: 0, text: 'why' })
  })

  it('says a delta that has no start as it came', () => {
    expect(projected([{ type: 'text-delta', id: '0', delta: 'x' }])).toEqual([
      { type: 'text-delta', index: 0, text: 'x' },
    ])
  })

  it.each([
    ['Anthropic', { anthropic: { signature: 'sig' } }],
    ['Google', { google: { thoughtSignature: 'sig' } }],
    ['OpenAI', { openai: { reasoningEncryptedContent: 'sig' } }],
  ])('keeps the signature of %s', (_who, providerMetadata) => {
    const parts = projected([
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-end', id: '0', providerMetadata },
    ])
    expect(parts.at(-1)).toMatchObject({ block: { type: 'reasoning', signature: 'sig' } })
  })

  it('marks a redacted block', () => {
    const parts = projected([
      { type: 'reasoning-start', id: '0', providerMetadata: { anthropic: { redactedData: 'data' } } },
      { type: 'reasoning-end', id: '0' },
    ])
    expect(parts.at(-1)).toMatchObject({ block: { redacted: true, signature: 'data' } })
  })
})

describe('calls', () => {
  it('are ended by `tool-call`, not by the end of their input', () => {
    const parts = projected([
      { type: 'tool-input-start', id: 'c', toolName: 'f' },
      { type: 'tool-input-delta', id: 'c', delta: '{}' },
      { type: 'tool-input-end', id: 'c' },
    ])
    expect(parts.map(({ type }) => type)).toEqual(['block-start', 'tool-call-delta'])
  })

  it('start where they were never announced', () => {
    expect(projected([{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{}' }])).toEqual([
      { type: 'block-start', index: 0, kind: 'tool-call', id: 'c', name: 'f' },
      { type: 'block-end', index: 0, block: { type: 'tool-call', id: 'c', name: 'f', arguments: '{}' } },
    ])
  })

  it("of the provider's own tools are none of the client's", () => {
    const parts = projected([
      { type: 'tool-input-start', id: 'c', toolName: 'web_search', providerExecuted: true },
      { type: 'tool-input-delta', id: 'c', delta: '{}' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'web_search', input: '{}', providerExecuted: true },
    ])
    expect(parts).toEqual([])
  })
})

describe('finish', () => {
  it.each([
    ['stop', { type: 'finish', reason: 'stop' }],
    ['length', { type: 'finish', reason: 'max-tokens' }],
    ['unknown', { type: 'finish', reason: 'other' }],
  ])('reads the word `%s` of V2', (word, finish) => {
    expect(finishOf(word)).toEqual(finish)
  })

  it("keeps the provider's word beside that of V3 and V4", () => {
    expect(finishOf({ unified: 'tool-calls', raw: 'tool_use' })).toEqual({
      type: 'finish',
      reason: 'tool-calls',
      raw: 'tool_use',
    })
  })

  it('takes `interrupted` of V4 for a broken connection', () => {
    expect(finishOf({ unified: 'interrupted' })).toMatchObject({
      reason: 'error',
      failure: { code: 'TRANSPORT' },
    })
  })

  it('is an error where one came before, even if it says `stop`', () => {
    expect(finishOf({ unified: 'stop' }, [{ type: 'error', error: { message: 'Odd.' } }])).toMatchObject({
      reason: 'error',
      failure: { message: 'Odd.' },
    })
  })

  it('is said for an error that no finish followed', () => {
    expect(projected([{ type: 'error', error: 'Odd.' }]).at(-1)).toMatchObject({
      type: 'finish',
      reason: 'error',
    })
  })

  it('is not said for a stream that ends in silence', () => {
    expect(projected([])).toEqual([])
  })
})

describe('usage', () => {
  it('is on the base of the provider in V2, with cache writes beside it', () => {
    const parts = projected([
      {
        type: 'finish',
        finishReason: 'stop',
        usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2 },
        providerMetadata: { anthropic: { cacheCreationInputTokens: 3 } },
      },
    ])
    expect(parts[0]).toEqual({
      type: 'usage',
      usage: {
        inputTokens: 10,
        outputTokens: 5,
        cacheReadTokens: 4,
        cacheWriteTokens: 3,
        reasoningTokens: 2,
      },
    })
  })

  it('counts what was not cached as input from V3 on', () => {
    const usage = {
      inputTokens: { total: 10, noCache: 3, cacheRead: 4, cacheWrite: 3 },
      outputTokens: { total: 5, text: 3, reasoning: 2 },
    }
    expect(projected([{ type: 'finish', finishReason: { unified: 'stop' }, usage }])[0]).toEqual({
      type: 'usage',
      usage: { inputTokens: 3, cacheReadTokens: 4, cacheWriteTokens: 3, outputTokens: 5, reasoningTokens: 2 },
    })
  })
})
