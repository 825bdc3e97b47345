/** Short ways to write the turns of situations by hand. Not here: the situations (each wire's situations.ts). */

import type { FailureCode } from '../turn/failure.ts'
import type {
  FinishReason,
  OpaqueBlock,
  ReasoningBlock,
  RefusalBlock,
  TextBlock,
  ToolCallBlock,
  Turn,
  TurnBlock,
  TurnFinish,
} from '../turn/turn.ts'

export function text(text: string): TextBlock {
  return { type: 'text', text }
}

export function reasoning(text: string, more: Omit<ReasoningBlock, 'type' | 'text'> = {}): ReasoningBlock {
  return { type: 'reasoning', text, ...more }
}

export function refusal(text: string): RefusalBlock {
  return { type: 'refusal', text }
}

export function opaque(kind: string, raw: unknown): OpaqueBlock {
  return { type: 'opaque', kind, raw }
}

/** A complete call of `get_weather`, or of another tool. */
export function call(
  json: string,
  more: Partial<Omit<ToolCallBlock, 'type' | 'arguments'>> = {},
): ToolCallBlock {
  return { type: 'tool-call', id: 'call_1', name: 'get_weather', arguments: json, complete: true, ...more }
}

/** A call of which the provider has not said that it is whole. */
export function cutCall(
  json: string,
  more: Partial<Omit<ToolCallBlock, 'type' | 'arguments'>> = {},
): ToolCallBlock {
  return call(json, { complete: false, ...more })
}

/** Two complete calls, of two tools. */
export function twoCalls(first = '{"city":"Paris"}', second = '{"zone":"CET"}'): ToolCallBlock[] {
  return [call(first), call(second, { id: 'call_2', name: 'get_time' })]
}

type More = Partial<Pick<Turn, 'usage' | 'meta' | 'state' | 'finish'>>

/** A whole turn: `state` is closed unless given. */
export function said(blocks: readonly TurnBlock[], finish: TurnFinish, more: More = {}): Turn {
  return { blocks: [...blocks], finish, meta: {}, state: 'closed', ...more }
}

/** A turn that was cut before its finish. */
export function cutAfter(blocks: readonly TurnBlock[], more: More = {}): Turn {
  return { blocks: [...blocks], meta: {}, state: 'open', ...more }
}

export function finish(reason: FinishReason, raw: string): TurnFinish {
  return { reason, raw }
}

/** Ends by an error object in the stream; `raw` is its payload, `message` is compared where given. */
export function failed(code: FailureCode, raw: unknown, message = ''): TurnFinish {
  return { reason: 'error', failure: { code, message, raw } }
}

/** What most situations count. */
export const counts = { inputTokens: 12, outputTokens: 5 }
