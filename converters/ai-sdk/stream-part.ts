/** The stream parts of the AI SDK's language models, as far as they are projected: one description of the specifications V2, V3 and V4. Not here: what they mean (project.ts). */

type Metadata = { readonly [provider: string]: { readonly [key: string]: unknown } }
type Said = { id: string; providerMetadata?: Metadata }

/** V2 gives a word, later versions also the provider's own: https://github.com/vercel/ai/tree/main/packages/provider/src/language-model */
export type FinishReason = string | { unified: string; raw?: string | undefined }

type Counts = { readonly [name: string]: number | undefined }
/** Flat in V2; from V3 on with a base of its own, which is the same for every provider. */
export type PartUsage = {
  inputTokens?: number | Counts | undefined
  outputTokens?: number | Counts | undefined
  cachedInputTokens?: number | undefined
  reasoningTokens?: number | undefined
}

export type StreamPart =
  | ({ type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end' } & Said)
  | ({ type: 'text-delta' | 'reasoning-delta'; delta: string } & Said)
  | ({ type: 'tool-input-start'; toolName: string; providerExecuted?: boolean } & Said)
  | ({ type: 'tool-input-delta'; delta: string } & Said)
  | ({ type: 'tool-input-end' } & Said)
  | {
      type: 'tool-call'
      toolCallId: string
      toolName: string
      input: string
      providerExecuted?: boolean
      providerMetadata?: Metadata
    }
  | { type: 'finish'; finishReason: FinishReason; usage: PartUsage; providerMetadata?: Metadata }
  | { type: 'error'; error: unknown }
  | { type: 'response-metadata'; id?: string; modelId?: string }
  | { type: 'other' }

/** The types of parts that are projected; sources, files, pings and results of the provider's own tools are not. */
const known: ReadonlySet<string> = new Set<StreamPart['type']>([
  'text-start',
  'text-delta',
  'text-end',
  'reasoning-start',
  'reasoning-delta',
  'reasoning-end',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-end',
  'tool-call',
  'finish',
  'error',
  'response-metadata',
])

/** A part as it is given -> one of those above. */
export function asStreamPart(part: { type: string }): StreamPart {
  return known.has(part.type) ? (part as StreamPart) : { type: 'other' }
}

/** The signature of a block, under whatever name its provider keeps it. */
export function signatureOf(metadata: Metadata | undefined): string | undefined {
  return textIn(metadata, ['signature', 'redactedData', 'thoughtSignature', 'reasoningEncryptedContent'])
}

export function isRedacted(metadata: Metadata | undefined): boolean {
  return textIn(metadata, ['redactedData']) !== undefined
}

function textIn(metadata: Metadata | undefined, names: readonly string[]): string | undefined {
  const values = Object.values(metadata ?? {}).flatMap((fields) => names.map((name) => fields[name]))
  return values.find((value) => typeof value === 'string' && value !== '') as string | undefined
}
