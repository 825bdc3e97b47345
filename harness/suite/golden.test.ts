import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import type { Part } from '../trace/part.ts'
import { checkGolden, obsoleteGoldens, writeGolden } from './golden.ts'
import { runCase, type CaseRun } from './run-case.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-golden-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A run of a converter that says `text`, with an id of its own for a call that the wire gave none. */
async function runOf(text: string, shipped: boolean): Promise<CaseRun> {
  const driver = defineDriver<Part, undefined, 'events'>({
    name: 'acme',
    version: '1',
    wires: ['openai-chat'],
    level: 'events',
    async *convert() {
      yield { type: 'text-delta', index: 0, text }
      yield { type: 'block-start', index: 1, kind: 'tool-call', id: `made-up-${Math.random()}` }
    },
    *project(part) {
      yield part
    },
  })
  const recording = { ...recordingOf(chatBody('a')), path: folder }
  const name = { wire: 'openai-chat', recording: 'test', delivery: 'as-recorded', driver: 'acme' } as const
  return runCase({ name, wire: 'openai-chat', driver, recording, delivery: asRecorded, shipped })
}

test('a missing golden is a finding where it ships, and nothing elsewhere', async () => {
  expect((await checkGolden(await runOf('a', true))).answer).toMatchObject({
    findings: [{ message: 'golden/acme.ndjson is missing. Write it with --update and review it.' }],
  })
  expect((await checkGolden(await runOf('a', false))).answer).toHaveProperty('notApplicable')
})

test('a written golden holds one part a line, ids made up by the converter replaced, and compares equal', async () => {
  expect(await writeGolden(await runOf('a', true))).toBe(join(folder, 'golden/acme.ndjson'))
  expect(await writeGolden(await runOf('a', true))).toBeUndefined()
  const text = await readFile(join(folder, 'golden/acme.ndjson'), 'utf8')
  expect(text.trim().split('\n')).toEqual([
    '{"type":"text-delta","index":0,"text":"a"}',
    '{"type":"block-start","index":1,"kind":"tool-call","id":"generated-1"}',
  ])
  expect((await checkGolden(await runOf('a', true))).answer).toEqual({ findings: [] })
})

test('a recording of an installed package has no golden of a user, and none is written there', async () => {
  const run = await runOf('a', false)
  const installed = {
    ...run,
    case: {
      ...run.case,
      recording: { ...run.case.recording, path: join(folder, 'node_modules/streamproof/text') },
    },
  }
  expect(await writeGolden(installed)).toBeUndefined()
  expect((await checkGolden(installed)).answer).toHaveProperty('notApplicable')
})

test('a recording that is one file has no place for a golden: none is asked for, and none written', async () => {
  const run = await runOf('a', true)
  const path = join(folder, 'plain.sse')
  await writeFile(path, '')
  const foreign = { ...run, case: { ...run.case, recording: { ...run.case.recording, path } } }
  expect(await writeGolden(foreign)).toBeUndefined()
  expect((await checkGolden(foreign)).answer).toHaveProperty('notApplicable')
})

test('a different trace is a finding with the line, expected and got', async () => {
  expect((await checkGolden(await runOf('b', true))).answer).toMatchObject({
    findings: [
      {
        message: expect.stringContaining('at line 1') as string,
        expected: '{"type":"text-delta","index":0,"text":"a"}',
        got: '{"type":"text-delta","index":0,"text":"b"}',
      },
    ],
  })
})

test('a golden of a driver that is gone is obsolete', async () => {
  const { recording } = (await runOf('a', true)).case
  expect(await obsoleteGoldens(recording, ['other'])).toEqual(['acme.ndjson'])
  expect(await obsoleteGoldens(recording, ['acme'])).toEqual([])
})
