/** Builders of pi-ai messages and events for the tests of this folder. Not here: anything the converter uses. */

import type { AssistantMessage, AssistantMessageEvent, ToolCall, Usage } from '@earendil-works/pi-ai'
import { toStreamChunks } from './stream.ts'
import type { StreamChunk } from './vocabulary.ts'

export function usageOf(overrides: Partial<Usage> = {}): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    ...overrides,
  }
}

export function messageOf(overrides: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: 'assistant',
    content: [],
    api: 'anthropic-messages',
    provider: 'acme',
    model: 'acme-1',
    usage: usageOf(),
    stopReason: 'stop',
    timestamp: 0,
    ...overrides,
  }
}

export function callOf(overrides: Partial<ToolCall> = {}): ToolCall {
  return { type: 'toolCall', id: 'call_a', name: 'lookup', arguments: {}, ...overrides }
}

export function failedWith(
  errorMessage: string,
  overrides: Partial<AssistantMessage> = {},
): AssistantMessage {
  return messageOf({ stopReason: 'error', errorMessage, ...overrides })
}

export function done(overrides: Partial<AssistantMessage> = {}): AssistantMessageEvent {
  const message = messageOf(overrides)
  return { type: 'done', reason: message.stopReason as 'stop', message }
}

export async function convert(
  events: readonly AssistantMessageEvent[] | AsyncIterable<AssistantMessageEvent>,
  contextWindow?: number,
): Promise<StreamChunk[]> {
  const source = Symbol.asyncIterator in events ? events : feed(events)
  const chunks: StreamChunk[] = []
  for await (const chunk of toStreamChunks(source, contextWindow)) chunks.push(chunk)
  return chunks
}

async function* feed(events: readonly AssistantMessageEvent[]): AsyncGenerator<AssistantMessageEvent> {
  yield* events
}

/** The events of one call whose arguments come as `deltas` and end as `call`. */
export function callEvents(
  call: ToolCall,
  deltas: readonly string[],
  contentIndex = 0,
): AssistantMessageEvent[] {
  const content: ToolCall[] = []
  content[contentIndex] = callOf({ id: call.id, name: call.name })
  const partial = messageOf({ content })
  return [
    { type: 'toolcall_start', contentIndex, partial },
    ...deltas.map((delta) => ({ type: 'toolcall_delta' as const, contentIndex, delta, partial })),
    { type: 'toolcall_end', contentIndex, toolCall: call, partial },
  ]
}
