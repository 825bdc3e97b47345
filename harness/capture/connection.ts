/** One socket's bytes, both directions, as exchanges: which answer belongs to which request, and how each ended. Not here: getting at the bytes (tap.ts), HTTP/1 itself (http1.ts). */

import type { RecordingEnd } from '../recording/format.ts'
import type { CaptureSink, ExchangeSink } from './exchange.ts'
import { Http1Error, Http1Parser, type BodyRule, type MessageHead } from './http1.ts'

export type Target = {
  secure: boolean
  /** Host and port as dialled; stands in where a request has no `host`. */
  authority: string
}

type Open = {
  method: string
  /** Target of a CONNECT. */
  tunnel?: string
  /** Absent where nobody wants the exchange. */
  sink?: ExchangeSink
  answered: boolean
  requestDone: boolean
}

const TLS_HANDSHAKE = 0x16

export class Connection {
  readonly #captureSink: CaptureSink
  #target: Target
  #open: Open[] = []
  /** The exchange whose request is being sent. */
  #sending: Open | undefined
  #requests: Http1Parser
  #responses: Http1Parser
  /** Body bytes of this read, not yet handed on. */
  #pieces: Uint8Array[] = []
  #interim = false
  #at = 0
  #stopped = false
  #sawRequest = false

  constructor(target: Target, sink: CaptureSink) {
    this.#target = target
    this.#captureSink = sink
    this.#requests = this.#requestParser()
    this.#responses = this.#responseParser()
  }

  fromClient(bytes: Buffer, at: number): void {
    if (this.#stopped) return
    this.#at = at
    // TLS inside a tunnel is a socket of its own, and tapped there.
    if (!this.#sawRequest && bytes[0] === TLS_HANDSHAKE) this.#stopped = true
    else this.#guarded('the request', () => this.#requests.feed(bytes))
  }

  fromServer(bytes: Buffer, at: number): void {
    if (this.#stopped) return
    this.#at = at
    this.#guarded('the answer', () => {
      const rest = this.#responses.feed(bytes)
      this.#handOn()
      if (rest !== undefined && !this.#stopped) this.#responses.feed(rest)
    })
  }

  /** The server sent its last byte. */
  serverEnded(at: number): void {
    if (this.#stopped) return
    this.#at = at
    const finish = this.#responses.finish()
    this.#handOn()
    if (finish === 'cut')
      this.#endAll({ how: 'premature-end' }, 'the server closed the connection inside the head')
    else this.#endAll({ how: 'premature-end' }, 'the server closed the connection without an answer')
  }

  /** The connection broke, or never came to be. */
  failed(code: string, at: number): void {
    if (this.#stopped) return
    this.#at = at
    if (!this.#sawRequest && this.#target.authority !== '') this.#noticeConnectFailed(code)
    this.#endAll({ how: 'reset', reason: code }, code)
  }

  /** The socket is gone; whatever is still open was given up by the client. */
  closed(how: 'client-cancel' | 'timeout', at: number): void {
    if (this.#stopped) return
    this.#at = at
    this.#endAll({ how }, how === 'timeout' ? 'the client timed out' : 'the client gave up')
    this.#stopped = true
  }

  /** Nothing more of this socket is recorded. */
  stop(reason: string): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#endAll({ how: 'reset', reason }, reason)
  }

  #guarded(direction: string, read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof Http1Error)) throw error
      this.#captureSink.notice({
        kind: 'unparsable',
        subject: this.#target.authority,
        message: `Traffic to \`${this.#target.authority}\` is not recorded from here on: ${direction} ${error.message}.`,
      })
      this.#handOn()
      this.stop(`${direction} ${error.message}`)
    }
  }

  #requestParser(): Http1Parser {
    return new Http1Parser('request', {
      head: (head) => this.#beginRequest(head),
      body: (bytes) => this.#sending?.sink?.requestBody(bytes),
      end: () => this.#endRequest(),
    })
  }

  #responseParser(): Http1Parser {
    return new Http1Parser('response', {
      head: (head) => this.#beginResponse(head),
      body: (bytes) => this.#pieces.push(bytes),
      end: () => this.#endResponse(),
    })
  }

  #beginRequest({ start: [method, target], headers }: MessageHead): BodyRule {
    this.#sawRequest = true
    const open: Open = { method, answered: false, requestDone: false }
    this.#sending = open
    this.#open.push(open)
    if (method === 'CONNECT') {
      open.tunnel = target
      return 'none'
    }
    // What asks for another protocol is recorded only where it stays HTTP, and nobody needs its refusal.
    const wanted =
      headers['upgrade'] === undefined
        ? this.#captureSink.open({ method, url: this.#url(target, headers['host']), headers }, this.#at)
        : undefined
    if (wanted !== undefined) open.sink = wanted
    return 'by-headers'
  }

  #url(target: string, host: string | undefined): string {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return target
    return `${this.#target.secure ? 'https' : 'http'}://${host ?? this.#target.authority}${target}`
  }

  #endRequest(): void {
    if (this.#sending !== undefined) this.#sending.requestDone = true
    this.#sending?.sink?.requestEnd(this.#at)
    this.#sending = undefined
  }

  #beginResponse({ start: [, statusText], headers }: MessageHead): BodyRule {
    const status = Number(statusText)
    const open = this.#open[0]
    if (status === 101) return this.#leaveHttp(headers['upgrade'] ?? '')
    this.#interim = status < 200
    if (this.#interim) return 'none'
    if (open?.tunnel !== undefined && status < 300) return this.#enterTunnel(open.tunnel)
    if (open !== undefined) open.answered = true
    open?.sink?.response({ status, headers }, this.#at)
    const bodyless = open?.method === 'HEAD' || status === 204 || status === 304
    return bodyless ? 'none' : 'by-headers'
  }

  #endResponse(): void {
    if (this.#interim) return
    this.#handOn()
    this.#open.shift()?.sink?.end({ how: 'complete' }, this.#at)
  }

  /** Another protocol follows: https://www.rfc-editor.org/rfc/rfc9110#section-15.2.2 */
  #leaveHttp(protocol: string): BodyRule {
    const isWebSocket = /websocket/i.test(protocol)
    const name = isWebSocket ? 'WebSocket' : `The protocol \`${protocol}\``
    this.#captureSink.notice({
      kind: isWebSocket ? 'websocket' : 'upgrade',
      subject: this.#target.authority,
      message: `${name} to \`${this.#target.authority}\` is not recorded; only HTTP/1 is.`,
    })
    this.#open.shift()
    this.stop('the connection became another protocol')
    return 'other-protocol'
  }

  /** What follows belongs to the inner host: plain HTTP is read on; TLS is a socket of its own. */
  #enterTunnel(authority: string): BodyRule {
    this.#open.shift()
    this.#target = { secure: false, authority }
    this.#sawRequest = false
    this.#requests = this.#requestParser()
    this.#responses = this.#responseParser()
    return 'other-protocol'
  }

  /** One read of the socket is one read of the recording, however many HTTP chunks it held. */
  #handOn(): void {
    const pieces = this.#pieces
    if (pieces.length === 0) return
    this.#pieces = []
    this.#open[0]?.sink?.read(pieces, this.#at)
  }

  #endAll(end: RecordingEnd, reasonWithoutAnswer: string): void {
    this.#handOn()
    const open = this.#open
    this.#open = []
    this.#sending = undefined
    for (const { sink, answered } of open) {
      sink?.end(answered ? end : { how: 'no-response', reason: reasonWithoutAnswer }, this.#at)
    }
  }

  #noticeConnectFailed(code: string): void {
    this.#captureSink.notice({
      kind: 'connect-failed',
      subject: this.#target.authority,
      message: `The connection to \`${this.#target.authority}\` failed (${code}) before a request was sent, so there is nothing to record.`,
    })
  }
}
