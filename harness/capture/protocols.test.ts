import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recording } from '../recording/format.ts'
import { findRecordings, readRecording } from '../recording/read.ts'
import { eventsBody, jsonBody, startFaultServer, type FaultServer } from './testing/fault-server.ts'
import { runHooked, type Hooked } from './testing/hooked.ts'
import { startOtherServers, type OtherServers } from './testing/other-servers.ts'
import { runNode, type Ran } from './testing/run-node.ts'

const program = (name: string) => fileURLToPath(new URL(`./testing/programs/${name}.mjs`, import.meta.url))

let directory = ''
let servers: FaultServer[]
let others: OtherServers
let plain: Ran
let hooked: Hooked
let recordings: Recording[]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
  const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }])
  servers = [
    await startFaultServer(),
    await startFaultServer({ key: certificate.private, cert: certificate.cert }),
  ]
  others = await startOtherServers()
  const [http, https] = servers.map(({ origin }) => Number(new URL(origin).port))
  const args = [program('protocols'), JSON.stringify({ ...others.ports, http, https })]
  const out = join(directory, 'protocols')
  ;[plain, hooked] = await Promise.all([runNode(args), runHooked(out, args)])
  recordings = await Promise.all((await findRecordings(out)).map((folder) => readRecording(folder)))
}, 60_000)
afterAll(async () => {
  others.close()
  await Promise.all(servers.map((server) => server.close()))
  await rm(directory, { recursive: true })
})

const noticesOf = ({ events }: Hooked) => events.flatMap((event) => (event.type === 'notice' ? [event] : []))

test('the program sees every protocol as without us', () => {
  expect(plain.stdout).not.toContain('error')
  expect(hooked.stdout).toBe(plain.stdout)
  expect(hooked).toMatchObject({ code: 0, stderr: plain.stderr })
})

describe('what passes through unrecorded is said, with the host', () => {
  test.each(['http2', 'websocket'] as const)('%s', (kind) => {
    const port = others.ports[kind === 'http2' ? 'http2' : 'upgrade']
    expect(noticesOf(hooked)).toContainEqual(expect.objectContaining({ kind, subject: `127.0.0.1:${port}` }))
  })

  test.each(['echo', 'greeter'] as const)('bytes that are no HTTP, from the %s', (server) => {
    const subject = `127.0.0.1:${others.ports[server]}`
    expect(noticesOf(hooked)).toContainEqual(expect.objectContaining({ kind: 'unparsable', subject }))
  })

  test('and nothing else is', () => {
    expect(
      noticesOf(hooked)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['http2', 'unparsable', 'unparsable', 'websocket'])
  })
})

describe('through a proxy', () => {
  const asked = (name: string) =>
    recordings.filter((recording) => recording.request.url.includes(`as=${name}`))

  test('a tunnel is recorded under the inner host, plain', () => {
    expect(asked('tunnel')).toMatchObject([
      { request: { url: expect.stringMatching(/^http:\/\/127/) }, end: { how: 'complete' } },
    ])
    expect(Buffer.from(asked('tunnel')[0]?.response?.body ?? []).toString()).toBe(eventsBody)
  })

  test('and over TLS', () => {
    expect(asked('secure-tunnel')).toMatchObject([
      { request: { url: expect.stringMatching(/^https:\/\/127/) }, end: { how: 'complete' } },
    ])
    expect(Buffer.from(asked('secure-tunnel')[0]?.response?.body ?? []).toString()).toBe(eventsBody)
  })

  test('a request to a plain proxy is recorded under its absolute url', () => {
    expect(asked('plain-proxy')).toMatchObject([
      { request: { url: expect.stringMatching(/^http:\/\/api\.example\.test\/v1/) } },
    ])
    expect(Buffer.from(asked('plain-proxy')[0]?.response?.body ?? []).toString()).toBe(jsonBody)
  })
})

test('a program that starts its own msw gets its mocks, and we step aside with a notice', async () => {
  const out = join(directory, 'msw')
  const args = [program('own-msw'), `${servers[0]?.origin ?? ''}/v1/chat/completions?case=json`]
  const [alone, beside] = await Promise.all([runNode(args), runHooked(out, args)])
  // msw alone does not see a fetch over a connection from before its start; by us that stays so.
  expect(JSON.parse(alone.stdout)).toEqual({
    before: [jsonBody, jsonBody],
    mocked: [jsonBody, '{"mocked":true}'],
  })
  expect(beside).toMatchObject({ code: 0, stdout: alone.stdout, stderr: alone.stderr })
  expect(noticesOf(beside)).toMatchObject([{ kind: 'own-msw' }])
  // The two before, and the one over the old connection.
  expect(await findRecordings(out)).toHaveLength(3)
})

test('a program that a recorder cannot start in runs on', async () => {
  const ran = await runNode(['-e', 'console.log(process.version)'], {
    env: {
      ...process.env,
      STREAMPROOF_CAPTURE: 'not json',
      NODE_OPTIONS: `--import=${new URL('./register.mjs', import.meta.url).href}`,
    },
  })
  expect(ran).toMatchObject({ code: 0, stdout: `${process.version}\n` })
  expect(ran.stderr).toContain('streamproof: the recorder did not start')
})
