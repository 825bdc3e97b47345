import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRecordings, readRecording } from '../recording/read.ts'
import { defaultRedactor } from './default-redactor.ts'
import { hookedEnvironment } from './hook-settings.ts'
import { JournalIndex, readSlices } from './journal-index.ts'
import { journalsIn, recover } from './recover.ts'
import { bigBody, startFaultServer, type FaultServer } from './testing/fault-server.ts'
import { runHooked } from './testing/hooked.ts'

const registerUrl = new URL('./register.mjs', import.meta.url).href
const program = (name: string) => fileURLToPath(new URL(`./testing/programs/${name}.mjs`, import.meta.url))
const rounds = Number(process.env['SOAK'] ?? 10)

let directory = ''
let server: FaultServer
let endless: Awaited<ReturnType<typeof startEndlessServer>>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
  server = await startFaultServer()
  endless = await startEndlessServer()
})
afterAll(async () => {
  endless.close()
  await server.close()
  await rm(directory, { recursive: true })
})

/** Writes numbered events as fast as they are read, until its client is gone. */
async function startEndlessServer() {
  const write = (response: ServerResponse, number: number) => {
    if (response.destroyed) return
    const size = (number * 7919) % 3000
    const more = response.write(
      `data: {"choices":[{"delta":{"content":"${number} ${'x'.repeat(size)}"}}]}\n\n`,
    )
    if (more) setImmediate(write, response, number + 1)
    else response.once('drain', () => write(response, number + 1))
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

/** Starts a reader in the hook and kills it some milliseconds after its first output; gives what it had read. */
async function readAndKill(out: string, milliseconds: number): Promise<Buffer> {
  const settings = { out, hosts: [], report: `${out}.report` }
  const env = hookedEnvironment(process.env, settings, registerUrl)
  const child = spawn(process.execPath, [program('reader'), endless.url], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const read: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => read.push(bytes))
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds))
  await once(child, 'close')
  return Buffer.concat(read)
}

/** The body bytes of the one exchange in a journal. */
function bodyIn(journal: string): Buffer {
  const index = new JournalIndex(journal)
  index.finish()
  const [exchange] = index.exchanges.values()
  return readSlices(journal, exchange?.body ?? [])
}

const everyRound = Array.from({ length: rounds }, (_, round) => round + 1)

test.each(everyRound)(
  'kill -9, %i: what the program had read is recovered, and every byte of the journal',
  async (round) => {
    const out = join(directory, `kill-${round}`)
    const fraction = (round - Math.random()) / rounds
    const read = await readAndKill(out, fraction * 150)
    const [journal, ...others] = journalsIn(out)
    expect(others).toEqual([])
    const written = bodyIn(journal ?? '')
    expect(recover(out)).toMatchObject({
      recorded: [{ end: { how: 'killed' } }],
      failed: [],
      running: [],
      empty: [],
    })
    const [folder] = await findRecordings(out)
    const { response } = await readRecording(folder ?? '')
    expect(Buffer.from(response?.body ?? []).equals(written)).toBe(true)
    // Of what a secret may begin in, the journal knows nothing yet.
    const certain = Math.min(read.length, written.length)
    expect(read.length - certain).toBeLessThanOrEqual(defaultRedactor.window)
    expect(written.subarray(0, certain).equals(read.subarray(0, certain))).toBe(true)
    expect(read.length).toBeGreaterThan(0)
    // Only the read whose line was not written any more may be without its time.
    expect(response?.chunks.slice(0, -1).every(([bytes]) => bytes > 0)).toBe(true)
    expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
  },
  30_000,
)

describe('recover', () => {
  test('twice makes one recording', async () => {
    const out = join(directory, 'twice')
    await readAndKill(out, 20)
    expect(recover(out).recorded).toHaveLength(1)
    expect(recover(out)).toEqual({ recorded: [], running: [], failed: [], empty: [] })
    expect(await findRecordings(out)).toHaveLength(1)
  })
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

test('a full disk ends the recording, which says so, and the program sees all', async () => {
  const out = join(directory, 'full')
  const url = `${server.origin}/v1/chat/completions?case=big`
  // No file may grow beyond 256 KiB: the same error path as a full disk, without one. Node ignores the signal that comes with it.
  const shell = `ulimit -f 256; exec "$0" "$@"`
  const settings = { out, hosts: [], report: `${out}.report` }
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
  const kept = bodyIn(journal ?? '').length
  recover(out)
  const [folder] = await findRecordings(out)
  const recording = await readRecording(folder ?? '')
  expect(recording.title).toMatch(/^Cut short by the recorder: EFBIG/)
  expect(Buffer.from(recording.response?.body ?? []).toString()).toBe(bigBody.slice(0, kept))
})
