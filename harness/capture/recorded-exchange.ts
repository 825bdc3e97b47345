/** One exchange on its way to the disk: held back until it is known whether it is wanted, then decoded, redacted and journaled as it comes. Not here: the journal's files (journal.ts), the recording made of it (fold.ts). */

import type { RecordingEnd } from '../recording/format.ts'
import type { Report } from './capture-event.ts'
import { decoderOf, type Decoder } from './decode.ts'
import type { Borders, ExchangeSink, RequestHead, ResponseHead } from './exchange.ts'
import { ExchangeJournal } from './exchange-journal.ts'
import { nextIdentity, type Entry, type Journals } from './journal.ts'
import type { ExchangeRedactor, Redactor } from './redactor.ts'
import type { Selection } from './selection.ts'

export type ExchangeSettings = {
  journals: Journals
  borders: Borders
  tool: string
  redactor: Redactor
  selection: Selection
  report: Report
  /** Nothing more of it comes. */
  onEnd(exchange: RecordedExchange): void
}

/** Bytes held of an exchange nobody can tell yet; beyond that it is left alone. */
const mostHeld = 32 * 1024 * 1024
/** Bytes of an answer that must tell what it is. */
const peekBytes = 64 * 1024

type State = 'undecided' | 'recording' | 'over'

export class RecordedExchange implements ExchangeSink {
  readonly head: RequestHead
  readonly #settings: ExchangeSettings
  readonly #startedAt: number
  #state: State = 'undecided'
  #held: (() => void)[] = []
  #heldBytes = 0
  #requestPeek: Uint8Array[] = []
  #bodyPeek: Uint8Array[] = []
  #contentType: string | undefined
  #decoder: Decoder | undefined
  #decodeFailure: string | undefined
  #redactor: ExchangeRedactor | undefined
  #redacted = 0
  #requestEnded = false
  #journal: ExchangeJournal | undefined
  #failed = false
  #lastRead: number

  constructor(head: RequestHead, at: number, settings: ExchangeSettings, wanted: boolean) {
    this.head = head
    this.#settings = settings
    this.#startedAt = Date.now()
    this.#lastRead = at
    if (wanted) this.#begin()
  }

  get isOver(): boolean {
    return this.#state === 'over'
  }

  /** Where it is journaled, whole; undefined where it is not. */
  get journaled(): ExchangeJournal | undefined {
    return this.#failed ? undefined : this.#journal
  }

  /** The redactor that knows this exchange's own credentials. */
  get redactor(): ExchangeRedactor | undefined {
    return this.#redactor
  }

  /** The url as it may be shown: redacted, or without its query where no redactor came to be. */
  get safeUrl(): string {
    return this.#redactor?.request.url ?? this.head.url.replace(/\?.*/s, '')
  }

  requestBody(bytes: Uint8Array): void {
    if (this.#state === 'undecided') this.#requestPeek.push(this.#hold(bytes))
    else
      this.#step((journal, redactor) => journal.note({ part: 'request' }, redactor.requestBody.feed(bytes)))
  }

  requestEnd(at: number): void {
    this.#lastRead = at
    if (this.#state === 'undecided') this.#decide(false)
    this.#step((journal, redactor) => this.#endRequest(journal, redactor))
  }

  response(head: ResponseHead, _at: number): void {
    const coding = head.headers['content-encoding']
    const decoder = decoderOf(coding)
    // A client's own reads are decoded already.
    if (this.#settings.borders === 'wire') this.#decoder = decoder
    this.#contentType = head.headers['content-type']
    const decoded = decoder && coding ? { decoded: coding.trim().toLowerCase() } : {}
    const contentType = this.#contentType
    this.#step((journal, redactor) => {
      journal.note({ response: { ...redactor.response(head), ...decoded } })
      const answered = { type: 'answered', exchange: journal.name, status: head.status } as const
      this.#settings.report({ ...answered, ...(contentType !== undefined && { contentType }) })
    })
  }

  read(pieces: readonly Uint8Array[], at: number): void {
    if (this.#state === 'over') return
    const decoded = this.#decoder === undefined ? pieces : this.#decode(pieces, this.#decoder)
    const bytes = decoded.reduce((sum, piece) => sum + piece.length, 0)
    if (bytes === 0) return
    const wait = Math.max(0, Math.round((at - this.#lastRead) * 1000) / 1000)
    this.#lastRead = at
    if (this.#state === 'undecided') this.#peek(decoded, bytes, wait)
    else this.#write(decoded, bytes, wait)
  }

  end(end: RecordingEnd, _at: number): void {
    if (this.#state === 'undecided') this.#decide(true)
    if (this.#state === 'over') return
    const how =
      this.#decodeFailure === undefined ? end : { how: 'reset' as const, reason: this.#decodeFailure }
    this.#step((journal, redactor) => {
      // An answer may come, and end, before its request does.
      this.#endRequest(journal, redactor)
      const rest = redactor.responseBody.end()
      journal.write({ part: 'body', ...this.#newRedactions(redactor), end: how }, [rest])
    })
    this.#finish()
  }

  #endRequest(journal: ExchangeJournal, redactor: ExchangeRedactor): void {
    if (this.#requestEnded) return
    this.#requestEnded = true
    const rest = redactor.requestBody.end()
    if (rest.length > 0) journal.note({ part: 'request' }, rest)
  }

  #peek(decoded: readonly Uint8Array[], bytes: number, wait: number): void {
    const copies = decoded.map((piece) => this.#hold(piece))
    this.#bodyPeek.push(...copies)
    this.#held.push(() => this.#write(copies, bytes, wait))
    this.#decide(this.#bodyPeek.reduce((sum, piece) => sum + piece.length, 0) > peekBytes)
  }

  #write(pieces: readonly Uint8Array[], bytes: number, wait: number): void {
    this.#step((journal, redactor) => {
      const safe = pieces.map((piece) => redactor.responseBody.feed(piece))
      journal.write({ read: [bytes, wait], part: 'body', ...this.#newRedactions(redactor) }, safe)
    })
  }

  /** Runs a step on the journal: later, where the exchange is still undecided; never more, where a step failed. */
  #step(step: (journal: ExchangeJournal, redactor: ExchangeRedactor) => void): void {
    if (this.#state === 'undecided') this.#held.push(() => this.#step(step))
    if (this.#state !== 'recording' || this.#journal === undefined || this.#redactor === undefined) return
    try {
      step(this.#journal, this.#redactor)
    } catch (error) {
      this.#fail(error)
    }
  }

  #decide(last: boolean): void {
    const { selection } = this.#settings
    const wanted = selection.byBodies({
      url: this.head.url,
      requestBody: Buffer.concat(this.#requestPeek),
      ...(this.#contentType !== undefined && { contentType: this.#contentType }),
      ...(this.#bodyPeek.length > 0 && { body: Buffer.concat(this.#bodyPeek) }),
    })
    if (wanted) this.#begin()
    else if (last || this.#heldBytes > mostHeld) this.#forget()
  }

  #begin(): void {
    const { journals, borders, tool, redactor, report } = this.#settings
    const client = this.head.headers['user-agent']
    try {
      this.#redactor = redactor.exchange(this.head)
      const { request } = this.#redactor
      this.#journal = new ExchangeJournal(journals.current())
      const id = nextIdentity(this.#startedAt)
      this.#journal.note({ begin: { id, request, borders, tool, ...(client !== undefined && { client }) } })
      this.#state = 'recording'
    } catch (error) {
      return this.#fail(error)
    }
    const { method, url } = this.#redactor.request
    report({ type: 'started', exchange: this.#journal.name, method, url })
    for (const piece of this.#requestPeek) this.requestBody(piece)
    const held = this.#held
    this.#forgetHeld()
    for (const step of held) step()
  }

  #hold(bytes: Uint8Array): Uint8Array {
    this.#heldBytes += bytes.length
    return Uint8Array.from(bytes)
  }

  #forget(): void {
    this.#state = 'over'
    this.#forgetHeld()
    this.#settings.onEnd(this)
  }

  #forgetHeld(): void {
    this.#held = []
    this.#requestPeek = []
    this.#bodyPeek = []
  }

  #decode(pieces: readonly Uint8Array[], decoder: Decoder): Uint8Array[] {
    if (this.#decodeFailure !== undefined) return []
    try {
      return pieces.flatMap((piece) => decoder.decode(piece))
    } catch (error) {
      this.#decodeFailure = `the body is not of its content encoding: ${messageOf(error)}`
      return []
    }
  }

  /** What was replaced since the journal was told. */
  #newRedactions(redactor: ExchangeRedactor): Pick<Entry, 'redactions'> {
    const redactions = redactor.redactions()
    const count = redactions.reduce((sum, redaction) => sum + redaction.count, 0)
    if (count === this.#redacted) return {}
    this.#redacted = count
    return { redactions }
  }

  #fail(error: unknown): void {
    this.#failed = true
    const { name: exchange, path: journal } = this.#journal ?? {}
    this.#settings.report({
      type: 'failed',
      ...(exchange !== undefined && { exchange }),
      ...(journal !== undefined && { journal }),
      url: this.safeUrl,
      reason: messageOf(error),
    })
    this.#finish()
  }

  #finish(): void {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#forgetHeld()
    this.#settings.onEnd(this)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
