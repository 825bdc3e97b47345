/** The recording format: one zod schema, from which the types, the validation and the published JSON Schema come. Not here: disk (read.ts, write.ts). */

import { z } from 'zod'
import { wireNames } from '../wire/wire.ts'

export const recordingFormat = 'streamproof/recording@1'

/** `[bytes, milliseconds since the previous read]`. */
const chunkSchema = z.tuple([z.number().int().nonnegative(), z.number().nonnegative()])
const headersSchema = z.record(z.string(), z.string())

const bodySchema = z.strictObject({
  /** File beside recording.json, e.g. `body.sse`. */
  file: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export const provenanceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('captured'),
    /** Where the session came from: the provider's host, or `local upstream`. */
    from: z.string(),
    /** Client and tool with versions, e.g. `openai/7.59.0`, `streamproof/0.1.0`. */
    client: z.string().exactOptional(),
    tool: z.string(),
    /** ISO 8601. */
    at: z.string(),
    model: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('imported'), format: z.string(), source: z.string() }),
  z.strictObject({
    kind: z.literal('written'),
    by: z.enum(['hand', 'generator']),
    /** The document or report the stream was written from. */
    source: z.string(),
  }),
])

export const endSchema = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('complete') }),
  z.strictObject({ how: z.literal('reset'), reason: z.string().exactOptional() }),
  z.strictObject({ how: z.literal('premature-end') }),
  z.strictObject({ how: z.literal('client-cancel') }),
  z.strictObject({ how: z.literal('timeout') }),
  z.strictObject({ how: z.literal('process-exit') }),
  z.strictObject({ how: z.literal('killed') }),
  z.strictObject({ how: z.literal('no-response'), reason: z.string() }),
])

export const recordingSchema = z.strictObject({
  format: z.literal(recordingFormat),
  /** The provider's stream format; absent where it is not one of ours. */
  wire: z.enum(wireNames).exactOptional(),
  title: z.string().exactOptional(),
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: headersSchema,
    body: bodySchema.exactOptional(),
  }),
  /** Absent only where `end.how` is `no-response`. */
  response: z
    .strictObject({
      status: z.number().int().min(100).max(599),
      headers: headersSchema,
      body: bodySchema,
      /** The content encoding that was undone, e.g. `gzip`. */
      decoded: z.string().exactOptional(),
      chunks: z.array(chunkSchema),
    })
    .exactOptional(),
  end: endSchema,
  /** Whose borders the chunk table holds: the socket's reads, the client's own reads, or nobody's. */
  borders: z.enum(['wire', 'client', 'unknown']),
  /** `synthesised`: the source kept parsed events only, the frames were written by the importer. */
  framing: z.enum(['captured', 'synthesised']),
  provenance: provenanceSchema,
  /** What was replaced before it reached the disk; never the value. */
  redactions: z.array(
    z.strictObject({ rule: z.string(), place: z.string(), count: z.number().int().positive() }),
  ),
})

/** recording.json, as stored. */
export type RecordingFile = z.infer<typeof recordingSchema>
export type Provenance = z.infer<typeof provenanceSchema>
export type RecordingEnd = z.infer<typeof endSchema>
/** `[bytes, milliseconds since the previous read]`. */
export type ChunkEntry = z.infer<typeof chunkSchema>

/** One stored HTTP exchange in memory. */
export type Recording = {
  /** Slug: `[a-z0-9-]`, at most 60; `file#k` for the k-th exchange of a foreign file. */
  name: string
  wire?: RecordingFile['wire']
  title?: string
  request: { method: string; url: string; headers: Record<string, string>; body?: Uint8Array }
  response?: {
    status: number
    /** Lower-case names. */
    headers: Record<string, string>
    /** After content decoding. */
    body: Uint8Array
    decoded?: string
    chunks: ChunkEntry[]
  }
  end: RecordingEnd
  borders: RecordingFile['borders']
  framing: RecordingFile['framing']
  provenance: Provenance
  redactions: RecordingFile['redactions']
  /** Folder or file it was read from, for messages. */
  path?: string
}

/** The JSON Schema people validate recording.json with. */
export function recordingJsonSchema(): unknown {
  return z.toJSONSchema(recordingSchema, { target: 'draft-2020-12' })
}
