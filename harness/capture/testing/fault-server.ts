/** A server for the tests of capture: answers well and badly, as the query `case=` says, in every way a client can meet. Not here: the clients (client-cases.ts). */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import {
  constants,
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  createZstdCompress,
} from 'node:zlib'
import { encodeEventstream } from '../../wire/framing/eventstream.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown

/** The events of the streams below, one write each. */
export const events = ['Hel', 'lo, ', 'Grüße', '!'].map(
  (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
)
export const eventsBody = [...events, 'data: [DONE]\n\n'].join('')
export const jsonBody = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
})
export const bigBody = `data: ${'x'.repeat(997)}\n\n`.repeat(1000)

const sse = { 'content-type': 'text/event-stream' }
const gap = 4

async function stream(response: ServerResponse, writes: readonly string[]): Promise<void> {
  for (const write of writes) {
    response.write(write)
    await wait(gap)
  }
}

async function raw(socket: Socket, writes: readonly string[]): Promise<void> {
  for (const write of writes) {
    socket.write(write)
    await wait(gap)
  }
}

/** Only a TCP socket can be reset: under TLS that is the one below. */
function reset(socket: Socket): void {
  const below: unknown = Reflect.get(socket, '_parent')
  ;((below as Socket | null | undefined) ?? socket).resetAndDestroy()
}

/** Compressed once, flushed after each event: zlib need not give the same bytes every time. */
function compressed(coding: string, make: () => Transform): Answer {
  const pieces = flushedPieces(make())
  return async (_request, response) => {
    response.writeHead(200, { ...sse, 'content-encoding': coding })
    for (const piece of await pieces) {
      response.write(piece)
      await wait(gap)
    }
    response.end()
  }
}

async function flushedPieces(encoder: Transform): Promise<Buffer[]> {
  let out: Buffer[] = []
  encoder.on('data', (piece: Buffer) => out.push(piece))
  const pieces: Buffer[] = []
  for (const event of [...events, 'data: [DONE]\n\n']) {
    await new Promise<void>((resolve) => void encoder.write(event, () => resolve()))
    pieces.push(Buffer.concat(out))
    out = []
  }
  encoder.end()
  await once(encoder, 'end')
  return [...pieces, Buffer.concat(out)]
}

const flush = { flush: constants.Z_SYNC_FLUSH }

const gzipped = flushedPieces(createGzip(flush))

function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    const text = JSON.stringify(value)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    response.end(text)
  }
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const chunkedHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'

export const answers: Readonly<Record<string, Answer>> = {
  async sse(_request, response) {
    response.writeHead(200, sse)
    await stream(response, events)
    response.end('data: [DONE]\n\n')
  },
  json: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': jsonBody.length })
    response.end(jsonBody)
  },
  async 'until-close'({ socket }) {
    await raw(socket, [
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n',
      ...events,
    ])
    socket.end('data: [DONE]\n\n')
  },
  gzip: compressed('gzip', () => createGzip(flush)),
  deflate: compressed('deflate', () => createDeflate(flush)),
  'deflate-raw': compressed('deflate', () => createDeflateRaw(flush)),
  br: compressed('br', () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH })),
  zstd: compressed('zstd', () => createZstdCompress({ flush: constants.ZSTD_e_flush })),
  async 'gzip-cut'({ socket }, response) {
    response.writeHead(200, { ...sse, 'content-encoding': 'gzip' })
    const [first] = await gzipped
    await new Promise<void>((resolve) => response.write(first, () => resolve()))
    await wait(gap)
    socket.end()
  },
  'gzip-corrupt': (_request, response) => {
    response.writeHead(200, { ...sse, 'content-encoding': 'gzip' })
    response.end('this is not gzip')
  },
  'reset-before-head': ({ socket }) => reset(socket),
  async 'reset-in-body'({ socket }) {
    await raw(socket, [chunkedHead, chunk(events[0] ?? ''), chunk(events[1] ?? '')])
    await wait(20)
    reset(socket)
  },
  async 'premature-chunked'({ socket }) {
    await raw(socket, [chunkedHead, chunk(events[0] ?? '')])
    socket.end()
  },
  async 'premature-sized'({ socket }) {
    await raw(socket, [
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 1000\r\n\r\n',
      events[0] ?? '',
    ])
    socket.end()
  },
  'no-answer': ({ socket }) => socket.end(),
  async 'bad-chunk'({ socket }) {
    await raw(socket, [chunkedHead, chunk(events[0] ?? '')])
    socket.end('zz\r\nnonsense\r\n')
  },
  'bad-head': ({ socket }) => socket.end('HTTP/1.1 abc nonsense\r\n\r\n'),
  async dribble({ socket }) {
    const bytes = `${chunkedHead.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${chunk(events[0] ?? '')}${chunk('data: [DONE]\n\n')}0\r\n\r\n`
    for (const byte of bytes) socket.write(byte)
    await wait(gap)
    socket.end()
  },
  'early-hints': async (_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    await wait(gap)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(jsonBody)
  },
  trailers: (_request, response) => {
    response.writeHead(200, { ...sse, trailer: 'x-sum' })
    response.write(eventsBody)
    response.addTrailers({ 'x-sum': '42' })
    response.end()
  },
  'no-content': (_request, response) => response.writeHead(204).end(),
  'not-modified': (_request, response) => response.writeHead(304, { etag: '"a"' }).end(),
  redirect: (_request, response) => response.writeHead(302, { location: '?case=json' }).end(),
  'redirect-307': (_request, response) => response.writeHead(307, { location: '?case=echo' }).end(),
  'error-401': json(401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } }),
  'error-429': json(
    429,
    { error: { message: 'slow down', code: 'rate_limit_exceeded' } },
    { 'retry-after': '1' },
  ),
  'error-502': (_request, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
  async stall(_request, response) {
    response.writeHead(200, sse)
    await stream(response, events.slice(0, 2))
  },
  silence: () => undefined,
  big: (_request, response) => response.writeHead(200, sse).end(bigBody),
  echo: (request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        method: request.method,
        type: request.headers['content-type'],
        body: body.toString(),
      }),
    )
  },
  async converse(_request, response) {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    for (const message of converseMessages()) {
      response.write(message)
      await wait(gap)
    }
    response.end()
  },
}

/** A short answer of Bedrock's ConverseStream. */
export function converseMessages(): Uint8Array[] {
  return encodeEventstream(
    (
      [
        ['messageStart', { role: 'assistant' }],
        ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hello' } }],
        ['contentBlockStop', { contentBlockIndex: 0 }],
        ['messageStop', { stopReason: 'end_turn' }],
      ] as const
    ).map(([event, payload]) => ({ event, data: JSON.stringify(payload) })),
  )
}

export type FaultServer = { origin: string; close(): Promise<void> }

/** Listens on an ephemeral port of 127.0.0.1; with a certificate it speaks TLS. */
export async function startFaultServer(certificate?: { key: string; cert: string }): Promise<FaultServer> {
  const sockets = new WeakMap<Socket, number>()
  const listener: RequestListener = (request, response) => {
    const before = sockets.get(request.socket) ?? 0
    sockets.set(request.socket, before + 1)
    if (before === 0) request.socket.on('error', () => {})
    response.setHeader('x-requests-before', before)
    void answer(request, response)
  }
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://x')
  const name = url.searchParams.get('case') ?? /\/model\/([^/]+)/.exec(url.pathname)?.[1] ?? ''
  const body = await buffer(request).catch(() => Buffer.of())
  await answers[name]?.(request, response, body)
}
