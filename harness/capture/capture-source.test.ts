import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineNetwork } from 'msw/experimental'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRecordings, readRecording } from '../recording/read.ts'
import { CaptureSource } from './capture-source.ts'
import { createRecorder, startTap } from './capture.ts'
import { noRedaction } from './redactor.ts'
import { eventsBody, startFaultServer, type FaultServer } from './testing/fault-server.ts'

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

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"model":"gpt-x"}' }

test('an msw network with our source records, and its events tell of each request', async () => {
  const out = join(directory, 'network')
  const recorder = createRecorder({ out, redactor: noRedaction })
  const network = defineNetwork({ sources: [new CaptureSource(recorder)], onUnhandledFrame: 'bypass' })
  const asked: string[] = []
  network.events.on('request:start', ({ request }) => {
    void request
      .text()
      .then((body) => asked.push(`${request.method} ${new URL(request.url).pathname} ${body}`))
  })
  network.enable()
  const text = await (await fetch(`${server.origin}/v1/chat/completions?case=sse`, post)).text()
  network.disable()
  await (await fetch(`${server.origin}/v1/chat/completions?case=sse`, post)).text()
  recorder.close()
  expect(text).toBe(eventsBody)
  expect(asked).toEqual([`POST /v1/chat/completions ${post.body}`])
  const folders = await findRecordings(out)
  expect(folders).toHaveLength(1)
  expect(await readRecording(folders[0] ?? '')).toMatchObject({ borders: 'wire', end: { how: 'complete' } })
})

test('there is one tap at a time; a second one is refused by name', () => {
  const recorder = createRecorder({ out: join(directory, 'none') })
  const tap = startTap(recorder)
  expect(() => startTap(recorder)).toThrow('tapped already')
  tap.stop()
  startTap(recorder).stop()
})
