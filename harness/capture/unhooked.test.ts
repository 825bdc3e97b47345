import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHooked } from './testing/hooked.ts'
import { Threads } from './unhooked.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterAll(() => rm(directory, { recursive: true }))

let count = 0

/** The notices of a program: the hook's own, and what its threads come to. */
async function noticesOf(script: string): Promise<string[]> {
  const name = join(directory, String((count += 1)))
  await writeFile(`${name}.mjs`, `${heading}\n${script}`)
  const { events, code, stderr } = await runHooked(`${name}-out`, [`${name}.mjs`])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const threads = new Threads()
  for (const event of events) if (event.type === 'thread') threads.hear(event)
  const told = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
  return [...told, ...[threads.notice()].flatMap((notice) => notice?.message ?? [])]
}

const heading = `
import { exec, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { register } from 'node:module'
import { isMainThread, SHARE_ENV, Worker } from 'node:worker_threads'
const { PATH } = process.env
const own = { PATH }
const whole = { ...process.env, OWN: '1' }`

describe('a child without the hook is named by its parent', () => {
  const lacks = (what: string) => [
    expect.stringMatching(
      new RegExp(`starts \`(node|npx)\` .* without our ${what}, so what that process sends`),
    ),
  ]
  const both = lacks('NODE_OPTIONS and STREAMPROOF_CAPTURE')

  test.each([
    ['an environment of its own', `spawn('node', ['-v'], { env: own })`, both],
    ['the same, by its path', `execFile(process.execPath, ['-v'], { env: own })`, both],
    [
      'other options of Node',
      `fork('/dev/null', { env: { ...whole, NODE_OPTIONS: '' } })`,
      lacks('NODE_OPTIONS'),
    ],
    ['a shell', `exec('true && node -v', { env: own })`, both],
    ['a shell, by a script of Node', `exec('npx -v', { env: own })`, both],
  ])('that is started with %s', async (_, script, notices) => {
    expect(await noticesOf(script)).toEqual(notices)
  })

  test.each([
    ['it has the hook', `fork('/dev/null'); spawn('node', ['-e', ''], { env: whole })`],
    ['it is no Node program', `spawn('true', { env: own }); exec('true nodes', { env: own })`],
  ])('and not where %s', async (_, script) => {
    expect(await noticesOf(script)).toEqual([])
  })

  test('once, however often', async () => {
    expect(await noticesOf(`for (let k = 0; k < 3; k++) spawn('node', ['-v'], { env: own })`)).toEqual(both)
  })
})

describe('worker threads without the hook are counted', () => {
  test('that are made by eval, or with an environment of their own', async () => {
    const made = `new Worker('', { eval: true }); if (isMainThread) new Worker(import.meta.filename, { env: own })`
    expect(await noticesOf(made.replace('new Worker(', 'if (isMainThread) new Worker('))).toEqual([
      expect.stringContaining('2 worker threads of the program ran without the recorder'),
    ])
  })

  test('and not where they have it', async () => {
    const made = `if (isMainThread) for (const options of [{}, { env: whole }, { env: SHARE_ENV }]) new Worker(import.meta.filename, options)`
    expect(await noticesOf(made)).toEqual([])
  })

  test('nor the thread that Node makes for the hooks of modules', async () => {
    expect(await noticesOf(`if (isMainThread) register('data:text/javascript,')`)).toEqual([])
  })
})
