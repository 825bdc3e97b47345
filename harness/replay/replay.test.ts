import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import type { Delivered } from './delivery.ts'
import { seen, url, type Seen } from './testing/seen.ts'
import { cutAfterEvent } from './cut.ts'
import { asRecorded, oneChunk, perByte, perEvent } from './rechunk.ts'
import { newPlayback } from './playback.ts'
import { replayFetch } from './replay-fetch.ts'
import { replayHandler } from './replay-handler.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function throughMsw(delivered: Delivered): Promise<Seen> {
  server.use(replayHandler(url, delivered, newPlayback()))
  return seen(fetch)
}

const recording = recordingOf(chatBody('Hel', 'lo', ' wörld'))
const ways = [asRecorded, oneChunk, perEvent, perByte, cutAfterEvent(2, 'clean'), cutAfterEvent(2, 'reset')]

describe('an injected fetch and an msw handler show a client the same', () => {
  test.for(ways)('$name', async (delivery) => {
    const delivered = delivery.apply(recording)
    const injected = await seen(replayFetch(delivered, newPlayback()))
    expect(injected.reads).toEqual(delivered.reads.map((read) => Buffer.from(read).toString('latin1')))
    expect(await throughMsw(delivered)).toEqual(injected)
  })
})

test('a reset is a broken body, not a clean end', async () => {
  const delivered = cutAfterEvent(1, 'reset').apply(recording)
  const { error, cause } = await seen(replayFetch(delivered, newPlayback()))
  expect(error).toBe('TypeError: terminated')
  expect(cause).toBe('UND_ERR_SOCKET')
})

test('an HTTP error keeps its status and headers in both ways', async () => {
  const failed = recordingOf('{"error":{}}', {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '7' },
  })
  const delivered = oneChunk.apply(failed)
  server.use(replayHandler(url, delivered, newPlayback()))
  for (const fetcher of [replayFetch(delivered, newPlayback()), fetch]) {
    const response = await fetcher(url, { method: 'POST' })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.text()).toBe('{"error":{}}')
  }
})

test('the request that was sent is kept, its body still readable by nobody else', async () => {
  const playback = newPlayback()
  await replayFetch(oneChunk.apply(recording), playback)(url, { method: 'POST', body: '{"model":"m"}' })
  expect(playback.requests).toMatchObject([{ method: 'POST', url, body: '{"model":"m"}' }])
})

test('an abort before the request rejects, an abort inside the body ends it and is noted', async () => {
  const playback = newPlayback()
  const play = replayFetch({ ...perEvent.apply(recording), end: 'stall' }, playback)
  await expect(play(url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  const controller = new AbortController()
  const response = await play(url, { signal: controller.signal })
  const reader = response.body!.getReader()
  await reader.read()
  controller.abort()
  await expect(reader.read()).rejects.toThrow(/abort/i)
  expect(playback.cancelled).toBe(true)
})

test('a body is pulled: nothing is handed out that was not asked for', async () => {
  const playback = newPlayback()
  const response = await replayFetch(perByte.apply(recording), playback)(url)
  const reader = response.body!.getReader()
  await reader.read()
  await reader.read()
  expect(playback.reads).toBe(2)
})
