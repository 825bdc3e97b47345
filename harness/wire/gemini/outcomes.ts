/** What each `finishReason` and `blockReason` of Gemini may become. Not here: reading it from a stream (read-turn.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import type { CallEnd } from '../whole-call.ts'
import type { Outcome } from '../wire.ts'

const filtered: readonly Outcome[] = [
  { reason: 'content-filter' },
  { reason: 'error', code: 'CONTENT_FILTER' },
]
const odd: readonly Outcome[] = [{ reason: 'other' }, { reason: 'error' }]
/** Vague enough for a converter to take it for a plain end. */
const vague: readonly Outcome[] = [{ reason: 'other' }, { reason: 'error' }, { reason: 'stop' }]

/**
 * Every finish reason of `FinishReason` and block reason of `BlockedReason` (SDK `@google/genai`; meanings:
 * https://ai.google.dev/api/generate-content#FinishReason), the plainest outcome first. Some words are both: a prompt and
 * an answer are filtered for the same reasons. `STOP` stands for answers and calls alike.
 */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  STOP: [{ reason: 'stop' }, { reason: 'tool-calls' }],
  MAX_TOKENS: [{ reason: 'max-tokens' }],
  SAFETY: filtered,
  RECITATION: filtered,
  BLOCKLIST: filtered,
  PROHIBITED_CONTENT: filtered,
  SPII: filtered,
  IMAGE_SAFETY: filtered,
  IMAGE_PROHIBITED_CONTENT: filtered,
  IMAGE_RECITATION: filtered,
  MODEL_ARMOR: filtered,
  JAILBREAK: filtered,
  MALFORMED_FUNCTION_CALL: odd,
  UNEXPECTED_TOOL_CALL: odd,
  TOO_MANY_TOOL_CALLS: odd,
  LANGUAGE: [...vague, { reason: 'content-filter' }],
  // As a block reason it is a filter's, see read-turn.ts.
  OTHER: [...vague, ...filtered],
  IMAGE_OTHER: vague,
  NO_IMAGE: vague,
  CONTINUATION: [{ reason: 'other' }, { reason: 'max-tokens' }, { reason: 'stop' }, { reason: 'error' }],
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string, hasCalls: boolean): FinishReason {
  if (raw === 'STOP') return hasCalls ? 'tool-calls' : 'stop'
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}

/** An odd end is no promise that a call which was still being streamed is whole. */
export function callEndOf(reason: FinishReason | undefined): CallEnd['finish'] {
  if (reason === 'stop' || reason === 'tool-calls') return 'fair'
  return reason === 'max-tokens' || reason === 'content-filter' ? 'cut' : 'none'
}

/** Names by number, as `$alt=json;enum-encoding=int` sends them (https://github.com/googleapis/googleapis, generative_service.proto, Candidate.FinishReason). */
const numbered = [
  '',
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'OTHER',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
  'IMAGE_SAFETY',
  'UNEXPECTED_TOOL_CALL',
] as const

/** The word of a finish or block reason; `''` while there is none, which the default of the enum says too. */
export function reasonWord(sent: unknown): string {
  if (typeof sent === 'number') return numbered[sent] ?? String(sent)
  return typeof sent === 'string' && !sent.endsWith('_UNSPECIFIED') ? sent : ''
}
