/** One journal file on its way to recordings: follows it, folds its exchanges, and removes it when all of them are folded. Not here: one exchange (fold.ts). */

import { rmSync } from 'node:fs'
import type { Recording } from '../recording/format.ts'
import { foldExchange, type Folded } from './fold.ts'
import {
  eachBlock,
  JournalIndex,
  type HearEntry,
  type JournaledExchange,
  type Slice,
} from './journal-index.ts'
import type { Redactor } from './redactor.ts'
import { openerOf } from './sealing.ts'

/** What a fold needs beside the journal. */
export type FoldWith = {
  redactor: Redactor
  /** Opens what was sealed. */
  key?: Buffer | undefined
  /** The last pass, by who knows the exchange's own credentials; default: the redactor's. */
  last?: ((recording: Recording) => Recording) | undefined
}

export class JournalFolder {
  readonly #out: string
  readonly #index: JournalIndex
  readonly #folded = new Set<number>()
  /** Whether nothing more can have come after it was last read. */
  #whole = false

  constructor(out: string, path: string) {
    this.#out = out
    this.#index = new JournalIndex(path)
  }

  get path(): string {
    return this.#index.path
  }

  /** Reads what was written since. */
  update(hear?: HearEntry): void {
    // Looked at first: what its writer adds while it is read, or folded, is read the next time.
    this.#whole = this.#isOver()
    this.#index.update(hear)
  }

  /** Reads what is left of a file whose writer is gone. */
  finish(hear?: HearEntry): void {
    this.#whole = true
    this.#index.finish(hear)
  }

  /** The exchanges that are no recordings yet. */
  unfolded(): JournaledExchange[] {
    return [...this.#index.exchanges.values()].filter(({ x }) => !this.#folded.has(x))
  }

  /** Sealed bytes as they came. */
  open(slice: Slice, key: Buffer): Uint8Array {
    const nonce = Buffer.from(this.#index.header()?.nonce ?? '', 'hex')
    const blocks: Uint8Array[] = []
    eachBlock(
      this.path,
      [slice],
      ({ sealed = 0 }) => openerOf(key, nonce, sealed),
      (block) => blocks.push(block),
    )
    return Buffer.concat(blocks)
  }

  /** Folds one exchange, by its number; undefined where nothing is known of it. Throws where the recording cannot be written; it may be tried again. */
  fold(x: number, { redactor, key, last }: FoldWith): Folded | undefined {
    const exchange = this.#index.exchanges.get(x)
    if (exchange === undefined) throw new Error(`the journal \`${this.path}\` does not hold it`)
    const { failed, nonce = '' } = this.#index.header() ?? {}
    const folded = foldExchange(exchange, {
      out: this.#out,
      path: this.path,
      nonce: Buffer.from(nonce, 'hex'),
      key,
      redactor,
      last: last ?? ((recording) => redactor.recording(recording)),
      failed,
    })
    this.#folded.add(x)
    return folded
  }

  /** Removes the file, unless something may stand in it that is no recording yet. */
  removeIfDone(): boolean {
    if (!this.#whole || this.unfolded().length > 0) return false
    rmSync(this.path, { force: true })
    return true
  }

  /** Whether its writer has said that nothing more comes. */
  #isOver(): boolean {
    const { sealed = false, failed } = this.#index.header() ?? {}
    return sealed || failed !== undefined
  }
}
