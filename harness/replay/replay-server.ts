/** Plays a delivery through a loopback HTTP server, for clients that open their own sockets and for other languages. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextMacrotask } from 'node:timers/promises'
import { servedFailures, type ConnectionFailureName } from './connection-failure.ts'
import { isUnanswered, type Delivered } from './delivery.ts'
import type { Playback } from './playback.ts'

export type ReplayServer = { baseUrl: string; close(): Promise<void> }

/**
 * Starts a server on an ephemeral port of 127.0.0.1 whose every answer is `delivered`. Close it after use.
 * @throws for a connection failure that no server can cause (`servedFailures` lists those that one can).
 */
export async function startReplayServer(delivered: Delivered, playback: Playback): Promise<ReplayServer> {
  const failure = isUnanswered(delivered) ? delivered.failure : undefined
  if (failure !== undefined && !servedFailures.has(failure))
    throw new Error(`A server cannot fail as \`${failure}\`. Play it through a fetch.`)
  const server = createServer((request, response) => {
    answer(request, response, delivered, playback).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { baseUrl: failure === undefined ? `http://127.0.0.1:${port}` : brokenUrl(failure, port), close }
}

/** Port 2 is nobody's, and always the same: a port that was just freed would stand in the error's message, another one each time. */
function brokenUrl(failure: ConnectionFailureName, port: number): string {
  if (failure === 'refused') return 'http://127.0.0.1:2'
  return `${failure === 'no-tls' ? 'https' : 'http'}://127.0.0.1:${port}`
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  delivered: Delivered,
  playback: Playback,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  playback.requests.push({
    method: request.method ?? 'GET',
    url: `http://${request.headers.host}${request.url}`,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
  })
  let finished = false
  response.on('close', () => {
    if (!finished) playback.cancelled = true
  })
  if (isUnanswered(delivered)) return unanswered(response, delivered)
  response.writeHead(delivered.status, delivered.headers)
  response.flushHeaders()
  for (const read of delivered.reads) {
    if (response.destroyed) return
    await written(response, read)
    playback.reads += 1
    await nextMacrotask()
  }
  finished = delivered.end !== 'stall'
  if (delivered.end === 'clean') response.end()
  if (delivered.end === 'reset') response.socket?.resetAndDestroy()
}

function unanswered({ socket }: ServerResponse, { failure }: Delivered): void {
  if (failure === 'reset') socket?.resetAndDestroy()
  if (failure === 'closed') socket?.destroy()
}

function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve())
  })
}
