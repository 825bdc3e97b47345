/** Plays a delivery through a loopback HTTP server, for clients that open their own sockets and for other languages. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextMacrotask } from 'node:timers/promises'
import type { Delivered } from './delivery.ts'
import type { Playback } from './playback.ts'

export type ReplayServer = { baseUrl: string; close(): Promise<void> }

/** Starts a server on an ephemeral port of 127.0.0.1 whose every answer is `delivered`. Close it after use. */
export async function startReplayServer(delivered: Delivered, playback: Playback): Promise<ReplayServer> {
  const server = createServer((request, response) => {
    answer(request, response, delivered, playback).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
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

function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve())
  })
}
