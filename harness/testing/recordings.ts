/** Small recordings for tests. */

import type { Recording } from '../recording/format.ts'
import type { WireName } from '../wire/wire.ts'

export type RecordingOptions = {
  name?: string
  wire?: WireName
  status?: number
  headers?: Record<string, string>
  end?: Recording['end']
  /** Lengths of the recorded reads; default: one read. */
  reads?: readonly number[]
}

/** A recording of one answer with the given body. */
export function recordingOf(body: string | Uint8Array, options: RecordingOptions = {}): Recording {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return {
    name: options.name ?? 'test',
    wire: options.wire ?? 'openai-chat',
    request: { method: 'POST', url: 'https://api.openai.com/v1/chat/completions', headers: {} },
    response: {
      status: options.status ?? 200,
      headers: options.headers ?? { 'content-type': 'text/event-stream' },
      body: bytes,
      chunks: (options.reads ?? [bytes.length]).map((length) => [length, 0]),
    },
    end: options.end ?? { how: 'complete' },
    borders: 'unknown',
    framing: 'synthesised',
    provenance: { kind: 'written', by: 'hand', source: 'a test' },
    redactions: [],
  }
}

/** A chat completions stream: one text delta for each text, then stop and `[DONE]`. */
export function chatBody(...texts: readonly string[]): string {
  const chunk = (delta: unknown, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  return [...texts.map((content) => chunk({ content }, null)), chunk({}, 'stop'), 'data: [DONE]\n\n'].join('')
}
