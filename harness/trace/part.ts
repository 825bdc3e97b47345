/** The neutral items a converter's output is projected to. The zod schema is the one source of the types and of the published JSON Schema. Not here: collecting (collect-trace.ts), assembling (assemble.ts). */

import { z } from 'zod'
import { failureCodes } from '../turn/failure.ts'
import { finishReasons } from '../turn/turn.ts'

const index = z.number().int().nonnegative()
const text = z.string()

export const partBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text }),
  z.strictObject({
    type: z.literal('reasoning'),
    text,
    signature: text.exactOptional(),
    redacted: z.boolean().exactOptional(),
  }),
  z.strictObject({ type: z.literal('refusal'), text }),
  z.strictObject({
    type: z.literal('tool-call'),
    id: text,
    name: text,
    /** JSON text. */
    arguments: text,
    /** The converter itself marks these arguments as not usable. */
    invalid: z.boolean().exactOptional(),
    signature: text.exactOptional(),
  }),
  z.strictObject({ type: z.literal('opaque'), kind: text, raw: z.unknown() }),
])

export const usageSchema = z.strictObject({
  inputTokens: z.number().exactOptional(),
  cacheReadTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  raw: z.unknown().exactOptional(),
})

export const failureSchema = z.strictObject({
  code: z.enum(failureCodes),
  message: text,
  status: z.number().exactOptional(),
  retryAfterMs: z.number().exactOptional(),
  requestId: text.exactOptional(),
  retryable: z.boolean().exactOptional(),
  providerCode: text.exactOptional(),
  providerType: text.exactOptional(),
  param: text.exactOptional(),
  raw: z.unknown().exactOptional(),
})

export const metaSchema = z.strictObject({
  responseId: text.exactOptional(),
  model: text.exactOptional(),
  stopSequence: text.exactOptional(),
})

export const partSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('block-start'),
    index,
    kind: z.enum(['text', 'reasoning', 'refusal', 'tool-call', 'opaque']),
    id: text.exactOptional(),
    name: text.exactOptional(),
  }),
  z.strictObject({ type: z.literal('text-delta'), index, text }),
  z.strictObject({ type: z.literal('reasoning-delta'), index, text }),
  z.strictObject({ type: z.literal('refusal-delta'), index, text }),
  z.strictObject({
    type: z.literal('tool-call-delta'),
    index,
    /** `''` counts as absent. */
    id: text.exactOptional(),
    name: text.exactOptional(),
    argumentsDelta: text,
  }),
  z.strictObject({
    type: z.literal('block-end'),
    index,
    block: partBlockSchema,
    /** `false`: ended, but not whole. Absent counts as `true`. */
    complete: z.boolean().exactOptional(),
  }),
  z.strictObject({ type: z.literal('usage'), usage: usageSchema }),
  /** Response id, model and stop sequence, for a driver that declares `meta`. */
  z.strictObject({ type: z.literal('meta'), meta: metaSchema }),
  z.strictObject({
    type: z.literal('finish'),
    reason: z.enum(finishReasons),
    failure: failureSchema.exactOptional(),
    raw: text.exactOptional(),
  }),
])

/** One neutral item a converter emitted. */
export type Part = z.infer<typeof partSchema>
export type PartBlock = z.infer<typeof partBlockSchema>
export type PartOf<T extends Part['type']> = Extract<Part, { type: T }>
