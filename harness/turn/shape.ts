/** What one wire can say: the limits inside which the arbitrary draws turns. Not here: the arbitrary itself (arbitrary.ts). */

import type { BlockKind, FinishReason, TurnMeta, UsageField } from './turn.ts'

export type TurnShape = {
  /** Block kinds the wire carries. */
  kinds: readonly BlockKind[]
  /**
   * True: blocks carry an index or a place of their own, so any number of them in any order.
   * False: parallel fields, so at most one text, one reasoning, one refusal, and the order `kinds` lists them in; calls last.
   */
  segments: boolean
  /** Calls beside a text or refusal, more than one call, a call without an id. */
  parallelCalls: boolean
  callIds: 'always' | 'sometimes' | 'never'
  signatures: readonly ('reasoning' | 'tool-call')[]
  redacted: boolean
  /** `value`: the wire sends arguments as a JSON object. */
  argumentsAs: 'text' | 'value'
  /** JSON escapes can carry half a surrogate pair; raw UTF-8 cannot. */
  loneSurrogates: boolean
  finishes: readonly { raw: string; reason: FinishReason }[]
  usage: readonly UsageField[]
  meta: readonly (keyof TurnMeta)[]
  /** Opaque blocks the wire can carry, ready made. */
  opaques: readonly { kind: string; raw: unknown }[]
  /** In-band error payloads, ready made; read-turn must give a failure for each. */
  errors: readonly unknown[]
}
