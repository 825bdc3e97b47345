/** A provider on this machine: a loopback server that speaks every wire that has a writer, for recording and testing offline. Not here: reading requests (read-asked.ts), writing answers (answer.ts). */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextMacrotask, setTimeout as delay } from 'node:timers/promises'
import type { WireName } from '../wire/wire.ts'
import { writeAnswer, type Answer, type WrittenAnswer } from './answer.ts'
import type { Asked, ReceivedRequest } from './asked.ts'
import { tokensOf } from './faults.ts'
import { readAsked } from './read-asked.ts'

export type UpstreamOptions = {
  /** What a request is answered with; nothing: an `invalid-request` that says so. */
  answers: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>
  /** The one key that is let in; default: every request is. */
  key?: string
  /** The models there are; default: all. */
  models?: readonly string[]
  /** The context window in tokens, counted roughly; default: without an end. */
  contextTokens?: number
  /** Milliseconds between two writes; default 0, which still lets a client read between them. */
  paceMs?: number
}

export type Upstream = {
  /** `http://127.0.0.1:PORT`. */
  origin: string
  /** The base url of one wire, without the provider's own path: `http://127.0.0.1:PORT/gemini`. */
  baseUrl(wire: WireName): string
  /** What was asked so far, in order. */
  asked: readonly Asked[]
  close(): Promise<void>
}

/** Starts an upstream on an ephemeral port of 127.0.0.1. Close it after use. */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    handle(request, response, options, asked).catch((error: unknown) => failed(response, error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    baseUrl: (wire) => `${origin}/${wire}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: UpstreamOptions,
  log: Asked[],
): Promise<void> {
  const received = await receive(request)
  const asked = readAsked(received)
  if (!asked) {
    const message = `The local upstream speaks no wire at \`${received.method} ${received.target}\`.`
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message } }))
    return
  }
  log.push(asked)
  const answer = guard(asked, options) ?? (await options.answers(asked)) ?? unanswered(asked)
  const written = writeAnswer(asked, answer, { limit: options.contextTokens, serial: log.length })
  await send(response, written, options.paceMs ?? 0)
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks),
  }
}

/** What a provider refuses before it looks at the request itself. */
function guard(asked: Asked, { key, models, contextTokens }: UpstreamOptions): Answer | undefined {
  if (key !== undefined && asked.credential !== key) return { fault: 'bad-key' }
  if (models && !models.includes(asked.model)) return { fault: 'unknown-model' }
  const isTooLong = contextTokens !== undefined && tokensOf(asked.characters) > contextTokens
  return isTooLong ? { fault: 'context-overflow' } : undefined
}

function unanswered({ prompt }: Asked): Answer {
  return {
    fault: 'invalid-request',
    message: `The local upstream has no answer to ${JSON.stringify(prompt.slice(0, 80))}.`,
  }
}

async function send(response: ServerResponse, answer: WrittenAnswer, paceMs: number): Promise<void> {
  const left = new Promise<void>((resolve) => response.once('close', resolve))
  response.writeHead(answer.status, answer.headers)
  response.flushHeaders()
  for (const [at, bytes] of answer.writes.entries()) {
    if (at > 0) await (paceMs > 0 ? delay(paceMs) : nextMacrotask())
    if (response.destroyed) return
    await new Promise<void>((resolve) => response.write(bytes, () => resolve()))
  }
  if (answer.end === 'clean') response.end()
  if (answer.end === 'reset') response.socket?.resetAndDestroy()
  // A stall: the connection stays open until the client has enough of it.
  if (answer.end === 'stall') await left
}

/** A fault of ours, e.g. a wire without a writer: said to the client, since nobody else is listening. */
function failed(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const message = `The local upstream failed: ${error instanceof Error ? error.message : String(error)}`
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}
