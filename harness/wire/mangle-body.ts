/** Bodies that a broken proxy or a broken provider could send, made from legal ones. Not here: what a reader owes them (round-trip.test.ts). */

import * as fc from 'fast-check'
import type { EventDraft } from './wire.ts'

/** One change of a body's bytes. Positions are taken modulo the length. */
export type ByteChange = {
  kind: 'cut' | 'drop' | 'repeat' | 'flip' | 'insert'
  at: number
  length: number
  bytes: number[]
}

export const byteChanges: fc.Arbitrary<ByteChange[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<ByteChange['kind']>('cut', 'drop', 'repeat', 'flip', 'insert'),
    at: fc.nat({ max: 1_000_000 }),
    length: fc.integer({ min: 1, max: 40 }),
    bytes: fc.array(fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(10, 13, 34, 44, 58, 123, 125)), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
  { maxLength: 4 },
)

export function changeBytes(body: Uint8Array, changes: readonly ByteChange[]): Uint8Array {
  return changes.reduce(changeOnce, body)
}

function changeOnce(body: Uint8Array, { kind, at, length, bytes }: ByteChange): Uint8Array {
  const from = at % (body.length + 1)
  const before = body.subarray(0, from)
  const after = body.subarray(from)
  const fresh = Uint8Array.from(bytes)
  switch (kind) {
    case 'cut':
      return before
    case 'drop':
      return Buffer.concat([before, after.subarray(length)])
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after])
    case 'flip':
      return Buffer.concat([before, after.subarray(0, 1).map((byte) => byte ^ bytes[0]!), after.subarray(1)])
    case 'insert':
      return Buffer.concat([before, fresh, after])
  }
}

/** One JSON value that stands where another one should. `at` counts the values of the payload. */
export type ValueChange = { event: number; at: number; value: unknown }

export const valueChanges: fc.Arbitrary<ValueChange[]> = fc.array(
  fc.record({
    event: fc.nat({ max: 1_000 }),
    at: fc.nat({ max: 1_000 }),
    value: fc.oneof(
      fc.constantFrom<unknown>(null, -1, 1.5, 1e21, '', 'x', [], {}, [null], { index: 0 }, true),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  }),
  { maxLength: 4 },
)

export function changeValues(drafts: readonly EventDraft[], changes: readonly ValueChange[]): EventDraft[] {
  const changed = [...drafts]
  for (const { event, at, value } of changes) {
    const index = event % Math.max(1, changed.length)
    const draft = changed[index]
    if (draft !== undefined) changed[index] = { ...draft, data: withValue(draft.data, at, value) }
  }
  return changed
}

function withValue(data: string, at: number, value: unknown): string {
  try {
    const count = countValues(JSON.parse(data))
    let left = at % count
    return JSON.stringify(JSON.parse(data, (_key, old: unknown) => (left-- === 0 ? value : old)))
  } catch {
    return data
  }
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, member) => sum + countValues(member), 0)
}
