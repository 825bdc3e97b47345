/**
 * What comes faster than it can be redacted is journaled encrypted, under a key that is never on disk, and redacted when it is folded. Not here: the journal (journal.ts).
 *
 * To look for secrets in every event costs more than a fast stream leaves time for, and a recorder must not slow its program down. At the pace of a model
 * nothing is sealed: the journal is plain, and a crash loses only what the redactor holds back. What is sealed is readable as long as the process that has
 * the key lives: `streamproof record`, or the recording process itself.
 */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** CTR needs no padding and can be read from any block: https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-38a.pdf (6.5) */
const algorithm = 'aes-128-ctr'
const blockBytes = 16

export function newSealKey(): Buffer {
  return randomBytes(16)
}

export function newNonce(): Buffer {
  return randomBytes(8)
}

/** Seals the parts of one exchange, one after the other. */
export class Sealer {
  readonly #key: Buffer
  readonly #nonce: Buffer
  readonly #x: number
  #block = 0

  constructor(key: Buffer, nonce: Buffer, x: number) {
    this.#key = key
    this.#nonce = nonce
    this.#x = x
  }

  /** The sealed bytes, as many as came, and the block they begin at. */
  seal(pieces: readonly Uint8Array[]): { block: number; bytes: Buffer } {
    const block = this.#block
    const plain = Buffer.concat(pieces)
    this.#block += Math.ceil(plain.length / blockBytes)
    const cipher = createCipheriv(algorithm, this.#key, counterOf(this.#nonce, this.#x, block))
    return { block, bytes: cipher.update(plain) }
  }
}

/** Gives a function that opens what was sealed from `block` on, piece by piece. */
export function openerOf(
  key: Buffer,
  nonce: Buffer,
  x: number,
  block: number,
): (bytes: Uint8Array) => Buffer {
  const decipher = createDecipheriv(algorithm, key, counterOf(nonce, x, block))
  return (bytes) => decipher.update(bytes)
}

/** Never twice the same: the nonce is the file's, `x` the exchange's, the block counts on. */
function counterOf(nonce: Buffer, x: number, block: number): Buffer {
  const counter = Buffer.alloc(blockBytes)
  nonce.copy(counter)
  counter.writeUInt32BE(x, 8)
  counter.writeUInt32BE(block, 12)
  return counter
}

/** How many bytes may be redacted at once: a burst, and so many a second. Beyond that they are sealed. */
export class RedactionBudget {
  readonly #burst: number
  readonly #perMillisecond: number
  #left: number
  #at = 0

  constructor(burst = 64 * 1024, perSecond = 512 * 1024) {
    this.#burst = burst
    this.#perMillisecond = perSecond / 1000
    this.#left = burst
  }

  /** Whether `bytes` are within it at this time, in milliseconds. */
  take(bytes: number, now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, now - this.#at) * this.#perMillisecond)
    this.#at = now
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }
}
