import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recording } from '../../harness/recording/format.ts'
import { findRecordings, readRecording } from '../../harness/recording/read.ts'
import {
  events,
  eventsBody,
  startFaultServer,
  type FaultServer,
} from '../../harness/capture/testing/fault-server.ts'
import { runNode } from '../../harness/capture/testing/run-node.ts'
import { startStepsServer } from '../../harness/capture/testing/steps-server.ts'

const commandLine = fileURLToPath(new URL('../streamproof.ts', import.meta.url))
const recordAlone = fileURLToPath(new URL('./record-alone.fixture.ts', import.meta.url))
const program = (name: string) =>
  fileURLToPath(new URL(`../../harness/capture/testing/programs/${name}.mjs`, import.meta.url))

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

/** Runs a program under `streamproof record`. */
function record(out: string, args: readonly string[], onOutput?: (text: string) => void) {
  return runNode([recordAlone, '--out', out, '--', process.execPath, ...args], {
    ...(onOutput && { onOutput }),
  })
}

async function recordingsIn(out: string): Promise<Recording[]> {
  return Promise.all((await findRecordings(out)).map((folder) => readRecording(folder)))
}

const many = program('many')
const urlOf = (name: string) => `${server.origin}/v1/chat/completions?case=${name}`
const textOf = (recording: Recording | undefined) => Buffer.from(recording?.response?.body ?? []).toString()

test('an openai program, unchanged, is recorded write by write', async () => {
  const writes = [...events, 'data: [DONE]\n\n']
  const steps = await startStepsServer(writes, () => steps.step())
  const out = newFolder()
  // The program prints a line per event it has read: only then the server writes the next one. After [DONE] it prints nothing.
  let lines = 0
  const ran = await record(out, [program('openai-chat'), `${steps.origin}/v1`], (text) => {
    for (const _ of text.matchAll(/\n/g)) {
      lines += 1
      steps.step()
      if (lines === events.length) steps.step()
    }
  })
  await steps.close()
  expect(ran).toMatchObject({ code: 0, stdout: 'Hel\nlo, \nGrüße\n!\n' })
  const [recording, ...more] = await recordingsIn(out)
  expect(more).toEqual([])
  expect(recording).toMatchObject({
    wire: 'openai-chat',
    end: { how: 'complete' },
    borders: 'wire',
    framing: 'captured',
  })
  expect(recording?.provenance).toMatchObject({
    kind: 'captured',
    model: 'gpt-x',
    client: expect.stringContaining('OpenAI'),
  })
  expect(textOf(recording)).toBe(writes.join(''))
  expect(recording?.response?.chunks.map(([bytes]) => bytes)).toEqual(
    writes.map((write) => Buffer.byteLength(write)),
  )
  expect(ran.stderr).toMatch(
    /^streamproof: recorded local-gpt-x-\d+-\d+-1: complete, \d+ bytes, 5 events, openai-chat$/m,
  )
  expect(ran.stderr).toMatch(/^streamproof: 1 recording in /m)
})

describe('the exit code is the program’s, and what it had read is kept', () => {
  test('when it exits at once after its answer', async () => {
    const out = newFolder()
    expect(await record(out, [many, urlOf('sse'), '3', 'exit'])).toMatchObject({ code: 7 })
    expect((await recordingsIn(out)).map((recording) => [recording.end.how, textOf(recording)])).toEqual(
      Array.from({ length: 3 }, () => ['complete', eventsBody]),
    )
  })

  test('when it exits while a stream is open', async () => {
    const out = newFolder()
    expect(await record(out, [many, urlOf('stall'), '1', 'open'])).toMatchObject({ code: 7 })
    const [recording] = await recordingsIn(out)
    expect(recording?.end).toEqual({ how: 'process-exit' })
    expect(eventsBody.startsWith(textOf(recording))).toBe(true)
    expect(textOf(recording)).not.toBe('')
  })

  test('when it is killed while a stream is open', async () => {
    const out = newFolder()
    expect(await record(out, [many, urlOf('stall'), '1', 'kill'])).toMatchObject({ code: 128 + 9 })
    const [recording] = await recordingsIn(out)
    expect(recording?.end).toEqual({ how: 'killed' })
    expect(textOf(recording)).not.toBe('')
    expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

test('children are recorded too, into the same folder', async () => {
  const out = newFolder()
  expect(await record(out, [many, urlOf('json'), '2', 'children'])).toMatchObject({ code: 0 })
  const names = (await recordingsIn(out)).map((recording) => recording.name)
  expect(new Set(names).size).toBe(2)
})

test('other hosts are left alone, unless they are named', async () => {
  const args = [many, `${server.origin}/elsewhere?case=sse`, '1']
  const none = newFolder()
  await writeFile(join(directory, 'get.mjs'), `await (await fetch(process.argv[2])).text()`)
  const get = [join(directory, 'get.mjs'), `${server.origin}/elsewhere?case=sse`]
  const ran = await record(none, get)
  expect(ran.stderr).toContain('nothing was recorded')
  const named = newFolder()
  await runNode([
    commandLine,
    'record',
    '--out',
    named,
    '--match',
    '127.0.0.1',
    '--',
    process.execPath,
    ...get,
  ])
  expect(await recordingsIn(named)).toHaveLength(1)
  // A gateway under any url is told by what it says.
  const gateway = newFolder()
  await record(gateway, args)
  expect(await recordingsIn(gateway)).toMatchObject([{ wire: 'openai-chat' }])
})

describe('a recording that fails is named, and the program does not notice', () => {
  test('when the folder is a file', async () => {
    const out = newFolder()
    await writeFile(out, 'in the way')
    const ran = await record(out, [program('openai-chat'), `${server.origin}/v1?case=sse`])
    const alone = await runNode([program('openai-chat'), `${server.origin}/v1?case=sse`])
    expect(ran).toMatchObject({ code: alone.code, stdout: alone.stdout })
    expect(ran.stderr).toMatch(/the recording of `http:.*` failed: `.*` is a file, not a folder/)
    expect(await readFile(out, 'utf8')).toBe('in the way')
  })

  test('when the program cannot be started, that is said, with exit code 2', async () => {
    const ran = await runNode([commandLine, 'record', '--out', newFolder(), '--', 'no-such-program'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('`no-such-program` could not be started')
  })
})
