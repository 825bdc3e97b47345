import { describe, expect, test } from 'vitest'
import { frame } from '../../wire/framing/framing.ts'
import { foreignFile } from './foreign-file.ts'
import { importFile } from './importers.ts'

const load = (...fixtures: unknown[]) =>
  importFile(foreignFile('a.json', new Uint8Array(Buffer.from(JSON.stringify({ fixtures })))), 'a')

type Chunk = { choices: { delta: Record<string, unknown>; finish_reason: string | null }[]; usage?: object }

function chunksOf(...fixtures: unknown[]): Chunk[] {
  const { recordings, refusals } = load(...fixtures)
  expect(refusals).toEqual([])
  return frame('sse', recordings[0]?.response?.body ?? new Uint8Array()).flatMap(
    ({ payload }) => (payload as Chunk) ?? [],
  )
}

const deltas = (chunks: Chunk[]) => chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))

describe('fixtures of aimock', () => {
  test('are marked lossy and synthesised, with the nearest request', () => {
    const { recordings } = load({
      match: { userMessage: 'hello', model: 'gpt-4o' },
      response: { content: 'Hi' },
    })
    expect(recordings).toMatchObject([
      {
        wire: 'openai-chat',
        framing: 'synthesised',
        borders: 'unknown',
        provenance: { kind: 'imported', format: 'aimock-lossy', source: 'a.json' },
        request: { method: 'POST', url: '/v1/chat/completions' },
        response: { status: 200, headers: { 'content-type': 'text/event-stream' } },
      },
    ])
    expect(JSON.parse(Buffer.from(recordings[0]?.request.body ?? []).toString())).toEqual({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'hello' }],
      stream: true,
    })
  })

  test('give text, reasoning and calls as deltas', () => {
    const response = {
      reasoning: 'hm',
      content: 'Grüße',
      toolCalls: [
        { name: 'f', arguments: { a: 1 } },
        { name: 'g', arguments: '{}', id: 'c2' },
      ],
      usage: { input_tokens: 3, output_tokens: 4 },
    }
    const chunks = chunksOf({ match: {}, response, chunkSize: 3 })
    expect(deltas(chunks)).toEqual([
      { role: 'assistant' },
      { reasoning_content: 'hm' },
      { content: 'Grü' },
      { content: 'ße' },
      { tool_calls: [{ index: 0, id: 'call_0', type: 'function', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
      { tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'g', arguments: '' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      {},
    ])
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls')
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 })
  })

  test('keep the order of blocks, and their own finish reason', () => {
    const blocks = [
      { type: 'toolCall', name: 'f', arguments: '{}' },
      { type: 'text', text: 'done' },
    ]
    const chunks = chunksOf({ match: {}, response: { blocks, finishReason: 'length' } })
    expect(deltas(chunks).map((delta) => Object.keys(delta)[0])).toEqual([
      'role',
      'tool_calls',
      'tool_calls',
      'content',
      undefined,
    ])
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('length')
    expect(chunks.some(({ usage }) => usage !== undefined)).toBe(false)
  })

  test('give errors as HTTP errors', () => {
    const { recordings } = load({
      match: {},
      response: { error: { message: 'slow down', type: 'rate_limit' }, status: 429 },
    })
    expect(recordings[0]?.response).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect(Buffer.from(recordings[0]?.response?.body ?? []).toString()).toBe(
      '{"error":{"message":"slow down","type":"rate_limit"}}',
    )
  })

  test('that are no chat, or that break off, are refused by name; the others go on', () => {
    const { recordings, refusals } = load(
      { match: {}, response: { image: { url: 'x' } } },
      { match: {}, response: { content: 'a' }, truncateAfterChunks: 2 },
      { match: {}, response: { content: 'b' } },
    )
    expect(recordings.map(({ name }) => name)).toEqual(['a#3'])
    expect(refusals).toMatchObject([
      { exchange: 1, field: 'fixtures[0].response', format: 'aimock-lossy' },
      { exchange: 2, field: 'fixtures[1].truncateAfterChunks' },
    ])
  })

  test('other files with fixtures are left alone', () => {
    expect(
      importFile(foreignFile('a.json', new Uint8Array(Buffer.from('{"fixtures":[{"name":"x"}]}'))), 'a')
        .recordings,
    ).toEqual([])
  })
})
