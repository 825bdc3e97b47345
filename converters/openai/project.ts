/** Projects the converter's events to neutral parts, for both drivers. Not here: the drivers (driver.ts, driver-events.ts). */

import type { Capabilities, Outcome, Part, Usage } from '../../harness/index.ts'
import { LlmEventType, type LlmEvent, type ToolCallRequestEvent } from './events.ts'
import type { IncompleteToolCall, LlmStopReason, LlmUsage } from './types.ts'

/** What the converter keeps, declared once for both drivers. */
export const capabilities: Partial<Capabilities> = {
  // Its events have no block ends and carry each call whole.
  blockEnds: false,
  argumentDeltas: false,
  usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
  usageBase: { inputHasCache: true, outputHasReasoning: true },
  details: ['status', 'retryAfterMs', 'requestId', 'retryable', 'providerCode', 'providerType', 'param'],
  finish: {
    empty: { reason: 'stop' },
    refusal: { reason: 'stop' },
    unknown: { reason: 'stop' },
    content_filter: { reason: 'content-filter' },
  } satisfies Record<string, Outcome>,
}

/** Which neutral blocks are open: the converter's events carry no index. */
export class BlockIndexes {
  readonly #prose = new Map<ProseKind, number>()
  #next = 0

  fresh(): number {
    return this.#next++
  }

  /** The block of a kind of prose; opens it at the first call. */
  *of(kind: ProseKind): Generator<Part, number> {
    const known = this.#prose.get(kind)
    if (known !== undefined) return known
    const index = this.fresh()
    this.#prose.set(kind, index)
    yield { type: 'block-start', index, kind }
    return index
  }
}

type ProseKind = 'text' | 'reasoning' | 'refusal'

export function* project(event: LlmEvent, indexes: BlockIndexes): Generator<Part> {
  switch (event.type) {
    case LlmEventType.TextDelta:
      yield { type: 'text-delta', index: yield* indexes.of('text'), text: event.text }
      return
    case LlmEventType.ReasoningDelta:
      yield { type: 'reasoning-delta', index: yield* indexes.of('reasoning'), text: event.text }
      return
    case LlmEventType.RefusalDelta:
      yield { type: 'refusal-delta', index: yield* indexes.of('refusal'), text: event.text }
      return
    case LlmEventType.ToolCallRequest:
      yield* wholeCall(event, indexes.fresh())
      return
    case LlmEventType.Finished:
      yield* cutCalls(event.incompleteToolCalls, indexes)
      yield { type: 'finish', reason: reasons[event.finishReason], ...rawOf(event.rawFinishReason) }
      return
    case LlmEventType.MessageEnd:
      yield { type: 'usage', usage: neutralUsage(event.usage) }
      return
    case LlmEventType.Error:
      yield* cutCalls(event.incompleteToolCalls, indexes)
      yield { type: 'finish', reason: 'error', failure: event.error }
      return
    case LlmEventType.Aborted:
      yield* cutCalls(event.incompleteToolCalls, indexes)
      yield { type: 'finish', reason: 'aborted' }
  }
}

const reasons = {
  end_turn: 'stop',
  max_tokens: 'max-tokens',
  tool_use: 'tool-calls',
  content_filter: 'content-filter',
} as const satisfies Record<LlmStopReason, string>

function rawOf(raw: string | undefined): { raw?: string } {
  return raw === undefined ? {} : { raw }
}

function* wholeCall(event: ToolCallRequestEvent, index: number): Generator<Part> {
  const { callId: id, name, argumentsText, argumentsError } = event
  yield { type: 'block-start', index, kind: 'tool-call', id, name }
  yield {
    type: 'block-end',
    index,
    block: {
      type: 'tool-call',
      id,
      name,
      arguments: argumentsText === '' ? '{}' : argumentsText,
      ...(argumentsError ? { invalid: true } : {}),
    },
  }
}

function* cutCalls(calls: readonly IncompleteToolCall[] | undefined, indexes: BlockIndexes): Generator<Part> {
  for (const { callId: id, name, argumentsText } of calls ?? []) {
    const index = indexes.fresh()
    yield { type: 'block-start', index, kind: 'tool-call', id, name }
    yield {
      type: 'block-end',
      index,
      complete: false,
      block: { type: 'tool-call', id, name, arguments: argumentsText, invalid: true },
    }
  }
}

function neutralUsage(usage: LlmUsage): Usage {
  return {
    inputTokens: usage.promptTokens,
    outputTokens: usage.completionTokens,
    cacheReadTokens: usage.cachedTokens,
    ...(usage.cacheWriteTokens === undefined ? {} : { cacheWriteTokens: usage.cacheWriteTokens }),
    ...(usage.reasoningTokens === undefined ? {} : { reasoningTokens: usage.reasoningTokens }),
  }
}
