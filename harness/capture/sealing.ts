/**
 * The sealed copy of the journal: bytes as they came, encrypted under a key that is never on disk. It is written before the client has them, and costs it
 * little; to look for secrets first would take longer than a fast stream leaves time for. It can be read as long as the process that has the key lives:
 * `streamproof record`, or the recording process itself. Not here: the journal (journal.ts), its plain copy (exchange-writer.ts).
 */

import { createCipheriv, createDecipheriv, randomBytes, type Cipheriv } from 'node:crypto'

/** CTR needs no padding and can be read from any block: https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-38a.pdf (6.5) */
const algorithm = 'aes-128-ctr'
const blockBytes = 16

export function newSealKey(): Buffer {
  return randomBytes(16)
}

export function newNonce(): Buffer {
  return randomBytes(8)
}

/** Pieces up to here are sealed one by one; to join many small ones first is faster. */
const fewPieces = 8

/** Seals what goes into one file, one after the other: one cipher for all, for to make one takes longer than to seal a read. */
export class Sealer {
  readonly #cipher: Cipheriv
  #at = 0

  constructor(key: Buffer, nonce: Buffer) {
    this.#cipher = createCipheriv(algorithm, key, counterOf(nonce, 0))
  }

  /** The sealed bytes, as many as came, and where they stand in all that was sealed. */
  seal(pieces: readonly Uint8Array[]): { at: number; pieces: Uint8Array[] } {
    const at = this.#at
    const few = pieces.length > fewPieces ? [Buffer.concat(pieces)] : pieces
    const sealed = few.map((piece) => this.#cipher.update(piece))
    for (const piece of sealed) this.#at += piece.length
    return { at, pieces: sealed }
  }
}

/**
 * Gives the memory of sealed bytes back once they are written; they are of no use then. Left to the collector, which must run the more often for them, they
 * cost a fast stream as much again as to seal them.
 */
export function release(sealed: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of sealed) {
    // What shares its memory with others keeps it.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}

/** Gives a function that opens what was sealed from `at` on, piece by piece. */
export function openerOf(key: Buffer, nonce: Buffer, at: number): (bytes: Uint8Array) => Buffer {
  const decipher = createDecipheriv(algorithm, key, counterOf(nonce, Math.floor(at / blockBytes)))
  decipher.update(Buffer.alloc(at % blockBytes))
  return (bytes) => decipher.update(bytes)
}

/** Never twice the same: the nonce is the file's, the block counts on. */
function counterOf(nonce: Buffer, block: number): Buffer {
  const counter = Buffer.alloc(blockBytes)
  nonce.copy(counter)
  counter.writeBigUInt64BE(BigInt(block), 8)
  return counter
}
