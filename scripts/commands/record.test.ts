import { existsSync } from 'node:fs'
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
    /^streamproof: recorded local-gpt-x-\d+-\d+-1: 200, complete, \d+ bytes, 5 events, openai-chat$/m,
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

describe('what cannot be run as it was asked for is named, with exit code 2, and the program is not started', () => {
  /** Leaves a file where it is started. */
  const starts = async () => {
    const mark = newFolder()
    const script = join(directory, 'start.mjs')
    await writeFile(script, `import('node:fs').then((fs) => fs.writeFileSync(process.argv[2], ''))`)
    return { mark, command: [process.execPath, script, mark] }
  }

  test.each([
    ['a file', () => join(directory, 'in-the-way'), /`.*in-the-way` is a file, not a folder/],
    ['in a file', () => join(directory, 'in-the-way', 'x'), /`.*in-the-way` is a file, not a folder/],
    ...(process.platform === 'linux'
      ? ([
          ['below /proc', () => '/proc/no-such/out', /E(NOENT|ACCES).*mkdir '\/proc\/no-such'/],
          ['not writable', () => '/proc/self', /E(NOENT|ACCES).*open '\/proc\/self/],
        ] as const)
      : []),
  ] as const)('when the folder is %s', async (_, out, why) => {
    await writeFile(join(directory, 'in-the-way'), 'in the way')
    const { mark, command } = await starts()
    const ran = await runNode([commandLine, 'record', '--out', out(), '--', ...command])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(`--out: nothing can be recorded into \`${out()}\`: `)
    expect(ran.stderr).toMatch(why)
    expect(existsSync(mark)).toBe(false)
    expect(await readFile(join(directory, 'in-the-way'), 'utf8')).toBe('in the way')
  })

  test('when the program cannot be started', async () => {
    const ran = await runNode([commandLine, 'record', '--out', newFolder(), '--', 'no-such-program'])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('`no-such-program` could not be started')
  })

  test.each([
    ['there is none', [], /`record` needs a program to run\. The program stands after `--`/],
    [
      'it has an option we do not know, and no `--`',
      ['node', '-e', '1'],
      /unknown option '-e'\n.*stands after `--`/,
    ],
    [
      'it has an option we know too, and no `--`',
      ['node', 'x.mjs', '--yes'],
      /that stands after `node`.*stands after `--`/,
    ],
  ])('when %s', async (_, command, why) => {
    const ran = await runNode([commandLine, 'record', '--out', newFolder(), ...command])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(why)
  })

  test('an option of the program after `--` is the program’s, also one that we know', async () => {
    const { mark, command } = await starts()
    expect(await record(newFolder(), [...command.slice(1), '--yes', '--out', 'x'])).toMatchObject({ code: 0 })
    expect(existsSync(mark)).toBe(true)
  })
})
