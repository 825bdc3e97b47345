import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recording } from '../recording/format.ts'
import { findRecordings, readRecording } from '../recording/read.ts'
import { hookedEnvironment } from './hook-settings.ts'
import { recover } from './recover.ts'
import { newSealKey } from './sealing.ts'
import { cases, type Origins } from './testing/client-cases.ts'
import {
  bigBody,
  events,
  eventsBody,
  jsonBody,
  startFaultServer,
  type FaultServer,
} from './testing/fault-server.ts'
import { runNode } from './testing/run-node.ts'

const script = fileURLToPath(new URL('./testing/client-cases.ts', import.meta.url))
const registerUrl = new URL('./register.mjs', import.meta.url).href

const servers: FaultServer[] = []
let directory = ''
let plain: Map<string, unknown>
let recorded: Map<string, unknown>
let recordings: Map<string, Recording[]>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
  const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const trusted = join(directory, 'certificate.pem')
  await writeFile(trusted, certificate.cert)
  servers.push(
    await startFaultServer(),
    await startFaultServer({ key: certificate.private, cert: certificate.cert }),
  )
  const origins: Origins = {
    http: servers[0]?.origin ?? '',
    https: servers[1]?.origin ?? '',
    closed: `http://127.0.0.1:${await closedPort()}`,
  }
  const out = join(directory, 'out')
  const key = newSealKey()
  const settings = { out, hosts: [], report: join(directory, 'report'), key: key.toString('base64') }
  await writeFile(settings.report, '')
  const environment = { ...process.env, NODE_EXTRA_CA_CERTS: trusted }
  const run = async (env: NodeJS.ProcessEnv) =>
    seenOf((await runNode([script, JSON.stringify(origins)], { env })).stdout)
  ;[plain, recorded] = await Promise.all([
    run(environment),
    run(hookedEnvironment(environment, settings, registerUrl)),
  ])
  recover(out, { key })
  recordings = await recordingsIn(out)
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await rm(directory, { recursive: true })
})

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function seenOf(stdout: string): Map<string, unknown> {
  const lines = stdout.split('\n').filter((line) => line !== '')
  return new Map(
    lines
      .map((line) => JSON.parse(line) as { name: string; seen: unknown })
      .map(({ name, seen }) => [name, seen]),
  )
}

async function recordingsIn(out: string): Promise<Map<string, Recording[]>> {
  const found = new Map<string, Recording[]>()
  for (const folder of await findRecordings(out)) {
    const recording = await readRecording(folder)
    const { searchParams } = new URL(recording.request.url)
    const name = `${searchParams.get('client') ?? ''}/${searchParams.get('as') ?? ''}`
    found.set(name, [...(found.get(name) ?? []), recording])
  }
  return found
}

const names = cases.flatMap(({ client, answers }) => answers.map((answer) => `${client}/${answer}`))

test('there are at least 60 cases, and every one was run', () => {
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect([...plain.keys()].sort()).toEqual([...names].sort())
})

test.each(names)('%s: the client sees the same with the recorder', (name) => {
  expect(recorded.get(name)).toEqual(plain.get(name))
})

/** What each answer must leave on disk, whoever asked: the body as the server wrote it, and how it ended. */
const kept: Readonly<Record<string, { end: string; body?: string | Buffer; decoded?: string }>> = {
  sse: { end: 'complete', body: eventsBody },
  json: { end: 'complete', body: jsonBody },
  'until-close': { end: 'complete', body: eventsBody },
  gzip: { end: 'complete', body: eventsBody, decoded: 'gzip' },
  deflate: { end: 'complete', body: eventsBody, decoded: 'deflate' },
  'deflate-raw': { end: 'complete', body: eventsBody, decoded: 'deflate' },
  br: { end: 'complete', body: eventsBody, decoded: 'br' },
  zstd: { end: 'complete', body: eventsBody, decoded: 'zstd' },
  'gzip-cut': { end: 'premature-end', body: events[0] ?? '', decoded: 'gzip' },
  'gzip-corrupt': { end: 'reset', body: '', decoded: 'gzip' },
  'reset-before-head': { end: 'no-response' },
  'reset-in-body': { end: 'reset', body: events.slice(0, 2).join('') },
  'premature-chunked': { end: 'premature-end', body: events[0] ?? '' },
  'premature-sized': { end: 'premature-end', body: events[0] ?? '' },
  'no-answer': { end: 'no-response' },
  'bad-chunk': { end: 'reset', body: events[0] ?? '' },
  'bad-head': { end: 'no-response' },
  dribble: { end: 'complete', body: `${events[0]}data: [DONE]\n\n` },
  'early-hints': { end: 'complete', body: jsonBody },
  trailers: { end: 'complete', body: eventsBody },
  'no-content': { end: 'complete', body: '' },
  'not-modified': { end: 'complete', body: '' },
  head: { end: 'complete', body: '' },
  big: { end: 'complete', body: bigBody },
  abort: { end: 'client-cancel' },
  // undici closes its socket the same way whatever aborted it; node:http says that it was a time-out.
  timeout: { end: 'client-cancel', body: events.slice(0, 2).join('') },
  'abort-before-head': { end: 'no-response' },
}

const single = names.filter((name) => (name.split('/')[1] ?? '') in kept && !/^(openai|aws)/.test(name))

describe('what is recorded', () => {
  test.each(single)('%s', (name) => {
    const expected = kept[name.split('/')[1] ?? '']
    const [recording, ...more] = recordings.get(name) ?? []
    expect(more).toEqual([])
    expect(recording?.end.how).toBe(name === 'node-http/timeout' ? 'timeout' : expected?.end)
    expect(recording?.response?.decoded).toBe(expected?.decoded)
    if (expected?.body !== undefined)
      expect(Buffer.from(recording?.response?.body ?? []).toString()).toBe(expected.body)
  })
})
