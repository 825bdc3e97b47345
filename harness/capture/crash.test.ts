import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recording } from '../recording/format.ts'
import { findRecordings, readRecording } from '../recording/read.ts'
import { defaultRedactor } from './default-redactor.ts'
import { hookedEnvironment, type HookSettings } from './hook-settings.ts'
import { JournalIndex, sizeOf } from './journal-index.ts'
import { journalsIn, recover } from './recover.ts'
import { newSealKey } from './sealing.ts'
import { bigBody, eventsBody, startFaultServer, type FaultServer } from './testing/fault-server.ts'
import { runHooked } from './testing/hooked.ts'
import { runNode } from './testing/run-node.ts'

const registerUrl = new URL('./register.mjs', import.meta.url).href
const program = (name: string) => fileURLToPath(new URL(`./testing/programs/${name}.mjs`, import.meta.url))
/** SOAK=1 takes the long form; SOAK_RUNS=n takes n rounds. */
const rounds = Number(process.env['SOAK_RUNS'] ?? (process.env['SOAK'] === undefined ? 10 : 100))

let directory = ''
let server: FaultServer
let slow: Awaited<ReturnType<typeof startEndlessServer>>
let fast: typeof slow
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
  server = await startFaultServer()
  slow = await startEndlessServer((next) => setTimeout(next, 5))
  fast = await startEndlessServer((next) => setImmediate(next))
})
afterAll(async () => {
  slow.close()
  fast.close()
  await server.close()
  await rm(directory, { recursive: true })
})

/** Writes numbered events until its client is gone: as fast as they are read, or at the pace of a model. */
async function startEndlessServer(pause: (next: () => void) => void) {
  const write = (response: ServerResponse, number: number) => {
    if (response.destroyed) return
    const size = (number * 7919) % 300
    const more = response.write(
      `data: {"choices":[{"delta":{"content":"${number} ${'word '.repeat(size)}"}}]}\n\n`,
    )
    const next = () => write(response, number + 1)
    if (more) pause(next)
    else response.once('drain', next)
  }
  const listener = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response, 0)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    close() {
      listener.closeAllConnections()
      listener.close()
    },
  }
}

const key = newSealKey()

function settingsOf(out: string): HookSettings {
  const report = `${out}.report`
  writeFileSync(report, '')
  return { out, hosts: [], report, key: key.toString('base64') }
}

/** Starts a reader in the hook and kills it some milliseconds after its first output; gives what it had read. */
async function readAndKill(url: string, out: string, milliseconds: number): Promise<Buffer> {
  const settings = settingsOf(out)
  const env = hookedEnvironment(process.env, settings, registerUrl)
  const child = spawn(process.execPath, [program('reader'), url], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const read: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => read.push(bytes))
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds))
  await once(child, 'close')
  return Buffer.concat(read)
}

/** Body bytes of the one exchange in a journal, of both copies. */
function journaledIn(out: string): { plain: number; sealed: number } {
  const [journal = '', ...others] = journalsIn(out)
  expect(others).toEqual([])
  const index = new JournalIndex(journal)
  index.finish()
  const [exchange] = index.exchanges.values()
  return { plain: sizeOf(exchange?.plain.body ?? []), sealed: sizeOf(exchange?.sealed.body ?? []) }
}

async function onlyRecording(out: string): Promise<Recording> {
  const [folder = '', ...more] = await findRecordings(out)
  expect(more).toEqual([])
  expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
  return readRecording(folder)
}

const everyRound = Array.from({ length: rounds }, (_, round) => round + 1)
/** At a random point of an equal part of 150 ms. */
const momentOf = (round: number) => ((round - Math.random()) / rounds) * 150

describe('kill -9', () => {
  test.each(everyRound)('what the program had read is recovered by who has the key (%i)', async (round) => {
    const out = join(directory, `kill-${round}`)
    // As fast as it can be read, or at the pace of a model.
    const read = await readAndKill(round % 2 === 0 ? fast.url : slow.url, out, momentOf(round))
    const { sealed } = journaledIn(out)
    expect(recover(out, { key })).toEqual({
      recorded: [expect.objectContaining({ end: { how: 'killed' }, bytes: sealed })],
      failed: [],
      running: [],
      empty: [],
    })
    const recording = await onlyRecording(out)
    const body = Buffer.from(recording.response?.body ?? [])
    expect(body.length).toBe(sealed)
    expect(read.length).toBeGreaterThan(0)
    expect(body.subarray(0, read.length).equals(read)).toBe(true)
    expect(recording.title).toBeUndefined()
  })

  test.each(everyRound.filter((round) => round % 3 === 1))(
    'what had been redacted is recovered by anyone (%i)',
    async (round) => {
      const out = join(directory, `anyone-${round}`)
      const read = await readAndKill(slow.url, out, momentOf(round))
      const { plain, sealed } = journaledIn(out)
      expect(sealed - plain).toBeLessThanOrEqual(defaultRedactor.window)
      expect(recover(out).failed).toEqual([])
      if (plain === 0) return
      const recording = await onlyRecording(out)
      const body = Buffer.from(recording.response?.body ?? [])
      expect(body.length).toBe(plain)
      const both = Math.min(read.length, plain)
      expect(body.subarray(0, both).equals(read.subarray(0, both))).toBe(true)
      expect(recording.title ?? '').toMatch(plain === sealed ? /^$/ : /^Cut short by the recorder: \d+ bytes/)
    },
  )
})

test('recovered twice, it is one recording', async () => {
  const out = join(directory, 'twice')
  await readAndKill(slow.url, out, 20)
  expect(recover(out, { key }).recorded).toHaveLength(1)
  expect(recover(out)).toEqual({ recorded: [], running: [], failed: [], empty: [] })
  expect(await findRecordings(out)).toHaveLength(1)
})

test('a request is recorded, though the program exits in the turn it was sent', async () => {
  const out = join(directory, 'exit')
  const script = `
    const request = require('node:http').request(process.argv[1], {
      method: 'POST', headers: { 'content-type': 'application/json' },
    })
    request.once('finish', () => process.exit(3))
    request.end('{"model":"gpt-x","messages":[]}')`
  const { code } = await runHooked(out, ['-e', script, slow.url])
  expect(code).toBe(3)
  const recording = await onlyRecording(out)
  expect(Buffer.from(recording.request.body ?? []).toString()).toBe('{"model":"gpt-x","messages":[]}')
  expect(recording.end).toEqual({ how: 'no-response', reason: 'process-exit' })
})

test('two programs record into one folder at the same time', async () => {
  const out = join(directory, 'shared')
  const args = [program('many'), `${server.origin}/v1/chat/completions?case=sse`, '5']
  const [one, two] = await Promise.all([runHooked(out, args), runHooked(out, args)])
  expect([one.code, two.code]).toEqual([0, 0])
  const recordings = await Promise.all((await findRecordings(out)).map((folder) => readRecording(folder)))
  expect(recordings).toHaveLength(10)
  expect(recordings.every(({ end }) => end.how === 'complete')).toBe(true)
  expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
})

describe('a folder that cannot be made is named once an exchange is to go there, and the program sees all', () => {
  const failing = async (out: string) => {
    const url = `${server.origin}/v1/chat/completions?case=sse`
    const ran = await runHooked(out, [program('reader'), url])
    expect(ran).toMatchObject({ code: 0, stdout: eventsBody })
    return `${ran.stderr}${JSON.stringify(ran.events)}`
  }

  test('where a file is in its way', async () => {
    const file = join(directory, 'in-the-way')
    writeFileSync(file, '')
    expect(await failing(join(file, 'out'))).toMatch(
      /`http:.*` failed: `.*in-the-way` is a file, not a folder/,
    )
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  test.runIf(process.platform === 'linux')('where mkdir by `recursive` would never return', async () => {
    expect(await failing('/proc/no-such/out')).toMatch(
      /`http:.*` failed: E(NOENT|ACCES).* mkdir '\/proc\/no-such'/,
    )
  })
})

test('a program that outlives `streamproof record` says where its recordings are', async () => {
  const out = join(directory, 'alone')
  const settings = settingsOf(out)
  await rm(settings.report)
  const env = hookedEnvironment(process.env, settings, registerUrl)
  const url = `${server.origin}/v1/chat/completions?case=sse`
  const ran = await runNode([program('reader'), url], { env })
  expect(ran).toMatchObject({ code: 0, stdout: eventsBody })
  expect(ran.stderr).toMatch(/records on its own into `.*\.journal-.*`.*`streamproof recover` completes it/)
  expect(ran.stderr).toContain(journalsIn(out)[0])
  expect(recover(out, { key }).recorded).toHaveLength(1)
})

test('a full disk ends the recording, which says so, and the program sees all', async () => {
  const out = join(directory, 'full')
  const url = `${server.origin}/v1/chat/completions?case=big`
  // No file may grow beyond 256 KiB: the same error path as a full disk, without one. Node ignores the signal that comes with it.
  const shell = `ulimit -f 256; exec "$0" "$@"`
  const settings = settingsOf(out)
  const env = hookedEnvironment(process.env, settings, registerUrl)
  const child = spawn('bash', ['-c', shell, process.execPath, program('reader'), url], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const read: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => read.push(bytes))
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  expect(Buffer.concat(read).toString()).toBe(bigBody)
  expect(readFileSync(settings.report, 'utf8')).toMatch(/"type":"failed".*EFBIG/)
  const [journal] = journalsIn(out)
  expect(statSync(journal ?? '').size).toBe(256 * 1024)
  const kept = journaledIn(out).sealed
  recover(out, { key })
  const [folder] = await findRecordings(out)
  const recording = await readRecording(folder ?? '')
  expect(recording.title).toMatch(/^Cut short by the recorder: EFBIG/)
  expect(Buffer.from(recording.response?.body ?? []).toString()).toBe(bigBody.slice(0, kept))
})
