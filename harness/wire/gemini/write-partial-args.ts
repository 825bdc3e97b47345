/** Arguments as the pieces in which Vertex AI streams them. Not here: reading them back (partial-args.ts). */

import { fragmentsOf } from '../fragments.ts'
import { objectOf, type JsonObject } from '../json-fields.ts'

/** Bare names alone: they need no quotes in a path, and JavaScript keeps them in their order. */
const plainName = /^[A-Za-z][A-Za-z_]*$/

/** Whether the pieces can say the value: an empty array has no piece of its own, and an empty object's is no value. */
export function canStream(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(canStream)
  const object = objectOf(value)
  if (object === undefined) return true
  return Object.entries(object).every(([name, member]) => plainName.test(name) && canStream(member))
}

/** One entry a piece, in the order of the value's members. */
export function partialArgs(value: JsonObject, fragments: readonly number[]): JsonObject[] {
  return piecesOf(value, '$', fragments)
}

function piecesOf(value: unknown, jsonPath: string, fragments: readonly number[]): JsonObject[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => piecesOf(item, `${jsonPath}[${at}]`, fragments))
  }
  const object = objectOf(value)
  if (object === undefined) return leafOf(value, jsonPath, fragments)
  const members = Object.entries(object).flatMap(([name, member]) =>
    piecesOf(member, `${jsonPath}.${name}`, fragments),
  )
  return members.length === 0 && jsonPath !== '$' ? [{ jsonPath }] : members
}

function leafOf(value: unknown, jsonPath: string, fragments: readonly number[]): JsonObject[] {
  if (typeof value === 'number') return [{ jsonPath, numberValue: value }]
  if (typeof value === 'boolean') return [{ jsonPath, boolValue: value }]
  if (typeof value !== 'string') return [{ jsonPath, nullValue: 'NULL_VALUE' }]
  const pieces = fragmentsOf(value, fragments)
  if (pieces.length === 0) return [{ jsonPath, stringValue: '' }]
  return pieces.map((stringValue, at) => ({
    jsonPath,
    stringValue,
    ...(at < pieces.length - 1 && { willContinue: true }),
  }))
}
