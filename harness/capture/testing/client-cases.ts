/** What each HTTP client sees of each answer of the fault server, as data. Run twice by clients.test.ts, with and without the recorder: `node client-cases.ts '{"http":ORIGIN,"https":ORIGIN,"closed":ORIGIN}'`. */

import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import nodeFetch from 'node-fetch'
import OpenAI from 'openai'
import { fetch as undiciFetch, request as undiciRequest } from 'undici'

export type Origins = { http: string; https: string; closed: string }
type Seen = Record<string, unknown>
type Client = (url: string, name: string) => Promise<Seen>

const savedFetch = globalThis.fetch
const body = '{"model":"gpt-x","messages":[{"role":"user","content":"hi"}]}'
const json = { 'content-type': 'application/json' }

/** Answers most clients are tried with. */
export const common = [
  'sse', 'json', 'until-close', 'gzip', 'deflate', 'br', 'reset-before-head', 'reset-in-body', 'premature-chunked',
  'premature-sized', 'no-answer', 'bad-chunk', 'bad-head', 'dribble', 'early-hints', 'trailers', 'no-content',
  'redirect', 'redirect-307', 'error-401', 'error-429', 'big', 'abort', 'timeout', 'refused', 'keep-alive',
] // prettier-ignore
export const fetchOnly = [
  'zstd',
  'deflate-raw',
  'gzip-cut',
  'gzip-corrupt',
  'not-modified',
  'head',
  'error-502',
  'upload',
  'abort-before-head',
]

export const cases: readonly { client: string; answers: readonly string[] }[] = [
  { client: 'fetch', answers: [...common, ...fetchOnly] },
  { client: 'saved-fetch', answers: ['sse', 'gzip', 'reset-in-body', 'premature-chunked'] },
  { client: 'undici-fetch', answers: [...common, 'gzip-cut', 'head'] },
  { client: 'undici-request', answers: common.filter((name) => !name.startsWith('redirect')) },
  { client: 'node-http', answers: [...common, 'head', 'upload', 'expect', 'not-modified', 'pipelined'] },
  {
    client: 'node-https',
    answers: [
      'sse',
      'gzip',
      'reset-in-body',
      'premature-sized',
      'no-answer',
      'keep-alive',
      'bad-certificate',
    ],
  },
  { client: 'fetch-https', answers: ['sse', 'bad-certificate'] },
  {
    client: 'node-fetch',
    answers: [
      'sse',
      'gzip',
      'br',
      'reset-in-body',
      'premature-chunked',
      'redirect',
      'error-429',
      'abort',
      'refused',
    ],
  },
  {
    client: 'openai',
    answers: [
      'sse',
      'gzip',
      'reset-in-body',
      'premature-chunked',
      'error-401',
      'error-429',
      'abort',
      'refused',
    ],
  },
  { client: 'aws', answers: ['converse', 'error-401', 'refused'] },
]

const clients: Record<string, Client> = {
  fetch: (url, name) => viaFetch(globalThis.fetch, url, name),
  'saved-fetch': (url, name) => viaFetch(savedFetch, url, name),
  'undici-fetch': (url, name) => viaFetch(undiciFetch as unknown as typeof fetch, url, name),
  'undici-request': viaUndiciRequest,
  'node-http': viaNodeHttp,
  'node-https': viaNodeHttp,
  'fetch-https': (url, name) => viaFetch(globalThis.fetch, url, name),
  'node-fetch': viaNodeFetch,
  openai: viaOpenAi,
  aws: viaAws,
}

export async function viaFetch(fetcher: typeof fetch, url: string, name: string): Promise<Seen> {
  if (name === 'keep-alive') return inTurn(() => viaFetch(fetcher, url.replace('keep-alive', 'json'), 'json'))
  const controller = new AbortController()
  const method = name === 'head' ? 'HEAD' : 'POST'
  if (name === 'abort-before-head') setTimeout(() => controller.abort(), 30)
  const response = await fetcher(url, {
    method,
    headers: json,
    signal: name === 'timeout' ? AbortSignal.timeout(400) : controller.signal,
    ...(method === 'POST' && { body: name === 'upload' ? uploadStream() : body }),
    ...(name === 'upload' && { duplex: 'half' }),
  })
  const seen = {
    ...headOf(response.status, [...response.headers]),
    redirected: response.redirected,
    type: response.type,
  }
  return {
    ...seen,
    ...(await readAll(readsOf(response), name === 'abort' ? () => controller.abort() : undefined)),
  }
}

async function* readsOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body !== null) yield* response.body
}

function uploadStream(): ReadableStream<Uint8Array> {
  const pieces = [body.slice(0, 10), body.slice(10)].map((text) => new TextEncoder().encode(text))
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
  })
}

async function viaUndiciRequest(url: string, name: string): Promise<Seen> {
  if (name === 'keep-alive') return inTurn(() => viaUndiciRequest(url.replace('keep-alive', 'json'), 'json'))
  const controller = new AbortController()
  const signal = name === 'timeout' ? AbortSignal.timeout(400) : controller.signal
  const response = await undiciRequest(url, { method: 'POST', headers: json, body, signal })
  const seen = headOf(response.statusCode, Object.entries(response.headers))
  const read = await readAll(response.body, name === 'abort' ? () => controller.abort() : undefined)
  return { ...seen, ...read, trailers: response.trailers }
}

const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 1 }),
  https: new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false }),
}

async function viaNodeHttp(url: string, name: string): Promise<Seen> {
  if (name === 'keep-alive') return inTurn(() => viaNodeHttp(url.replace('keep-alive', 'json'), 'json'))
  if (name === 'pipelined') return pipelined(url)
  const secure = url.startsWith('https')
  const informed: unknown[] = []
  const agent = name === 'bad-certificate' ? new https.Agent() : secure ? agents.https : agents.http
  const request = (secure ? https : http).request(url, {
    agent,
    method: name === 'head' ? 'HEAD' : 'POST',
    headers: { ...json, ...(name === 'expect' && { expect: '100-continue' }) },
    ...(name === 'timeout' && { timeout: 400 }),
  })
  request.on('timeout', () => request.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })))
  request.on('information', ({ statusCode, rawHeaders }) => informed.push([statusCode, rawHeaders]))
  request.on('continue', () => informed.push('continue'))
  if (name === 'upload') request.write(body.slice(0, 10))
  if (name === 'expect') request.once('continue', () => request.end(body))
  else request.end(name === 'head' ? undefined : name === 'upload' ? body.slice(10) : body)
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  const seen = headOf(response.statusCode, Object.entries(response.headers))
  const read = await readAll(response, name === 'abort' ? () => request.destroy() : undefined)
  return {
    ...seen,
    ...read,
    informed,
    trailers: response.trailers,
    complete: response.complete,
    reused: request.reusedSocket,
  }
}

/** Two requests written at once; node:http has no client for that. */
async function pipelined(url: string): Promise<Seen> {
  const { createConnection } = await import('node:net')
  const { host, hostname, port, pathname } = new URL(url)
  const one = (name: string, more = '') =>
    `POST ${pathname}?case=${name} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
  const socket = createConnection(Number(port), hostname)
  socket.write(one('json') + one('error-401', 'Connection: close\r\n'))
  const text = (await buffer(socket)).toString()
  return { text: text.replace(/Date: .*\r\n/g, '') }
}

async function viaNodeFetch(url: string, name: string): Promise<Seen> {
  const controller = new AbortController()
  const response = await nodeFetch(url, { method: 'POST', headers: json, body, signal: controller.signal })
  const seen = headOf(response.status, [...response.headers])
  const reads = response.body as unknown as AsyncIterable<Uint8Array>
  return { ...seen, ...(await readAll(reads, name === 'abort' ? () => controller.abort() : undefined)) }
}

async function viaOpenAi(url: string, name: string): Promise<Seen> {
  const client = new OpenAI({
    apiKey: 'sk-test',
    baseURL: new URL('/v1', url).href,
    maxRetries: 0,
    defaultQuery: { case: name === 'abort' ? 'stall' : name },
  })
  const stream = await client.chat.completions.create({
    model: 'gpt-x',
    messages: [{ role: 'user', content: 'hi' }],
    stream: true,
  })
  const chunks: unknown[] = []
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      if (name === 'abort') stream.controller.abort()
    }
    return { chunks }
  } catch (error) {
    return { chunks, error: errorOf(error) }
  }
}

async function viaAws(url: string, name: string): Promise<Seen> {
  const client = new BedrockRuntimeClient({
    endpoint: new URL(url).origin,
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example' },
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
  })
  const command = new ConverseStreamCommand({
    modelId: name,
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
  })
  const answer = await client.send(command)
  const events: unknown[] = []
  for await (const event of answer.stream ?? []) events.push(event)
  return { status: answer.$metadata.httpStatusCode, events }
}

function headOf(status: number | undefined, headers: readonly (readonly [string, unknown])[]): Seen {
  // Which pooled connection undici takes is a matter of timing.
  const kept = headers.filter(([name]) => !['date', 'x-requests-before'].includes(name.toLowerCase()))
  return { status, headers: kept.map(([name, value]) => `${name}: ${String(value)}`).sort() }
}

/** The bytes of a body, and how it ended. How reads are merged varies from run to run and is no part of it. */
async function readAll(body: AsyncIterable<Uint8Array>, afterFirst?: () => void): Promise<Seen> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of body) {
      pieces.push(piece)
      afterFirst?.()
    }
    return { body: Buffer.concat(pieces).toString() }
  } catch (error) {
    // After an abort, which reads still came is a matter of timing.
    return {
      ...(afterFirst === undefined && { body: Buffer.concat(pieces).toString() }),
      error: errorOf(error),
    }
  }
}

async function inTurn(call: () => Promise<Seen>): Promise<Seen> {
  return { calls: [await call(), await call(), await call()] }
}

function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return { thrown: String(error) }
  const { name, message, cause } = error
  return {
    name,
    message,
    code: Reflect.get(error, 'code'),
    status: Reflect.get(error, 'status'),
    ...(cause instanceof Error && { cause: errorOf(cause) }),
  }
}

export function urlOf(origins: Origins, client: string, name: string): string {
  const origin = name === 'refused' ? origins.closed : client.includes('https') ? origins.https : origins.http
  const answer =
    name === 'abort' || name === 'timeout' ? 'stall' : name === 'abort-before-head' ? 'silence' : name
  const served = { head: 'sse', upload: 'echo', expect: 'echo', 'bad-certificate': 'json' }[answer] ?? answer
  // The certificate names 127.0.0.1 only.
  const place = name === 'bad-certificate' ? origin.replace('127.0.0.1', 'localhost') : origin
  return `${place}/v1/chat/completions?case=${served}&client=${client}&as=${name}`
}

const limit = 10_000

/** A hang is a difference, not the end of the run. */
export async function within(call: Promise<Seen> | undefined): Promise<Seen | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Seen>((resolve) => {
    timer = setTimeout(() => resolve({ hangs: true }), limit)
  })
  try {
    return await Promise.race([call, late])
  } catch (error) {
    return { error: errorOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

async function main(origins: Origins): Promise<void> {
  for (const { client, answers } of cases) {
    for (const name of answers) {
      const seen = await within(clients[client]?.(urlOf(origins, client, name), name))
      process.stdout.write(`${JSON.stringify({ name: `${client}/${name}`, seen })}\n`)
    }
  }
  process.exit(0)
}

const [, , given] = process.argv
if (import.meta.main && given !== undefined) {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '1'
  process.on('unhandledRejection', (error) =>
    process.stdout.write(`${JSON.stringify({ name: 'unhandled', seen: errorOf(error) })}\n`),
  )
  await main(JSON.parse(given) as Origins)
}
