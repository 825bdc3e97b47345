/** Blocks and ends of a turn, as a provider says them. */

import type { Failure } from '../../turn/failure.ts'
import type {
  OpaqueBlock,
  ReasoningBlock,
  RefusalBlock,
  TextBlock,
  ToolCallBlock,
  TurnFinish,
} from '../../turn/turn.ts'
import type { SubjectOptions } from './subject.ts'

export function text(text: string): TextBlock {
  return { type: 'text', text }
}

export function reasoning(text: string, rest: Partial<ReasoningBlock> = {}): ReasoningBlock {
  return { type: 'reasoning', text, ...rest }
}

export function refusal(text: string): RefusalBlock {
  return { type: 'refusal', text }
}

export function call(rest: Partial<ToolCallBlock> = {}): ToolCallBlock {
  return { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"a":1}', complete: true, ...rest }
}

export function cutCall(rest: Partial<ToolCallBlock> = {}): ToolCallBlock {
  return call({ complete: false, ...rest })
}

export function opaque(kind: string, raw: unknown = {}): OpaqueBlock {
  return { type: 'opaque', kind, raw }
}

/** A finish by the provider's word; the reason is the plainest one. */
export function finish(reason: TurnFinish['reason'], raw?: string, failure?: Failure): TurnFinish {
  return { reason, ...(raw === undefined ? {} : { raw }), ...(failure === undefined ? {} : { failure }) }
}

export const toolCalls: TurnFinish = finish('tool-calls', 'tool_calls')
export const maxTokens: TurnFinish = finish('max-tokens', 'length')
export const contentFilter: TurnFinish = finish('content-filter', 'content_filter')

/** A turn that an error object inside the stream ended. */
export function failedTurn(failure: Partial<Failure> = {}): Pick<SubjectOptions, 'finish' | 'state'> {
  const whole = { code: 'SERVER', message: 'boom', raw: { error: { message: 'boom' } }, ...failure } as const
  return { finish: { reason: 'error', failure: whole }, state: 'closed' }
}

/** A turn whose stream stopped before a finish. */
export const cutTurn: Pick<SubjectOptions, 'finish' | 'state'> = { finish: null, state: 'open' }
