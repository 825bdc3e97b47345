/** One measured client, a process of its own: `node client.ts RECORDER MEASURE ORIGIN OUT`. Prints one JSON line. */

import { prepare, type RecorderName } from './recorders.ts'

export type Measured = {
  /** Milliseconds from the call to the first bytes, one per request. */
  first?: number[]
  /** Bytes per second of one long answer. */
  rate?: number
  /** Most resident memory of the process, in bytes. */
  peak: number
}

const warmUp = 30
const requests = 200

const [, , name, measure = '', origin = '', out = ''] = process.argv
const { fetch, origin: asked } = await prepare(name as RecorderName, origin, out)
let count = 0

/** Every request says something else: a recorder that replays what it has recorded would not ask. */
async function ask(bytes: number): Promise<{ first: number; bytes: number; total: number }> {
  const begin = performance.now()
  count += 1
  const response = await fetch(`${asked}/v1/chat/completions?bytes=${bytes}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
    body: JSON.stringify({
      model: 'gpt-x',
      stream: true,
      messages: [{ role: 'user', content: `hello ${count}` }],
    }),
  })
  let first: number | undefined
  let read = 0
  for await (const piece of response.body ?? []) {
    first ??= performance.now() - begin
    read += piece.length
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
  const answer = await ask(bytes)
  if (answer.bytes < bytes) throw new Error(`the answer holds ${answer.bytes} bytes instead of ${bytes}`)
  return (answer.bytes / answer.total) * 1000
}

const measured =
  measure === 'first' ? { first: await firstChunks() } : { rate: await rateOf(Number(measure)) }
const peak = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ ...measured, peak } satisfies Measured)}\n`)
process.exit(0)
