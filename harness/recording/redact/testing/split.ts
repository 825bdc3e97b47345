/** Cutting texts and bytes at drawn places, for tests. */

import * as fc from 'fast-check'

/** Cut places as shares of a whole, so that they can be drawn before its length is known. */
export const cuts: fc.Arbitrary<number[]> = fc.array(
  // Not `fc.double`: most doubles of a range lie next to zero.
  fc.integer({ min: 0, max: 999 }).map((share) => share / 1000),
  { maxLength: 40, size: 'max' },
)

function borders(length: number, shares: readonly number[]): number[] {
  return [0, ...shares.map((share) => Math.floor(share * length)).sort((a, b) => a - b), length]
}

/** Pieces of a text, in UTF-16 units that never split a pair. */
export function textPieces(text: string, shares: readonly number[]): string[] {
  const characters = Array.from(text)
  const at = borders(characters.length, shares)
  return at.slice(1).map((to, k) => characters.slice(at[k], to).join(''))
}

/** Pieces of bytes. */
export function bytePieces(bytes: Uint8Array, shares: readonly number[]): Uint8Array[] {
  const at = borders(bytes.length, shares)
  return at.slice(1).map((to, k) => bytes.subarray(at[k], to))
}
