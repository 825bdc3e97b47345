import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRecording } from '../recording/read.ts'
import { checkTurns } from './reviewed-turns.ts'
import { shippedRecordings } from './sources.ts'

const original = fileURLToPath(new URL('../../recordings/openai-chat/text/', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'turns-')), 'text')
  await cp(original, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

/** Faults of the recording in the folder, as of the user's own. */
async function faults(label = 'mine', shipped = false) {
  return checkTurns([{ label, shipped, recordings: [await readRecording(folder)] }])
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
}

test('a turn.json that says what the bytes say has no fault, and only what ships must have one', async () => {
  expect(await faults()).toEqual([])
  await rm(join(folder, 'turn.json'))
  expect(await faults()).toEqual([])
  expect(await faults(shippedRecordings, true)).toMatchObject([
    { message: expect.stringMatching(/^has no turn.json/) },
  ])
})

test('a difference names file, field, both values and the command, and whose recording it is', async () => {
  await edit('turn.json', (text) => text.replaceAll('"stop"', '"other"'))
  const [fault] = await faults()
  expect(fault).toMatchObject({ recording: 'openai-chat/text', added: true })
  expect(fault?.message).toBe(
    `\`finish.reason\` in \`${folder}/turn.json\` is "other", the reader says "stop". ` +
      `Correct it, or draft it again with \`streamproof recordings turns ${folder}\` and review it.`,
  )
  const [ours] = await faults(shippedRecordings)
  expect(ours).not.toHaveProperty('added')
})

test.for([
  ['no JSON', '{bad', /turn.json` is not JSON \(.*recordings turns/],
  ['null', 'null', /turn.json` is null, the reader says \{"blocks"/],
  ['another shape', '{"blocks":"x"}', /`blocks` in `.*turn.json` is "x", the reader says \[/],
] as const)('a turn.json that is %s is a fault and not an exception', async ([, text, message]) => {
  await edit('turn.json', () => text)
  expect((await faults())[0]?.message).toMatch(message)
})

test('a turn beside a recording without a wire is a fault that says what to do', async () => {
  await edit('recording.json', (text) => text.replace(/ *"wire".*\n/, ''))
  expect(await faults()).toMatchObject([
    {
      recording: 'text',
      message: expect.stringMatching(
        /its wire is none of ours\. Name its `wire` in recording.json, or delete/,
      ),
    },
  ])
})
