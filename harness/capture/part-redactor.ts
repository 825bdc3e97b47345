/** One body of an exchange on its way to the journal: redacted as it comes, or, from where it comes too fast, given back to be sealed. Not here: sealing (sealing.ts), what a secret is (recording/redact). */

import type { StreamRedactor } from './redactor.ts'
import type { RedactionBudget } from './sealing.ts'

/** Bytes for the journal: redacted, or raw and to be sealed. */
export type Passed = { sealed: boolean; pieces: readonly Uint8Array[] }

export class PartRedactor {
  readonly #stream: StreamRedactor
  readonly #budget: RedactionBudget
  /** What the stream holds back, as it came. */
  #held: Uint8Array = new Uint8Array()
  #tooFast = false

  constructor(stream: StreamRedactor, budget: RedactionBudget) {
    this.#stream = stream
    this.#budget = budget
  }

  feed(pieces: readonly Uint8Array[], now: number): Passed {
    const bytes = lengthOf(pieces)
    if (!this.#tooFast && this.#budget.take(bytes, now)) return this.#redact(pieces, bytes)
    const held = this.#held
    this.#held = new Uint8Array()
    this.#tooFast = true
    return { sealed: true, pieces: held.length > 0 ? [held, ...pieces] : pieces }
  }

  /** What is still held back. */
  end(): Uint8Array {
    return this.#tooFast ? new Uint8Array() : this.#stream.end()
  }

  #redact(pieces: readonly Uint8Array[], bytes: number): Passed {
    const safe = pieces.map((piece) => this.#stream.feed(piece))
    const left = this.#held.length + bytes - lengthOf(safe)
    this.#held = left === 0 ? new Uint8Array() : Uint8Array.from(lastBytes([this.#held, ...pieces], left))
    return { sealed: false, pieces: safe }
  }
}

function lastBytes(pieces: readonly Uint8Array[], count: number): Uint8Array {
  return Buffer.concat(pieces).subarray(-count)
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
