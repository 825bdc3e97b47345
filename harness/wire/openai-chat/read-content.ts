/** What one `delta` (or `message`) says beside tool calls: prose of three kinds, and what is only carried. Not here: tool calls (read-calls.ts), joining deltas (read-turn.ts). */

import { listOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'

export type ProseKind = 'reasoning' | 'text' | 'refusal'
/** A piece of prose, or a value that is carried uninterpreted under its field's or part's name. */
export type Piece =
  | { kind: ProseKind; text: string; signature?: string }
  | { kind: 'opaque'; name: string; raw: unknown }

/** The same reasoning may stand in several of these; only the first with text counts (https://github.com/badlogic/pi-mono/blob/main/packages/ai/CHANGELOG.md, 0.31.0). */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

export const opaqueFields = ['annotations', 'audio', 'images', 'reasoning_details'] as const

/** Pieces in the order the fields of one payload are given, which says nothing about time: reasoning, content, refusal, the rest. */
export function piecesOf(delta: JsonObject): Piece[] {
  const pieces: Piece[] = [
    { kind: 'reasoning', text: reasoningOf(delta) },
    ...contentPieces(delta['content']),
    { kind: 'refusal', text: textOf(delta['refusal']) },
    ...opaqueFields.map((name): Piece => ({ kind: 'opaque', name, raw: delta[name] })),
  ]
  return pieces.filter((piece) =>
    piece.kind === 'opaque' ? hasContent(piece.raw) : piece.text !== '' || piece.signature !== undefined,
  )
}

/** Where no field has the text of the reasoning, its details may (https://openrouter.ai/docs/use-cases/reasoning-tokens). */
function reasoningOf(delta: JsonObject): string {
  const plain = reasoningFields.map((field) => textOf(delta[field])).find((text) => text !== '')
  if (plain !== undefined) return plain
  const details = listOf(delta['reasoning_details']).map((detail) => objectOf(detail))
  return details.map((detail) => textOf(detail?.['text']) || textOf(detail?.['summary'])).join('')
}

function hasContent(raw: unknown): boolean {
  return Array.isArray(raw) ? raw.length > 0 : objectOf(raw) !== undefined
}

/** A string, or typed parts as Mistral and Databricks send them. */
function contentPieces(content: unknown): Piece[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return listOf(content).flatMap((part) => {
    if (typeof part === 'string') return [{ kind: 'text', text: part }]
    const typed = objectOf(part)
    return typed === undefined ? [] : [partPiece(typed)]
  })
}

function partPiece(part: JsonObject): Piece {
  const type = textOf(part['type'])
  if (type === 'text' || type === 'output_text') return { kind: 'text', text: textOf(part['text']) }
  if (type === 'thinking') return thinkingPiece(part)
  if (type === 'reasoning') return { kind: 'reasoning', text: joined(part['summary'] ?? part['text']) }
  if (type === 'refusal') return { kind: 'refusal', text: textOf(part['refusal']) }
  return { kind: 'opaque', name: type, raw: part }
}

/** Mistral's SDK type `ThinkChunk`; references inside the thinking are left out. */
function thinkingPiece(part: JsonObject): Piece {
  const signature = textOf(part['signature'])
  const text = joined(part['thinking'])
  return { kind: 'reasoning', text, ...(signature === '' ? {} : { signature }) }
}

/** Text as such, or as a list of `{ text }`. */
function joined(value: unknown): string {
  if (typeof value === 'string') return value
  return listOf(value)
    .map((item) => (typeof item === 'string' ? item : textOf(objectOf(item)?.['text'])))
    .join('')
}
