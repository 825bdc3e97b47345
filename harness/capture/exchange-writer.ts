/** Writes one exchange into the journal, each byte redacted, or sealed where it comes too fast. Every method throws where the journal cannot be written. Not here: which exchanges (recorded-exchange.ts), the file (journal.ts). */

import type { Recording, RecordingEnd } from '../recording/format.ts'
import { exchangeName } from './capture-event.ts'
import type { Borders, RequestHead, ResponseHead } from './exchange.ts'
import { nextIdentity, type Entry, type JournalFile } from './journal.ts'
import { PartRedactor, type Passed } from './part-redactor.ts'
import type { ExchangeRedactor, Redactor } from './redactor.ts'
import type { RedactionBudget, Sealer } from './sealing.ts'

export type WriterSettings = { redactor: Redactor; budget: RedactionBudget; borders: Borders; tool: string }

export class ExchangeWriter {
  readonly #file: JournalFile
  readonly #redactor: ExchangeRedactor
  readonly #head: RequestHead
  readonly #request: PartRedactor
  readonly #body: PartRedactor
  #response: ResponseHead | undefined
  #sealer: Sealer | undefined
  #redacted = 0
  #requestEnded = false
  readonly x: number

  /** Begins; `time` is that of the request, in milliseconds since 1970. */
  constructor(file: JournalFile, head: RequestHead, time: number, settings: WriterSettings) {
    const { redactor, budget, borders, tool } = settings
    this.#file = file
    this.#head = head
    this.#redactor = redactor.exchange(head)
    this.#request = new PartRedactor(this.#redactor.requestBody, budget)
    this.#body = new PartRedactor(this.#redactor.responseBody, budget)
    this.x = file.next()
    const client = head.headers['user-agent']
    const begin = { id: nextIdentity(time), request: this.#redactor.request, borders, tool }
    this.#note({ begin: { ...begin, ...(client !== undefined && { client }) } })
  }

  get path(): string {
    return this.#file.path
  }

  /** The exchange in events. */
  get name(): string {
    return exchangeName(this.path, this.x)
  }

  /** The request head as it may be shown. */
  get request(): RequestHead {
    return this.#redactor.request
  }

  /** The last pass over the recording, by who knows the exchange's own credentials. */
  last(recording: Recording): Recording {
    return this.#redactor.recording(recording)
  }

  requestBody(bytes: Uint8Array): void {
    const { entry, pieces } = this.#journaled(this.#request.feed([bytes], performance.now()))
    this.#note({ part: 'request', ...entry }, pieces)
  }

  requestEnd(): void {
    if (this.#requestEnded) return
    this.#requestEnded = true
    this.#note({ part: 'request' }, [this.#request.end()])
  }

  response(head: ResponseHead, decoded: string | undefined): void {
    this.#response = head
    this.#note({ response: { ...this.#redactor.response(head), ...(decoded !== undefined && { decoded }) } })
    if (this.#sealer !== undefined) this.#sealHead({ response: head })
  }

  /** One read: on disk when this returns, but for what may still be part of a secret. */
  read(raw: readonly Uint8Array[], bytes: number, wait: number): void {
    const { entry, pieces } = this.#journaled(this.#body.feed(raw, performance.now()))
    this.#write({ read: [bytes, wait], part: 'body', ...entry, ...this.#newRedactions() }, pieces)
  }

  end(end: RecordingEnd): void {
    // An answer may come, and end, before its request does.
    this.requestEnd()
    const rest = this.#body.end()
    this.#write({ part: 'body', ...this.#newRedactions(), end }, [rest])
  }

  #journaled({ sealed, pieces }: Passed): { entry: Pick<Entry, 'sealed'>; pieces: readonly Uint8Array[] } {
    if (!sealed) return { entry: {}, pieces }
    const { block, bytes } = this.#begunSealer().seal(pieces)
    return { entry: { sealed: block }, pieces: [bytes] }
  }

  /** Who opens what is sealed needs the credentials, to look for them: they are sealed first. */
  #begunSealer(): Sealer {
    if (this.#sealer !== undefined) return this.#sealer
    this.#sealer = this.#file.sealer(this.x)
    this.#sealHead({ request: this.#head, ...(this.#response && { response: this.#response }) })
    return this.#sealer
  }

  #sealHead(heads: { request?: RequestHead; response?: ResponseHead }): void {
    const line = Buffer.from(`${JSON.stringify(heads)}\n`)
    const { entry, pieces } = this.#journaled({ sealed: true, pieces: [line] })
    this.#note({ part: 'secrets', ...entry }, pieces)
  }

  /** What was replaced since the journal was told. */
  #newRedactions(): Pick<Entry, 'redactions'> {
    const redactions = this.#redactor.redactions()
    const count = redactions.reduce((sum, redaction) => sum + redaction.count, 0)
    if (count === this.#redacted) return {}
    this.#redacted = count
    return { redactions }
  }

  #note(entry: Omit<Entry, 'x'>, pieces: readonly Uint8Array[] = []): void {
    if (entry.part !== undefined && pieces.every((piece) => piece.length === 0)) return
    this.#file.note({ x: this.x, ...entry }, pieces)
  }

  #write(entry: Omit<Entry, 'x'>, pieces: readonly Uint8Array[]): void {
    this.#file.write({ x: this.x, ...entry }, pieces)
  }
}
