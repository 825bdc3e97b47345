/** One exchange as it is seen, on its way to the journal: held back until it is known whether it is wanted, and decoded. Not here: writing it (exchange-writer.ts), the recording made of it (fold.ts). */

import type { RecordingEnd } from '../recording/format.ts'
import type { Report } from './capture-event.ts'
import { decoderOf, type Decoder } from './decode.ts'
import type { ExchangeSink, RequestHead, ResponseHead } from './exchange.ts'
import { ExchangeWriter, type WriterSettings } from './exchange-writer.ts'
import type { Journals } from './journal.ts'
import type { Selection } from './selection.ts'

export type ExchangeSettings = WriterSettings & {
  journals: Journals
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
  readonly #head: RequestHead
  readonly #settings: ExchangeSettings
  readonly #startedAt = Date.now()
  #state: State = 'undecided'
  #held: (() => void)[] = []
  #heldBytes = 0
  #requestPeek: Uint8Array[] = []
  #bodyPeek: Uint8Array[] = []
  #contentType: string | undefined
  #decoder: Decoder | undefined
  #decodeFailure: string | undefined
  #writer: ExchangeWriter | undefined
  #failed = false
  #lastRead: number

  constructor(head: RequestHead, at: number, settings: ExchangeSettings, wanted: boolean) {
    this.#head = head
    this.#settings = settings
    this.#lastRead = at
    if (wanted) this.#begin()
  }

  get isOver(): boolean {
    return this.#state === 'over'
  }

  /** Who has journaled it, whole; undefined where it is not journaled. */
  get writer(): ExchangeWriter | undefined {
    return this.#failed ? undefined : this.#writer
  }

  /** The url as it may be shown: redacted, or without its query where it was not looked through. */
  get safeUrl(): string {
    return this.#writer?.request.url ?? this.#head.url.replace(/\?.*/s, '')
  }

  requestBody(bytes: Uint8Array): void {
    if (this.#state === 'undecided') this.#requestPeek.push(this.#hold(bytes))
    else this.#step((writer) => writer.requestBody(bytes))
  }

  requestEnd(at: number): void {
    this.#lastRead = at
    if (this.#state === 'undecided') this.#decide(false)
    this.#step((writer) => writer.requestEnd())
  }

  response(head: ResponseHead, _at: number): void {
    const coding = head.headers['content-encoding']
    const decoder = decoderOf(coding)
    // A client's own reads are decoded already.
    if (this.#settings.borders === 'wire') this.#decoder = decoder
    const contentType = head.headers['content-type']
    this.#contentType = contentType
    this.#step((writer) => {
      writer.response(head, decoder && coding?.trim().toLowerCase())
      const answered = { type: 'answered', exchange: writer.name, status: head.status } as const
      const event = { ...answered, ...(contentType !== undefined && { contentType }) }
      this.#settings.later(() => this.#settings.report(event))
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
    else this.#step((writer) => writer.read(decoded, bytes, wait))
  }

  end(end: RecordingEnd, _at: number): void {
    if (this.#state === 'undecided') this.#decide(true)
    if (this.#state === 'over') return
    const how =
      this.#decodeFailure === undefined ? end : { how: 'reset' as const, reason: this.#decodeFailure }
    this.#step((writer) => writer.end(how))
    this.#finish()
  }

  #peek(decoded: readonly Uint8Array[], bytes: number, wait: number): void {
    const copies = decoded.map((piece) => this.#hold(piece))
    this.#bodyPeek.push(...copies)
    this.#held.push(() => this.#step((writer) => writer.read(copies, bytes, wait)))
    this.#decide(this.#bodyPeek.reduce((sum, piece) => sum + piece.length, 0) > peekBytes)
  }

  /** Runs a step of the writer: later, where the exchange is still undecided; never more, where a step failed. */
  #step(step: (writer: ExchangeWriter) => void): void {
    if (this.#state === 'undecided') this.#held.push(() => this.#step(step))
    if (this.#state !== 'recording' || this.#writer === undefined) return
    try {
      step(this.#writer)
    } catch (error) {
      this.#fail(error)
    }
  }

  #decide(last: boolean): void {
    const wanted = this.#settings.selection.byBodies({
      url: this.#head.url,
      requestBody: Buffer.concat(this.#requestPeek),
      ...(this.#contentType !== undefined && { contentType: this.#contentType }),
      ...(this.#bodyPeek.length > 0 && { body: Buffer.concat(this.#bodyPeek) }),
    })
    if (wanted) this.#begin()
    else if (last || this.#heldBytes > mostHeld) this.#finish()
  }

  #begin(): void {
    const { journals, report } = this.#settings
    try {
      const onFailure = (error: unknown) => this.#fail(error)
      this.#writer = new ExchangeWriter(
        journals.current(),
        this.#head,
        this.#startedAt,
        this.#settings,
        onFailure,
      )
      this.#state = 'recording'
    } catch (error) {
      return this.#fail(error)
    }
    const { name } = this.#writer
    this.#settings.later(() =>
      report({ type: 'started', exchange: name, method: this.#head.method, url: this.safeUrl }),
    )
    for (const piece of this.#requestPeek) this.requestBody(piece)
    const held = this.#held
    this.#forgetHeld()
    for (const step of held) step()
  }

  #hold(bytes: Uint8Array): Uint8Array {
    this.#heldBytes += bytes.length
    return new Uint8Array(bytes)
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

  /** Also called later, by the writer; even after the exchange has ended. */
  #fail(error: unknown): void {
    if (this.#failed) return
    this.#failed = true
    this.#writer?.abandon()
    const { name: exchange, path: journal } = this.#writer ?? {}
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
