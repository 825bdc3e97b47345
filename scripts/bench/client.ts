/** One measured client, a process of its own: `node client.ts RECORDER MEASURE ORIGIN OUT`, MEASURE being `first`, `giant-fetch`, `giant-node:http` or a number of bytes. Prints one JSON line. */

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { prepare, type RecorderName } from './recorders.ts'

export type Measured = {
  /** Milliseconds from the call to the first bytes, one per request. */
  first?: number[]
  /** Bytes per second of one long answer. */
  rate?: number
  /** Most resident memory of the process, in bytes. */
  peak: number
}

const warmUp = 300
const requests = 200
const giantBytes = 1024 ** 3

const [, , name, measure = '', origin = '', out = ''] = process.argv
const { fetch, origin: asked } = await prepare(name as RecorderName, origin, out)
let count = 0

const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-bench' }
const urlOf = (bytes: number) => `${asked}/v1/chat/completions?bytes=${bytes}`

/** Every request says something else: a recorder that replays what it has recorded would not ask. */
function bodyOf(number: number): string {
  const messages = [{ role: 'user', content: `hello ${process.pid} ${number}` }]
  return JSON.stringify({ model: 'gpt-x', stream: true, messages })
}

async function ask(bytes: number): Promise<{ first: number; bytes: number; total: number }> {
  const begin = performance.now()
  count += 1
  const response = await fetch(urlOf(bytes), { method: 'POST', headers, body: bodyOf(count) })
  const reader = response.body?.getReader()
  let first: number | undefined
  let read = 0
  for (;;) {
    const next = await reader?.read()
    if (next === undefined || next.done) break
    first ??= performance.now() - begin
    read += next.value.length
  }
  return { first: first ?? Number.NaN, bytes: read, total: performance.now() - begin }
}

async function firstChunks(): Promise<number[]> {
  for (let k = 0; k < warmUp; k++) await ask(0)
  const first: number[] = []
  for (let k = 0; k < requests; k++) first.push((await ask(0)).first)
  return first
}

async function rateOf(bytes: number): Promise<number> {
  await ask(0)
  // What a recorder compiles and does behind its first request is not part of the rate.
  await wait(500)
  const answer = await ask(bytes)
  if (answer.bytes < bytes) throw new Error(`the answer holds ${answer.bytes} bytes instead of ${bytes}`)
  return (answer.bytes / answer.total) * 1000
}

/** By node:http, which keeps less in memory than fetch. */
async function drain(bytes: number): Promise<number> {
  const begin = performance.now()
  let read = 0
  const sent = request(urlOf(bytes), { method: 'POST', headers })
  sent.end(bodyOf(count))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('data', (piece: Buffer) => (read += piece.length))
  await once(response, 'end')
  return (read / (performance.now() - begin)) * 1000
}

async function measured(): Promise<Omit<Measured, 'peak'>> {
  if (measure === 'first') return { first: await firstChunks() }
  if (measure === 'giant-node:http') return { rate: await drain(giantBytes) }
  return { rate: await rateOf(measure === 'giant-fetch' ? giantBytes : Number(measure)) }
}

const result = await measured()
const peak = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ ...result, peak } satisfies Measured)}\n`)
process.exit(0)
