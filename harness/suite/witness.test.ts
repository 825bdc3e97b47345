import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecording } from '../recording/read.ts'
import { losesRefusals, sessionOf } from './testing/sessions.ts'
import { runSuite } from './run-suite.ts'
import { loadWitnesses, saveWitness, witnessId, witnessName, type Witness } from './witness.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-witness-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const session = sessionOf([{ type: 'refusal', text: 'a' }])
const witness: Witness = { driver: 'loses-refusals', rule: 'refusal-kept', session }

describe('a witness', () => {
  test('is an ordinary recording, and comes back as it was saved', async () => {
    const own = await saveWitness(folder, witness)
    expect(own).toBe(join(folder, 'openai-chat', witnessName(witness)))
    const recording = await readRecording(own)
    expect(recording).toMatchObject({
      wire: 'openai-chat',
      title: 'Shows `refusal-kept` broken by loses-refusals under `as-recorded`',
      provenance: { kind: 'written', by: 'generator' },
    })
    const loaded = await loadWitnesses(folder)
    expect([...loaded.witnesses.values()]).toEqual([witness])
    expect(loaded.refused).toEqual([])
  })

  test('is the same to the byte when it is saved again', async () => {
    const own = await saveWitness(folder, witness)
    const read = async () =>
      Promise.all((await readdir(own)).map((name) => readFile(join(own, name), 'utf8')))
    const before = await read()
    await saveWitness(folder, witness)
    expect(await read()).toEqual(before)
  })

  test('keeps a lone surrogate', async () => {
    const odd: Witness = { ...witness, session: sessionOf([{ type: 'text', text: '\ud800' }]) }
    await saveWitness(join(folder, 'odd'), odd)
    expect([...(await loadWitnesses(join(folder, 'odd'))).witnesses.values()]).toEqual([odd])
  })

  test('runs first, as recorded and as it fails, and fails again', async () => {
    await saveWitness(join(folder, 'run'), { ...witness, session: { ...session, delivery: 'cut-after-2' } })
    const { recordings, witnesses } = await loadWitnesses(join(folder, 'run'))
    const source = { label: 'witnesses', shipped: false, recordings, witnesses }
    const { results, cases } = await runSuite({ drivers: [losesRefusals], sources: [source] })
    expect(cases).toBe(2)
    const failed = results.filter(({ status }) => status === 'fail')
    expect(failed.map(({ delivery, rule }) => `${delivery}:${rule}`)).toEqual(
      expect.arrayContaining(['as-recorded:refusal-kept', 'cut-after-2:partial-kept']),
    )
  })
})

test('a folder that is missing holds no witnesses', async () => {
  expect(await loadWitnesses(join(folder, 'none'))).toEqual({
    recordings: [],
    witnesses: new Map(),
    refused: [],
  })
})

describe('a witness that cannot be read is named, and the run cannot be trusted', () => {
  const spoilt = async (name: string, change: (text: string) => string) => {
    const own = await saveWitness(join(folder, name), witness)
    const file = join(own, 'witness.json')
    await writeFile(file, change(await readFile(file, 'utf8')))
    const { refused, recordings } = await loadWitnesses(join(folder, name))
    expect(recordings).toEqual([])
    return { file, refused }
  }

  test.for([
    ['of an older format', (text: string) => text.replace('witness@1', 'witness@0'), /witness@0/],
    ['cut short', (text: string) => text.slice(0, 40), /is not JSON/],
    ['without a driver', (text: string) => text.replace('"driver"', '"diver"'), /expected string/],
  ] as const)('%s', async ([name, change, message]) => {
    const { file, refused } = await spoilt(name.replaceAll(' ', '-'), change)
    expect(refused).toMatchObject([{ file, broken: true, reason: expect.stringMatching(message) as string }])
    expect(refused[0]?.reason).toContain('Delete the folder')
  })

  test('whose recording is of an older format', async () => {
    const own = await saveWitness(join(folder, 'old'), witness)
    const file = join(own, 'recording.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('recording@1', 'recording@0'))
    const { refused } = await loadWitnesses(join(folder, 'old'))
    expect(refused).toMatchObject([{ file, broken: true }])
  })
})

test('the id of a witness is that of the result it shows', () => {
  expect(witnessId(witness)).toBe(
    `openai-chat/${witnessName(witness)}/as-recorded@loses-refusals:refusal-kept`,
  )
})
