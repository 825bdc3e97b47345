import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResultDocument } from '../harness/index.ts'
import { runCli } from './testing/run-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-drawn-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const losesText = 'scripts/testing/loses-text.driver.ts'
const textOnly = 'scripts/testing/text-only.driver.ts'
const lostText = ['--case', 'openai-chat/{generated-*,loses-text-*}/*:text-complete']

describe('streamproof run --runs', () => {
  test('finds a fault, saves a witness, and shows it again without drawing', async () => {
    const witnesses = join(folder, 'found')
    const drawn = await runCli(['run', losesText, ...lostText, '--runs', '20', '--witnesses', witnesses])
    expect(drawn.stdout).toMatch(/FAIL openai-chat\/generated-1-\d+\/[a-z0-9-]+@loses-text:text-complete/)
    expect(drawn.stdout).toMatch(/witness {3}.*loses-text-text-complete-[0-9a-f]{8}/)
    expect(drawn.stdout).toMatch(/again .*--witnesses '.*' --case 'openai-chat\/loses-text-text-complete-/)
    expect(drawn.code).toBe(1)
    const [name] = await readdir(join(witnesses, 'openai-chat'))
    const again = await runCli(['run', losesText, ...lostText, '--witnesses', witnesses])
    expect(again.stdout).toContain(`FAIL openai-chat/${name}/as-recorded@loses-text:text-complete`)
    expect(again.code).toBe(1)
  })

  test('says the same of the same seed, in a document whose counts add up', async () => {
    const document = async (name: string) => {
      const file = join(folder, name)
      const args = ['--runs', '15', '--seed', '5', '--witnesses', join(folder, 'same'), '--json', file]
      await runCli(['run', textOnly, '--case', 'openai-chat/generated-*/*:{ends,text-complete}', ...args])
      return JSON.parse(await readFile(file, 'utf8')) as ResultDocument
    }
    const [first, second] = [await document('first.json'), await document('second.json')]
    expect(first.results).toEqual(second.results)
    const count = first.results.reduce((sum, result) => sum + (result.count ?? 1), 0)
    expect(first.summary.planned).toBe(count)
    const counted = first.results.filter(({ rule }) => rule === 'ends')
    expect(counted).toMatchObject([{ id: 'openai-chat/generated-5/pass@text-only:ends', count: 15 }])
  })

  test('writes lines that a person must fill in, and holds them from then on', async () => {
    const [witnesses, lines] = [join(folder, 'held'), join(folder, 'known.txt')]
    const args = ['run', losesText, ...lostText, '--witnesses', witnesses]
    await runCli([...args, '--runs', '20', '--write-known-failing', lines])
    const written = await readFile(lines, 'utf8')
    expect(written).toMatch(
      /^openai-chat\/\*\/\*@loses-text:text-complete \| TODO \| TODO \| trigger: .* \| witness: held\//,
    )
    const refused = await runCli([...args, '--known-failing', lines])
    expect(refused.stderr).toMatch(/known\.txt:1: .* still says TODO/)
    expect(refused.code).toBe(2)
    await writeFile(
      lines,
      written
        .replace('TODO | TODO', 'every second piece is lost | https://example.com/1')
        .replace(/trigger: .* \| witness/, 'trigger: block=text | witness'),
    )
    const held = await runCli([...args, '--runs', '20', '--known-failing', lines])
    expect(held.stdout).toMatch(/ 0 fail, 0 error, [1-9]\d* known-fail, 0 stale/)
    expect(held.code).toBe(0)
  })
})

test('lines filled in once excuse all that failed, in the same run and in the plain one behind it', async () => {
  const [witnesses, lines, left] = ['round', 'round.txt', 'left.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const cases = ['--case', 'openai-chat/{generated-*,loses-text-*,text}/*']
  const words = ['run', losesText, ...cases, '--witnesses', witnesses]
  const found = await runCli([...words, '--runs', '40', '--write-known-failing', lines])
  expect(found.code).toBe(1)
  const written = await readFile(lines, 'utf8')
  const ofWitnesses = written.split('\n').filter((line) => line.startsWith('openai-chat/loses-text-'))
  expect(ofWitnesses, 'a witness is a session: its lines have triggers').toEqual([])
  await writeFile(lines, written.replaceAll('TODO | TODO', 'text is lost | https://example.com/1'))
  const held = [...words, '--known-failing', lines]
  const same = await runCli([...held, '--runs', '40', '--write-known-failing', left])
  expect(same.stdout).toMatch(/ 0 fail, 0 error, [1-9]\d* known-fail, 0 stale/)
  expect(same.code).toBe(0)
  expect(await readFile(left, 'utf8')).toBe('')
  const plain = await runCli(held)
  expect(plain.stdout).toMatch(/ 0 fail, 0 error, [1-9]\d* known-fail, 0 stale/)
  expect(plain.code).toBe(0)
})

describe('bad input is named, exit 2', () => {
  test.for([
    ['runs that are no number', ['--runs', 'many'], /--runs: write a whole number.*`many`/],
    ['a seed that is no number', ['--seed', '-1'], /--seed: write a whole number/],
  ] as const)('%s', async ([, args, message]) => {
    const { code, stderr } = await runCli(['run', textOnly, ...args])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  test.for([
    ['an unknown rule', '**:no-such-rule | why | https://example.com/1', /bad\.txt:1: `no-such-rule` in/],
    [
      'a witness that is none',
      '**:ends | why | https://example.com/1 | trigger: block=text | witness: none',
      /bad\.txt:1: `none` is no witness/,
    ],
    [
      'a trigger that cannot be read',
      '**:ends | why | https://example.com/1 | trigger: blocks | witness: none',
      /bad\.txt:1: `blocks` is no term of a trigger/,
    ],
  ] as const)('%s in a known-failing file', async ([, line, message]) => {
    const lines = join(folder, 'bad.txt')
    await writeFile(lines, `${line}\n`)
    const { code, stderr } = await runCli(['run', textOnly, '--known-failing', lines])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  test('a witness of an older format', async () => {
    const witnesses = join(folder, 'old')
    await runCli(['run', losesText, ...lostText, '--runs', '20', '--witnesses', witnesses])
    const [name = ''] = await readdir(join(witnesses, 'openai-chat'))
    const file = join(witnesses, 'openai-chat', name, 'witness.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('witness@1', 'witness@0'))
    const { code, stdout } = await runCli([
      'run',
      losesText,
      '--case',
      'openai-chat/text/*:ends',
      '--witnesses',
      witnesses,
    ])
    expect(stdout).toMatch(/1 files refused:\n.*witness\.json.*`streamproof\/witness@1`/)
    expect(code).toBe(2)
  })
})
