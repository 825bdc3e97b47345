/**
 * HTTP/1 messages of one direction of a socket, read strictly: heads, body bytes without their framing, ends. Not here: which request an answer belongs to (connection.ts).
 *
 * Own code because no kept parser fits. `http-parser-js` tolerates by design what a client rejects: a malformed chunk size ends its message, and a
 * broken stream would be recorded as complete (https://github.com/creationix/http-parser-js/blob/master/http-parser.js, BODY_CHUNKHEAD). The builds of
 * llhttp that would be strict are private to Node, undici and msw. Rules: https://www.rfc-editor.org/rfc/rfc9112
 */

export type MessageHead = {
  /** `POST /v1/x HTTP/1.1` or `HTTP/1.1 200 OK`, split at spaces: at most three parts. */
  start: [string, string, string]
  /** Lower-case names; repeated headers joined by `, `. */
  headers: Record<string, string>
}

/** How the bytes after a head are framed: by its headers, not at all, or as another protocol, which ends the reading. */
export type BodyRule = 'by-headers' | 'none' | 'other-protocol'

export type MessageHandler = {
  head(head: MessageHead): BodyRule
  body(bytes: Uint8Array): void
  end(): void
}

export class Http1Error extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Http1Error'
  }
}

const longestHead = 256 * 1024
const LF = 0x0a
const CR = 0x0d

type State = 'head' | 'sized' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'until-close' | 'stopped'

export class Http1Parser {
  readonly #kind: 'request' | 'response'
  readonly #handler: MessageHandler
  #state: State = 'head'
  /** Lines of a head or of trailers read so far. */
  #lines: string[] = []
  #linesLength = 0
  /** The start of a line whose end has not come. */
  #partial = ''
  /** Body bytes to come in this state. */
  #left = 0

  constructor(kind: 'request' | 'response', handler: MessageHandler) {
    this.#kind = kind
    this.#handler = handler
  }

  /** Reads what came. Throws `Http1Error` where it is not HTTP/1; the parser is then of no further use. Gives the bytes that belong to another protocol, if any. */
  feed(bytes: Buffer): Buffer | undefined {
    let at = 0
    while (at < bytes.length) {
      if (this.#state === 'stopped') return bytes.subarray(at)
      at = this.#isBody() ? this.#feedBody(bytes, at) : this.#feedLine(bytes, at)
    }
    return undefined
  }

  /** The sender said it sends no more. Tells whether that cut a message. */
  finish(): 'clean' | 'cut' {
    if (this.#state === 'until-close') {
      this.#endMessage()
      return 'clean'
    }
    const between = this.#state === 'head' && this.#lines.length === 0 && this.#partial === ''
    return between || this.#state === 'stopped' ? 'clean' : 'cut'
  }

  #isBody(): boolean {
    return this.#state === 'sized' || this.#state === 'chunk' || this.#state === 'until-close'
  }

  #feedBody(bytes: Buffer, at: number): number {
    const end = this.#state === 'until-close' ? bytes.length : Math.min(bytes.length, at + this.#left)
    this.#handler.body(bytes.subarray(at, end))
    this.#left -= end - at
    if (this.#state === 'until-close' || this.#left > 0) return end
    if (this.#state === 'sized') this.#endMessage()
    else this.#state = 'chunk-end'
    return end
  }

  #feedLine(bytes: Buffer, at: number): number {
    const lineFeed = bytes.indexOf(LF, at)
    const end = lineFeed === -1 ? bytes.length : lineFeed
    this.#linesLength += end - at
    if (this.#linesLength > longestHead) throw new Http1Error(`has a head of more than ${longestHead} bytes`)
    if (lineFeed === -1) {
      this.#partial += bytes.toString('latin1', at, end)
      this.#rejectOtherProtocol()
      return end
    }
    const textEnd = end > at && bytes[end - 1] === CR ? end - 1 : end
    const line = this.#partial + bytes.toString('latin1', at, textEnd)
    this.#partial = ''
    this.#takeLine(line.endsWith('\r') ? line.slice(0, -1) : line)
    return lineFeed + 1
  }

  /** A protocol that never sends a line feed would be collected for ever: what cannot become a start line is refused at once. */
  #rejectOtherProtocol(): void {
    if (this.#state !== 'head' || this.#lines.length > 0) return
    const possible =
      this.#kind === 'request' ? /^\r?$|^[A-Z-]{1,32}( |$)/ : /^\r?$|^(H|HT|HTT|HTTP|HTTP\/[^]*)$/
    if (!possible.test(this.#partial)) throw new Http1Error('does not begin like HTTP/1')
  }

  #takeLine(line: string): void {
    if (this.#state === 'chunk-size') this.#startChunk(line)
    else if (this.#state === 'chunk-end') this.#endChunk(line)
    else if (line !== '') this.#keepLine(line)
    else if (this.#state === 'trailers') this.#endMessage()
    else if (this.#lines.length > 0) this.#endHead()
  }

  #keepLine(line: string): void {
    if (this.#state === 'head' && this.#lines.length === 0) startLine(this.#kind, line)
    this.#lines.push(line)
  }

  #startChunk(line: string): void {
    const size = /^([0-9a-fA-F]{1,13})[ \t]*(;.*)?$/.exec(line)?.[1]
    if (size === undefined)
      throw new Http1Error(`has a chunk size that is no number: ${JSON.stringify(line.slice(0, 40))}`)
    this.#left = Number.parseInt(size, 16)
    this.#linesLength = 0
    this.#state = this.#left === 0 ? 'trailers' : 'chunk'
  }

  #endChunk(line: string): void {
    if (line !== '') throw new Http1Error('has a chunk that is longer than its size')
    this.#state = 'chunk-size'
  }

  #endHead(): void {
    const head = {
      start: startLine(this.#kind, this.#lines[0] ?? ''),
      headers: headersOf(this.#lines.slice(1)),
    }
    this.#lines = []
    this.#linesLength = 0
    const rule = this.#handler.head(head)
    if (rule === 'other-protocol') this.#state = 'stopped'
    else if (rule === 'none') this.#endMessage()
    else this.#frameBody(head.headers)
  }

  #frameBody(headers: Readonly<Record<string, string>>): void {
    const coding = headers['transfer-encoding']?.trim().toLowerCase()
    const length = coding === undefined ? contentLength(headers['content-length']) : undefined
    if (coding === 'chunked') this.#state = 'chunk-size'
    else if (coding !== undefined) throw new Http1Error(`uses the transfer coding ${JSON.stringify(coding)}`)
    else if (length === undefined && this.#kind === 'response') this.#state = 'until-close'
    else this.#sized(length ?? 0)
  }

  #sized(length: number): void {
    this.#left = length
    this.#state = 'sized'
    if (length === 0) this.#endMessage()
  }

  #endMessage(): void {
    this.#state = 'head'
    this.#lines = []
    this.#linesLength = 0
    this.#handler.end()
  }
}

function startLine(kind: 'request' | 'response', line: string): [string, string, string] {
  const pattern = kind === 'request' ? /^([!-~]+) (\S+) (HTTP\/1\.\d)$/ : /^(HTTP\/1\.\d) (\d{3})(?: (.*))?$/
  const match = pattern.exec(line)
  if (match === null) throw new Http1Error('does not begin like HTTP/1')
  return [match[1] ?? '', match[2] ?? '', match[3] ?? '']
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  let last: string | undefined
  for (const line of lines) {
    const colon = line.indexOf(':')
    // A line that begins with a blank continues the one before: https://www.rfc-editor.org/rfc/rfc9112#section-5.2
    if (isBlank(line.charCodeAt(0)) && last !== undefined) {
      headers.set(last, `${headers.get(last)} ${line.trim()}`)
    } else if (colon < 1) {
      throw new Http1Error(`has a header without a colon: ${JSON.stringify(line.slice(0, 40))}`)
    } else {
      last = line.slice(0, colon).trim().toLowerCase()
      const value = line.slice(colon + 1).trim()
      const before = headers.get(last)
      headers.set(last, before === undefined ? value : `${before}, ${value}`)
    }
  }
  return Object.fromEntries(headers)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** Repeated equal lengths are one: https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
function contentLength(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const lengths = new Set(value.split(',').map((part) => part.trim()))
  const [length] = lengths
  if (lengths.size !== 1 || length === undefined || !/^\d{1,15}$/.test(length))
    throw new Http1Error(`has the content length ${JSON.stringify(value.slice(0, 40))}`)
  return Number(length)
}
