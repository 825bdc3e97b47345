/** The journals of a program that is being recorded, and of its children: says what they tell, and folds each exchange when it has ended. Not here: one journal (journal-folder.ts), running the program (record-program.ts). */

import { exchangeName, type CaptureEvent } from './capture-event.ts'
import { defaultRedactor } from './default-redactor.ts'
import { JournalFolder } from './journal-folder.ts'
import type { JournaledExchange, Slice } from './journal-index.ts'
import type { Entry } from './journal-entry.ts'
import { isRunning, pidOf } from './recover.ts'

export type Watch = {
  onEvent(event: CaptureEvent): void
  /** `bytes` came; `read` gives them, as they came: they are not redacted, and only to be looked at. */
  onRead?: ((exchange: string, bytes: number, read: () => Uint8Array) => void) | undefined
}

export class ProgramJournals {
  readonly #out: string
  readonly #key: Buffer
  readonly #watch: Watch
  #folders: JournalFolder[] = []
  /** Exchanges that could not be folded; said once, `recover` tries again. */
  readonly #failed = new Set<string>()

  /** `key`: what the program seals with. */
  constructor(out: string, key: Buffer, watch: Watch) {
    this.#out = out
    this.#key = key
    this.#watch = watch
  }

  /** A process has begun a journal. */
  add(path: string): void {
    this.#folders.push(new JournalFolder(this.#out, path))
  }

  /** Hears what was written since, and folds what has ended. */
  update(): void {
    for (const folder of this.#folders) {
      folder.update((...heard) => this.#hear(folder, ...heard))
      this.#foldEnded(folder)
    }
    // A long run fills file after file.
    this.#folders = this.#folders.filter((folder) => !folder.removeIfDone())
  }

  /** The program is gone: what its processes left open is folded too. A child that outlives it keeps its journal. */
  complete(): void {
    this.update()
    for (const folder of this.#folders) {
      const pid = pidOf(folder.path)
      if (isRunning(pid)) this.#noticeRunning(folder.path, pid)
      else {
        folder.finish((...heard) => this.#hear(folder, ...heard))
        for (const exchange of folder.unfolded()) this.#fold(folder, exchange)
        folder.removeIfDone()
      }
    }
  }

  #hear(folder: JournalFolder, { x }: JournaledExchange, entry: Entry, bytes: Slice | undefined): void {
    const exchange = exchangeName(folder.path, x)
    const { request, response, read } = entry
    const watch = this.#watch
    if (request !== undefined)
      watch.onEvent({ type: 'started', exchange, method: request.method, url: request.url })
    if (response !== undefined) {
      const contentType = response.headers['content-type']
      watch.onEvent({
        type: 'answered',
        exchange,
        status: response.status,
        ...(contentType && { contentType }),
      })
    }
    if (read !== undefined && bytes !== undefined)
      watch.onRead?.(exchange, read[0], () => folder.open(bytes, this.#key))
  }

  #foldEnded(folder: JournalFolder): void {
    for (const exchange of folder.unfolded()) if (exchange.end !== undefined) this.#fold(folder, exchange)
  }

  #fold(folder: JournalFolder, { x, request }: JournaledExchange): void {
    const exchange = exchangeName(folder.path, x)
    if (this.#failed.has(exchange)) return
    try {
      const folded = folder.fold(x, { redactor: defaultRedactor, key: this.#key })
      if (folded === undefined) return
      const { folder: _folder, ...rest } = folded
      this.#watch.onEvent({ type: 'recorded', exchange, ...rest })
    } catch (error) {
      this.#failed.add(exchange)
      const reason = error instanceof Error ? error.message : String(error)
      const url = request?.url ?? 'an unknown request'
      this.#watch.onEvent({ type: 'failed', exchange, journal: folder.path, url, reason })
    }
  }

  #noticeRunning(journal: string, pid: number): void {
    const message = `Process ${pid} still records into \`${journal}\`; \`streamproof recover\` completes it after its end.`
    this.#watch.onEvent({ type: 'notice', kind: 'still-running', subject: journal, message })
  }
}
