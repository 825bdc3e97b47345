/**
 * The tap on msw's socket layer: every TCP and TLS connection the process opens passes through as it would without us, and its bytes are shown to a sink. Not here: what the bytes mean (connection.ts).
 *
 * The order of the calls matters. Passing through in the same tick keeps connect errors, TLS, ALPN and HTTP/2 genuine; without the override of `reset`
 * a kept-alive socket would wait for a verdict again; the listeners come first, so that the record is ahead of the client.
 * https://github.com/mswjs/interceptors (SocketInterceptor)
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { SocketInterceptor } from '@mswjs/interceptors/net'
import { Connection } from './connection.ts'
import type { CaptureSink } from './exchange.ts'
import { WhenSent } from './when-sent.ts'

export type Tap = {
  /** Shows the sink at once what clients have sent. */
  settle(): void
  stop(): void
}

/** A connection that is tapped. */
type Tapped = {
  connection: Connection
  socket: Socket
  settle(): void
}

type ConnectionEvent = Parameters<Parameters<SocketInterceptor['on']>[1]>[0] & {
  socket: Socket
  controller: { reset(): void; passthrough(): Socket }
  connectionOptions: { host?: string | null; port?: number | string | null; path?: string | null }
}

const http2Channel = 'http2.client.stream.created'
let active: symbol | undefined

/**
 * Shows the traffic of this process to `sink`, from now on. One tap at a time; throws where one runs already.
 * Where the program mocks by an msw of its own, the tap steps aside with a notice, and the mocks work as alone.
 */
export function startTap(sink: CaptureSink): Tap {
  if (active !== undefined)
    throw new Error(
      'The sockets of this process are tapped already. Stop the first tap before you start a second one.',
    )
  const owner = {}
  const id = Symbol('tap')
  active = id
  // Not `new`: the interceptor is one per process, or a program that starts its own msw would find the patches taken.
  const interceptor = SocketInterceptor.singleton(SocketInterceptor)
  const connections = new Set<Tapped>()
  const onConnection = (event: unknown) => tapConnection(event as ConnectionEvent, sink, connections)
  const stepAside = () => {
    interceptor.removeListener('connection', onConnection)
    for (const { socket } of connections) forgetPatch(socket)
    sink.notice(ownMsw)
  }
  if (interceptor.listenerCount('connection') > 0) sink.notice(ownMsw)
  else {
    interceptor.on('connection', onConnection)
    interceptor['emitter'].hooks.on('newListener', (type, listener) => {
      if (type === 'connection' && listener !== onConnection && active === id) stepAside()
    })
  }
  interceptor.apply(owner)
  const onHttp2 = (message: unknown) => noticeHttp2(message, sink)
  subscribe(http2Channel, onHttp2)
  const settle = () => {
    for (const tapped of connections) tapped.settle()
  }
  return {
    settle,
    stop() {
      if (active !== id) return
      settle()
      active = undefined
      unsubscribe(http2Channel, onHttp2)
      interceptor.removeListener('connection', onConnection)
      interceptor.dispose(owner)
      for (const { connection } of connections) connection.stop('recording was switched off')
    },
  }
}

const ownMsw = {
  kind: 'own-msw',
  subject: 'msw',
  message:
    'The program intercepts requests itself (msw), so its new connections are not recorded from here on; its mocks work as without us.',
} as const

function tapConnection(event: ConnectionEvent, sink: CaptureSink, connections: Set<Tapped>): void {
  const { socket, controller, connectionOptions } = event
  controller.reset = () => {}
  const real = controller.passthrough()
  const connection = new Connection(
    { secure: socket instanceof TLSSocket, authority: authorityOf(connectionOptions) },
    sink,
  )
  const guard = guardOf(connection, sink)
  const sent = new SentBytes((bytes, at) => guard(() => connection.fromClient(bytes, at)))
  const tapped = { connection, socket, settle: () => sent.settle() }
  connections.add(tapped)
  /** What the client sent before comes first. */
  const show = (step: (at: number) => void) => {
    const at = performance.now()
    sent.settle()
    guard(() => step(at))
  }
  let timedOut = false
  socket.on('timeout', () => (timedOut = true))
  socket.on('data', (bytes: Buffer) => sent.add(bytes, performance.now()))
  real.prependListener('data', (bytes: Buffer) => show((at) => connection.fromServer(bytes, at)))
  real.prependListener('end', () => show((at) => connection.serverEnded(at)))
  real.prependListener('error', (error: NodeJS.ErrnoException) =>
    show((at) => connection.failed(error.code ?? error.message, at)),
  )
  const onClose = () => {
    connections.delete(tapped)
    const how = timedOut || isTimeout(socket.errored) ? 'timeout' : 'client-cancel'
    show((at) => connection.closed(how, at))
  }
  real.prependListener('close', onClose)
  // Both sockets share one handle: where the client destroys its own first, the other never says that it is closed.
  socket.on('close', onClose)
}

/** What a client sends, shown when it is on its way, with the time it came. */
class SentBytes {
  readonly #show: (bytes: Buffer, at: number) => void
  readonly #whenSent = new WhenSent(() => this.#showAll())
  #waiting: { bytes: Buffer; at: number }[] = []

  constructor(show: (bytes: Buffer, at: number) => void) {
    this.#show = show
  }

  /** The bytes are the client's, which may use their memory again once they are sent. */
  add(bytes: Buffer, at: number): void {
    this.#waiting.push({ bytes: Buffer.from(bytes), at })
    this.#whenSent.soon()
  }

  settle(): void {
    if (this.#waiting.length > 0) this.#whenSent.now()
  }

  #showAll(): void {
    for (const { bytes, at } of this.#waiting.splice(0)) this.#show(bytes, at)
  }
}

/** msw drops an agent's kept-alive sockets that it has not patched, so that no request passes its mocks; ours it must take for such. */
function forgetPatch(socket: Socket): void {
  const patched = Object.getOwnPropertySymbols(socket).find((symbol) => symbol.description === 'kPatched')
  if (patched !== undefined) Reflect.set(socket, patched, false)
}

/** A throw in a listener of ours would be the program's uncaught exception: it switches the tap off for that socket instead. */
function guardOf(connection: Connection, sink: CaptureSink): (step: () => void) => void {
  return (step) => {
    try {
      step()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      sink.notice({ kind: 'failed', subject: 'tap', message: `Recording of one connection stopped: ${why}.` })
      try {
        connection.stop('the recorder failed')
      } catch {
        // It has been told; the program must not be.
      }
    }
  }
}

function authorityOf({ host, port, path }: ConnectionEvent['connectionOptions']): string {
  if (port === undefined || port === null) return path ?? 'localhost'
  const name = host ?? 'localhost'
  return `${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** undici and others destroy their socket with the error the caller gets. */
function isTimeout(error: Error | null): boolean {
  if (error === null) return false
  return /timeout/i.test(`${error.name} ${'code' in error ? String(error.code) : ''}`)
}

function noticeHttp2(message: unknown, sink: CaptureSink): void {
  const headers = Reflect.get(Object(message), 'headers') as Record<string, unknown> | undefined
  const authority = headers?.[':authority']
  const host = typeof authority === 'string' ? authority : 'an unknown host'
  sink.notice({
    kind: 'http2',
    subject: host,
    message: `HTTP/2 to \`${host}\` is not recorded; only HTTP/1 is. For the AWS SDK set AWS_BEDROCK_FORCE_HTTP1=1, or use a request handler of HTTP/1.`,
  })
}
