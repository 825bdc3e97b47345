/** A turn to the chunks of streamGenerateContent, under any spelling. Not here: parts (write-parts.ts), token counts (write-usage.ts). */

import type { Turn } from '../../turn/turn.ts'
import { type JsonObject } from '../json-fields.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { isCandidateField } from './candidate-fields.ts'
import { styleOf, type Style } from './style.ts'
import { writeParts } from './write-parts.ts'
import { usageOf, usageSoFar } from './write-usage.ts'

type Chunk = { candidate?: JsonObject; fields: JsonObject }

export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  const style = styleOf(choice)
  const chunks = withUsage(turn, withFinish(turn, contentChunks(turn, style), style), style)
  const payloads: unknown[] = chunks.map((chunk) => payloadOf(turn, chunk, style))
  if (turn.finish?.reason === 'error') payloads.push(errorOf(turn, style))
  return payloads.map((payload) => ({ data: JSON.stringify(payload) }))
}

function contentChunks(turn: Turn, style: Style): Chunk[] {
  return writeParts(turn, style).map((parts) => ({
    candidate: { content: content(parts, style) },
    fields: {},
  }))
}

function content(parts: readonly JsonObject[], style: Style): JsonObject {
  return style.has('no-role') ? { parts } : { parts, role: 'model' }
}

/** The finish and the grounding come on the last chunk with content, or on one of their own. */
function withFinish(turn: Turn, chunks: Chunk[], style: Style): Chunk[] {
  const { finish, blocks } = turn
  const grounding = Object.fromEntries(
    blocks.flatMap((block) => (isCandidateField(block) ? [[block.kind, block.raw]] : [])),
  )
  const word = finish !== undefined && finish.reason !== 'error' ? { finishReason: finish.raw } : {}
  if (style.has('prompt-blocked')) return [{ fields: { promptFeedback: { blockReason: finish?.raw } } }]
  const said = { ...word, ...grounding }
  const own = ownChunk(style)
  if (own !== undefined) return [...chunks, withCandidate(own, said)]
  const all = chunks.length > 0 || !needsChunk(turn, said) ? chunks : [emptyChunk(style)]
  const everywhere = style.has('finish-on-every-chunk') ? word : {}
  return all.map((chunk, at) => withCandidate(chunk, at === all.length - 1 ? said : everywhere))
}

/** What a turn without content says still needs a chunk to stand in. */
function needsChunk({ meta, usage }: Turn, said: JsonObject): boolean {
  return [said, meta, usage ?? {}].some((fields) => Object.keys(fields).length > 0)
}

function emptyChunk(style: Style): Chunk {
  return { candidate: { content: content([{ text: '' }], style) }, fields: {} }
}

function ownChunk(style: Style): Chunk | undefined {
  if (style.has('finish-in-own-chunk')) return { candidate: {}, fields: {} }
  if (style.has('finish-with-empty-text')) return emptyChunk(style)
  if (style.has('finish-with-empty-content')) return { candidate: { content: { role: 'model' } }, fields: {} }
  return undefined
}

function withCandidate({ candidate, fields }: Chunk, said: JsonObject): Chunk {
  return { candidate: { ...candidate, ...said }, fields }
}

function withUsage({ usage }: Turn, chunks: readonly Chunk[], style: Style): Chunk[] {
  if (usage === undefined) return [...chunks]
  const add = (chunk: Chunk, usageMetadata: unknown) => ({
    ...chunk,
    fields: { ...chunk.fields, usageMetadata },
  })
  const whole = usageOf(usage, style)
  if (style.has('usage-in-own-chunk')) return [...chunks, add({ fields: {} }, whole)]
  return chunks.map((chunk, at) => {
    if (at === chunks.length - 1) return add(chunk, whole)
    if (style.has('traffic-type-on-every-chunk')) return add(chunk, { trafficType: 'ON_DEMAND' })
    const share = (at + 1) / chunks.length
    return style.has('usage-on-every-chunk') ? add(chunk, usageSoFar(usage, share, style)) : chunk
  })
}

function payloadOf({ meta }: Turn, { candidate, fields }: Chunk, style: Style): JsonObject {
  const payload = {
    ...(candidate !== undefined && { candidates: candidatesOf(candidate, style) }),
    ...fields,
    ...(meta.model !== undefined && { modelVersion: meta.model }),
    ...(meta.responseId !== undefined && { responseId: meta.responseId }),
    ...(style.has('unknown-fields') && { modelStatus: { stage: 'STABLE' }, weatherReport: { sky: 'clear' } }),
  }
  return style.has('wrapped-in-response') ? { response: payload, traceId: '0' } : payload
}

function candidatesOf(candidate: JsonObject, style: Style): JsonObject[] {
  const index = style.has('no-candidate-index') ? {} : { index: 0 }
  const ratings = [{ category: 'HARM_CATEGORY_HATE_SPEECH', probability: 'NEGLIGIBLE' }]
  const extra = style.has('unknown-fields') ? { safetyRatings: ratings, brandNewField: [1] } : {}
  const other = { content: { parts: [{ text: 'another answer' }], role: 'model' }, index: 1 }
  return [{ ...candidate, ...index, ...extra }, ...(style.has('other-candidate') ? [other] : [])]
}

function errorOf({ finish }: Turn, style: Style): unknown {
  const raw = finish?.failure?.raw
  return style.has('error-in-array') ? [raw] : raw
}
