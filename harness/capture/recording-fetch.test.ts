import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Recording } from '../recording/format.ts'
import { findRecordings, readRecording } from '../recording/read.ts'
import { newPlayback } from '../replay/playback.ts'
import { replayFetch } from '../replay/replay-fetch.ts'
import { startReplayServer } from '../replay/replay-server.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { createRecorder, startTap, type CaptureEvent } from './capture.ts'
import { noRedaction } from './redactor.ts'
import { recordingFetch } from './recording-fetch.ts'
import { common, fetchOnly, urlOf, viaFetch, within } from './testing/client-cases.ts'
import { eventsBody, events, startFaultServer, type FaultServer } from './testing/fault-server.ts'

let directory = ''
let server: FaultServer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
  server = await startFaultServer()
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

let count = 0
const newFolder = () => join(directory, `out-${count++}`)

/** Records what `use` does with the fetch it is given; gives the recordings. */
async function recorded(
  use: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  inner?: typeof fetch,
): Promise<Recording[]> {
  const out = newFolder()
  const recorder = createRecorder({ out, borders: 'client', everything: true, redactor: noRedaction })
  await use(recordingFetch({ recorder, ...(inner && { fetch: inner }) }))
  recorder.close()
  return recordingsIn(out)
}

async function recordingsIn(out: string): Promise<Recording[]> {
  return Promise.all((await findRecordings(out)).map((folder) => readRecording(folder)))
}

const textOf = (recording: Recording | undefined) => Buffer.from(recording?.response?.body ?? []).toString()
const urlOfCase = (name: string) => `${server.origin}/v1/chat/completions?case=${name}`
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"model":"gpt-x"}' }

describe('the client sees the same', () => {
  test.each([...common, ...fetchOnly])('%s', async (name) => {
    const url = urlOf({ http: server.origin, https: '', closed: 'http://127.0.0.1:9' }, 'fetch', name)
    const plain = await within(viaFetch(globalThis.fetch, url, name))
    let seen: unknown
    await recorded(async (fetch) => (seen = await within(viaFetch(fetch, url, name))))
    expect(seen).toEqual(plain)
  })

  test('url, redirected, type and a clone of the answer are as fetch gives them', async () => {
    await recorded(async (fetch) => {
      const [plain, ours] = [
        await globalThis.fetch(urlOfCase('redirect')),
        await fetch(urlOfCase('redirect')),
      ]
      const facts = ({ url, redirected, type, ok, status }: Response) => ({
        url,
        redirected,
        type,
        ok,
        status,
      })
      expect(facts(ours)).toEqual(facts(plain))
      expect(facts(ours.clone())).toEqual(facts(plain))
      expect(ours).toBeInstanceOf(Response)
      expect(await ours.clone().json()).toEqual(await plain.json())
    })
  })

  test('a BYOB reader works', async () => {
    await recorded(async (fetch) => {
      const { body } = await fetch(urlOfCase('sse'), post)
      const reader = body?.getReader({ mode: 'byob' })
      let text = ''
      for (;;) {
        const read = await reader?.read(new Uint8Array(10))
        if (read === undefined || read.done) break
        text += Buffer.from(read.value).toString('latin1')
      }
      expect(text).toBe(Buffer.from(eventsBody).toString('latin1'))
    })
  })
})

describe('the recording', () => {
  test('holds request, answer and the client’s own reads', async () => {
    const reads: number[] = []
    const [recording] = await recorded(async (fetch) => {
      const { body } = await fetch(urlOfCase('sse'), post)
      for await (const bytes of body ?? []) reads.push(bytes.length)
    })
    expect(recording).toMatchObject({ wire: 'openai-chat', borders: 'client', end: { how: 'complete' } })
    expect(Buffer.from(recording?.request.body ?? []).toString()).toBe(post.body)
    expect(recording?.response?.chunks.map(([bytes]) => bytes)).toEqual(reads)
    expect(textOf(recording)).toBe(eventsBody)
  })

  test('holds the decoded body, and says what was undone', async () => {
    const [recording] = await recorded(async (fetch) => (await fetch(urlOfCase('gzip'), post)).text())
    expect(recording?.response?.decoded).toBe('gzip')
    expect(textOf(recording)).toBe(eventsBody)
  })

  test.each([
    ['a string', () => ({ body: 'one' })],
    ['bytes', () => ({ body: new TextEncoder().encode('one') })],
    ['a blob', () => ({ body: new Blob(['one']) })],
    ['parameters', () => ({ body: new URLSearchParams('one') })],
    ['a stream', () => ({ body: new Blob(['o', 'ne']).stream(), duplex: 'half' })],
  ])('holds a request body given as %s', async (_name, init) => {
    let echoed = ''
    const [recording] = await recorded(async (fetch) => {
      const response = await fetch(urlOfCase('echo'), { method: 'POST', ...init() })
      echoed = ((await response.json()) as { body: string }).body
    })
    expect(Buffer.from(recording?.request.body ?? []).toString()).toBe(echoed)
    expect(echoed.replace('=', '')).toBe('one')
  })

  test('holds the body of a Request, which is sent all the same', async () => {
    const [recording] = await recorded(async (fetch) => {
      const response = await fetch(new Request(urlOfCase('echo'), post))
      expect(await response.json()).toMatchObject({ body: post.body })
    })
    expect(recording?.request).toMatchObject({ method: 'POST', body: new Uint8Array(Buffer.from(post.body)) })
  })

  test.each([
    ['reset-in-body', { how: 'reset', reason: 'ECONNRESET' }],
    ['premature-chunked', { how: 'premature-end' }],
    ['no-answer', { how: 'no-response', reason: 'premature-end' }],
  ])('says how %s ended', async (name, end) => {
    const [recording] = await recorded(async (fetch) => {
      await fetch(urlOfCase(name), post)
        .then((response) => response.text())
        .catch(() => {})
    })
    expect(recording?.end).toEqual(end)
  })

  test.each([
    ['an abort', { how: 'client-cancel' }, () => AbortSignal.abort()],
    ['a time-out', { how: 'timeout' }, () => AbortSignal.abort(new DOMException('late', 'TimeoutError'))],
  ])('says that %s ended it, also where nobody reads', async (_name, end, abort) => {
    const [recording] = await recorded(async (fetch) => {
      const controller = new AbortController()
      const response = await fetch(urlOfCase('stall'), { ...post, signal: controller.signal })
      const reader = response.body?.getReader()
      await reader?.read()
      controller.abort(abort().reason)
      await reader?.closed.catch(() => {})
    })
    expect(recording?.end).toEqual(end)
    expect(textOf(recording)).not.toBe('')
  })

  test('is complete where the openai SDK stops after [DONE]', async () => {
    const [recording] = await recorded(async (fetch) => {
      const client = new OpenAI({
        apiKey: 'sk-test',
        baseURL: `${server.origin}/v1`,
        defaultQuery: { case: 'sse' },
        fetch,
      })
      const stream = await client.chat.completions.create({ model: 'm', messages: [], stream: true })
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toBe('Hello, Grüße!')
    })
    expect(recording?.end).toEqual({ how: 'complete' })
  })

  test('is made by the fetch alone, given a folder', async () => {
    const out = newFolder()
    const heard: CaptureEvent[] = []
    const fetch = recordingFetch({ out, report: (event) => heard.push(event) })
    await (await fetch(urlOfCase('json'), post)).text()
    await vi.waitFor(() => expect(heard.map(({ type }) => type)).toEqual(['started', 'answered', 'recorded']))
    expect(await findRecordings(out)).toHaveLength(1)
  })
})

const shipped = await Promise.all(
  (await findRecordings(fileURLToPath(new URL('../../recordings', import.meta.url)))).map((folder) =>
    readRecording(folder),
  ),
)
const played = shipped.filter(({ response }) => response !== undefined && response.body.length > 0)
const cases = played.map((recording) => ({ name: `${recording.wire}/${recording.name}`, recording }))

describe('recorded, replayed and recorded again it is the same', () => {
  test('there are recordings of several wires to try', () => {
    expect(new Set(shipped.map(({ wire }) => wire)).size).toBeGreaterThan(1)
  })

  test.each(cases)('by an injected fetch, byte and border: $name', async ({ recording }) => {
    const read = async (fetch: typeof globalThis.fetch) => {
      const response = await fetch(recording.request.url, { method: 'POST', body: '{}' })
      await response.text().catch(() => {})
    }
    const replay = replayFetch(asRecorded.apply(recording), newPlayback())
    const [first] = await recorded(read, replay)
    expect(Buffer.from(first?.response?.body ?? []).equals(Buffer.from(recording.response?.body ?? []))).toBe(
      true,
    )
    expect(first?.response?.chunks.map(([bytes]) => bytes)).toEqual(
      recording.response?.chunks.map(([bytes]) => bytes),
    )
    expect(first?.wire).toBe(recording.wire)
  })

  test.each(cases)('through a socket, byte by byte: $name', async ({ recording }) => {
    const out = newFolder()
    const recorder = createRecorder({ out, everything: true, redactor: noRedaction })
    const replay = await startReplayServer(asRecorded.apply(recording), newPlayback())
    const tap = startTap(recorder)
    const { pathname } = new URL(recording.request.url)
    await fetch(`${replay.baseUrl}${pathname}`, { method: 'POST', body: '{}' })
      .then((response) => response.text())
      .catch(() => {})
    await replay.close()
    tap.stop()
    recorder.close()
    const [again] = await recordingsIn(out)
    expect(Buffer.from(again?.response?.body ?? []).equals(Buffer.from(recording.response?.body ?? []))).toBe(
      true,
    )
    expect(again?.end.how).toBe(recording.end.how === 'reset' ? 'reset' : 'complete')
  })
})

test('a program’s msw and an injected recorder get on', async () => {
  const mocks = setupServer()
  mocks.listen({ onUnhandledFrame: 'bypass' })
  const [recording] = await recorded(async (fetch) => (await fetch(urlOfCase('sse'), post)).text())
  mocks.close()
  expect(textOf(recording).startsWith(events[0] ?? '')).toBe(true)
})
