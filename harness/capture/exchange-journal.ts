/** One exchange's entries in the journal file it shares with others. Not here: the file (journal.ts). */

import { exchangeName } from './capture-event.ts'
import type { Entry, JournalFile } from './journal.ts'

export class ExchangeJournal {
  readonly file: JournalFile
  readonly x: number

  constructor(file: JournalFile) {
    this.file = file
    this.x = file.next()
  }

  get path(): string {
    return this.file.path
  }

  get name(): string {
    return exchangeName(this.path, this.x)
  }

  note(entry: Omit<Entry, 'x'>, bytes?: Uint8Array): void {
    this.file.note({ x: this.x, ...entry }, bytes)
  }

  write(entry: Omit<Entry, 'x'>, pieces: readonly Uint8Array[]): void {
    this.file.write({ x: this.x, ...entry }, pieces)
  }
}
