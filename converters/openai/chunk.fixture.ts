/** Short ways to write chunks and to play them, for the tests beside it. */
import { OpenAiConverter } from './converter.ts'
import type { LlmEvent } from './events.ts'
import type { FlushOptions } from './stream.ts'

export const USAGE = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }

export function delta(delta: unknown, more: object = {}): object {
  return {
    id: 'c1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...more,
  }
}

export function tool(...calls: unknown[]): object {
  return delta({ tool_calls: calls })
}

export function finish(reason: unknown, more: object = {}): object {
  return { choices: [{ index: 0, delta: {}, finish_reason: reason }], ...more }
}

/** Events of the chunks, without the flush. Made-up ids are `made-1`, `made-2`, … */
export function play(...chunks: unknown[]): LlmEvent[] {
  return playAndFlush(chunks, undefined)
}

/** Events of the chunks and then of the flush. */
export function playToEnd(chunks: unknown[], options: FlushOptions = {}): LlmEvent[] {
  return playAndFlush(chunks, options)
}

function playAndFlush(chunks: unknown[], options: FlushOptions | undefined): LlmEvent[] {
  let made = 0
  const converter = new OpenAiConverter({ generateId: () => `made-${++made}` })
  const state = converter.createStreamState()
  const events = chunks.flatMap((chunk) => converter.convertStreamEvent(chunk, state))
  return options === undefined ? events : [...events, ...converter.flush(state, options)]
}

export function typesOf(events: readonly LlmEvent[]): string[] {
  return events.map((event) => event.type)
}

export function pick<T extends LlmEvent['type']>(
  events: readonly LlmEvent[],
  type: T,
): Extract<LlmEvent, { type: T }>[] {
  return events.filter((event): event is Extract<LlmEvent, { type: T }> => event.type === type)
}
