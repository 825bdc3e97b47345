/**
 * Writes one exchange into the journal, twice: sealed at once, before the client has it; and plain, redacted, a tenth of a second later. The sealed copy
 * is whole and costs the client next to nothing; the plain one can be read by anyone after a crash, and ends where a stream comes too fast to be redacted.
 * Not here: which exchanges (recorded-exchange.ts), the file (journal.ts), which copy becomes the recording (unsealing.ts).
 */

import type { Recording, RecordingEnd } from '../recording/format.ts'
import { exchangeName } from './capture-event.ts'
import type { Borders, RequestHead, ResponseHead } from './exchange.ts'
import { nextIdentity, type BodyPart, type Entry } from './journal-entry.ts'
import type { JournalFile } from './journal.ts'
import type { RedactionBudget } from './redaction-budget.ts'
import type { ExchangeRedactor, Redactor } from './redactor.ts'

export type WriterSettings = {
  redactor: Redactor
  budget: RedactionBudget
  borders: Borders
  tool: string
  /** Runs a task soon, in order, when the client is not waiting. */
  later(task: () => void): void
}

/** Bytes redacted in one task: so many take a millisecond or two. */
const mostAtOnce = 4 * 1024

export class ExchangeWriter {
  readonly #file: JournalFile
  readonly #settings: WriterSettings
  readonly #head: RequestHead
  readonly #onFailure: (error: unknown) => void
  readonly #tooFast = { request: false, body: false }
  #known: ExchangeRedactor | undefined
  #redacted = 0
  #requestEnded = false
  readonly x: number

  /** Begins; `time` is that of the request, in milliseconds since 1970. `onFailure` hears where something cannot be written later; the methods throw. */
  constructor(
    file: JournalFile,
    head: RequestHead,
    time: number,
    settings: WriterSettings,
    onFailure: (error: unknown) => void,
  ) {
    this.#file = file
    this.#settings = settings
    this.#head = head
    this.#onFailure = onFailure
    this.x = file.next()
    const { borders, tool } = settings
    const client = head.headers['user-agent']
    const begin = { id: nextIdentity(time), borders, tool, ...(client !== undefined && { client }) }
    this.#noteSealed({ begin, part: 'heads' }, lineOf({ request: head }))
    this.#later((redactor) => this.#note({ request: redactor.request }))
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
    return this.#redactor().request
  }

  /** The last pass over the recording, by who knows the exchange's own credentials. */
  last(recording: Recording): Recording {
    // The redactor adds what it has replaced; the journal says the same, and it is one replacement.
    return this.#redactor().recording({ ...recording, redactions: [] })
  }

  requestBody(bytes: Uint8Array): void {
    const copy = new Uint8Array(bytes)
    this.#noteSealed({ part: 'request' }, [copy])
    this.#redactLater('request', copy.length, () => copy)
  }

  requestEnd(): void {
    if (this.#requestEnded) return
    this.#requestEnded = true
    this.#later((redactor) => {
      if (!this.#tooFast.request) this.#note({ part: 'request' }, [redactor.requestBody.end()])
    })
  }

  response(head: ResponseHead, decoded: string | undefined): void {
    const note = decoded === undefined ? {} : { decoded }
    this.#noteSealed({ part: 'heads' }, lineOf({ response: { ...head, ...note } }))
    this.#later((redactor) => this.#note({ response: { ...redactor.response(head), ...note } }))
  }

  /** One read: sealed on disk when this returns. */
  read(raw: readonly Uint8Array[], bytes: number, wait: number): void {
    this.#file.write({ x: this.x, read: [bytes, wait], part: 'body' }, raw, 'sealed')
    this.#redactLater('body', bytes, () => copyOf(raw))
  }

  end(end: RecordingEnd): void {
    // An answer may come, and end, before its request does.
    this.requestEnd()
    this.#note({ end })
    this.#later((redactor) => {
      const rest = this.#tooFast.body ? [] : [redactor.responseBody.end()]
      this.#note({ part: 'body', ...this.#newRedactions(redactor) }, rest)
      this.#file.done(this.x)
    })
  }

  /** Nothing more of it comes, though it has not ended: it could not be written. */
  abandon(): void {
    this.#file.done(this.x)
  }

  #redactor(): ExchangeRedactor {
    this.#known ??= this.#settings.redactor.exchange(this.#head)
    return this.#known
  }

  /** From where a body comes too fast it is not redacted any more: with a gap it would be of no use. */
  #redactLater(part: BodyPart, bytes: number, copy: () => Uint8Array): void {
    this.#tooFast[part] ||= !this.#settings.budget.take(bytes, performance.now())
    if (this.#tooFast[part]) return
    const copied = copy()
    for (let at = 0; at < bytes; at += mostAtOnce) {
      const block = copied.subarray(at, at + mostAtOnce)
      this.#later((redactor) => this.#noteRedacted(part, block, redactor))
    }
  }

  #noteRedacted(part: BodyPart, block: Uint8Array, redactor: ExchangeRedactor): void {
    const stream = part === 'request' ? redactor.requestBody : redactor.responseBody
    this.#note({ part }, [stream.feed(block)])
    const redactions = this.#newRedactions(redactor)
    if (redactions.redactions !== undefined) this.#note(redactions)
  }

  #later(task: (redactor: ExchangeRedactor) => void): void {
    this.#settings.later(() => {
      try {
        task(this.#redactor())
      } catch (error) {
        this.#onFailure(error)
      }
    })
  }

  /** What was replaced since the journal was told. */
  #newRedactions(redactor: ExchangeRedactor): Pick<Entry, 'redactions'> {
    const redactions = redactor.redactions()
    const count = redactions.reduce((sum, redaction) => sum + redaction.count, 0)
    if (count === this.#redacted) return {}
    this.#redacted = count
    return { redactions }
  }

  #noteSealed(entry: Omit<Entry, 'x'>, pieces: readonly Uint8Array[]): void {
    this.#file.note({ x: this.x, ...entry }, pieces, 'sealed')
  }

  #note(entry: Omit<Entry, 'x'>, pieces: readonly Uint8Array[] = []): void {
    const isEmpty = pieces.every((piece) => piece.length === 0)
    if (entry.part === undefined || !isEmpty || entry.redactions !== undefined)
      this.#file.note({ x: this.x, ...entry }, pieces)
  }
}

function lineOf(heads: object): [Uint8Array] {
  return [Buffer.from(`${JSON.stringify(heads)}\n`)]
}

function copyOf(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? new Uint8Array(pieces[0] ?? []) : Buffer.concat(pieces)
}
