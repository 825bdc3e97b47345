/** Proves that what is wrong with recordings, files and words that a user gives is told by name with its mend, under the exit code of a wrong input. */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-bad-recordings-'))
  await mkdir(join(folder, 'empty'))
  await writeFile(join(folder, 'empty.txt'), '')
  await writeFile(join(folder, 'known-failing.txt'), 'openai-chat/x/y@z | why | https://example.com/1\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const driver = 'scripts/testing/text-only.driver.ts'

/** A copy of a recording that ships, as a user's own, in a folder of that name. */
async function copy(name: string): Promise<string> {
  const own = join(folder, name, 'mine')
  await cp('recordings/openai-chat/text', own, { recursive: true })
  await rm(join(own, 'golden'), { recursive: true })
  return own
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}

function play(path: string) {
  const words = ['--case', 'openai-chat/{text,mine}/as-recorded', '--workers', '0', '--recordings']
  return runCli(['run', driver, ...words, path])
}

describe('run --recordings', () => {
  test.for([
    [
      'a turn.json that is no JSON',
      'turn.json',
      () => '{bad',
      /TURN openai-chat\/mine `.*turn.json` is not JSON/,
    ],
    [
      'a turn.json that says something else',
      'turn.json',
      (text: string) => text.replaceAll('"stop"', '"other"'),
      /TURN openai-chat\/mine `finish.reason` in `.*turn.json` is "other", the reader says "stop"\. .*recordings turns/,
    ],
    [
      'a turn beside a recording without a wire',
      'recording.json',
      (text: string) => text.replace(/ *"wire".*\n/, ''),
      /TURN mine has `.*turn.json`, yet no turn: its wire is none of ours\. Name its `wire`/,
    ],
  ] as const)('%s is told with its mend behind the results, exit 2', async ([name, file, change, says]) => {
    const own = await copy(name)
    await edit(join(own, file), change)
    const { code, stdout, stderr } = await play(join(own, '..'))
    expect(stderr).toBe('')
    expect(stdout).toMatch(says)
    expect(stdout).toMatch(/[1-9]\d* pass/)
    expect(code).toBe(2)
  })

  test.for([
    ['known-failing.txt', 'no importer recognises it. Name a folder or a file of recordings'],
    ['empty.txt', 'is empty. Name a folder or a file of recordings'],
    ['empty', 'holds no recording that can be read. Name a folder or a file of recordings'],
    ['pipe', 'is a named pipe, no regular file. Name a folder or a file of recordings'],
  ] as const)('%s is refused by name, and the others still run, exit 2', async ([name, reason]) => {
    if (name === 'pipe') execFileSync('mkfifo', [join(folder, name)])
    const { code, stdout } = await play(join(folder, name))
    expect(stdout).toContain(`1 files refused:\n  ${join(folder, name)}: ${reason}\n`)
    expect(stdout).toMatch(/[1-9]\d* pass/)
    expect(code).toBe(2)
  })

  test('--update writes a golden beside a recording, told by its path, and none beside a file of another tool', async () => {
    const own = await copy('update')
    await cp('recordings/openai-chat/text/body.sse', join(own, '..', 'plain.sse'))
    const words = ['--case', 'openai-chat/{plain,mine}/as-recorded', '--recordings', join(own, '..')]
    const { code, stdout } = await runCli(['run', driver, ...words, '--update'])
    expect(stdout.match(/wrote .*/g)).toEqual([`wrote ${join(own, 'golden/text-only.ndjson')}: review it`])
    expect(code).toBe(0)
  })

  test('a body that is a pipe is named and not waited for', async () => {
    const own = await copy('piped')
    await rm(join(own, 'body.sse'))
    execFileSync('mkfifo', [join(own, 'body.sse')])
    const { code, stdout } = await play(join(own, '..'))
    expect(stdout).toContain(`${join(own, 'body.sse')}: is a named pipe, no regular file. Restore the file`)
    expect(code).toBe(2)
  })
})

describe('recordings and export', () => {
  const named = [
    ['known-failing.txt', 'no importer recognises it', 2],
    ['empty.txt', 'is empty', 2],
    ['nosuch', 'does not exist', 2],
  ] as const

  test.for([
    [['recordings', 'read']],
    [['recordings', 'turns']],
    [['export', '--format', 'har', '--out', '/nowhere/x']],
  ] as const)('%j names what holds no recording, exit 2, and of an empty folder 4', async ([words]) => {
    for (const [name, reason, exit] of named) {
      const path = join(folder, name)
      const { code, stdout, stderr } = await runCli([...words, path])
      expect(stdout + stderr).toContain(
        `refused   ${path}: ${reason}. Name a folder or a file of recordings\n`,
      )
      expect(code).toBe(exit)
    }
    expect((await runCli([...words, join(folder, 'empty')])).code).toBe(4)
  })

  test('recordings turns writes beside a recording, told by its path, and never into an archive', async () => {
    const own = await copy('turns')
    await writeFile(join(own, 'turn.json'), '{bad')
    const drafted = await runCli(['recordings', 'turns', join(own, '..')])
    expect(drafted.stdout).toBe(
      `wrote ${join(own, 'turn.json')}\n1 of 1 turns changed: review them before you commit\n`,
    )
    expect(drafted.code).toBe(0)
    expect(JSON.parse(await readFile(join(own, 'turn.json'), 'utf8'))).toHaveProperty('blocks')

    const archive = join(folder, 'archive.har')
    expect((await runCli(['export', own, '--format', 'har', '--out', archive])).code).toBe(0)
    const none = await runCli(['recordings', 'turns', archive])
    expect(none.stdout).toContain('a turn.json lies beside a recording.json')
    expect([none.stderr, none.code]).toEqual(['', 4])
  })

  test('recordings turns that cannot write names the file, exit 2', async () => {
    const own = await copy('unwritable')
    await rm(join(own, 'turn.json'))
    await mkdir(join(own, 'turn.json'))
    const { code, stdout, stderr } = await runCli(['recordings', 'turns', own])
    expect(stdout).toContain(`refused   ${join(own, 'turn.json')}: is a folder, no regular file`)
    expect([stderr, code]).toEqual(['', 2])
  })

  test('what a crash left is told with the command that completes it', async () => {
    const own = await copy('crashed')
    const journal = join(own, '..', '.journal-1-2')
    await writeFile(journal, 'x')
    const told = `journal   ${journal}: is the journal of sessions that are not completed. Once its recorder is gone, run \`streamproof recover ${join(own, '..')}\`.\n`
    const read = await runCli(['recordings', 'read', join(own, '..')])
    expect(read.stdout).toContain(told)
    expect(read.code).toBe(0)
    const lint = await runCli(['lint', join(own, '..')])
    expect(lint.stdout).toContain(`${journal}: is the journal of sessions`)
    expect(lint.stdout).toContain(`\`streamproof recover ${join(own, '..')}\``)
    expect(lint.code).toBe(1)
  })

  test('a place that cannot be written is named, exit 2', async () => {
    const own = await copy('out')
    for (const format of ['har', 'sse']) {
      const out = join(folder, 'empty.txt', 'x')
      const { code, stderr } = await runCli(['export', own, '--format', format, '--out', out])
      expect(stderr).toMatch(/^streamproof: `.*empty\.txt.*`: .*\. Name another place\.\n$/)
      expect(code).toBe(2)
    }
  })

  test('export --format sse leaves out what is no SSE and says what keeps it', async () => {
    const out = join(folder, 'sse')
    const words = ['export', 'recordings/openai-chat', '--format']
    const json = join(folder, 'answer.json')
    const answer = {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'a' } }],
    }
    await writeFile(json, JSON.stringify(answer))
    const sse = await runCli([...words, 'sse', json, '--out', out])
    expect(sse.stderr).toContain(`left out  ${json}: its answer is no SSE stream. \`--format bodies\``)
    expect(sse.code).toBe(0)
    const back = await runCli(['recordings', 'read', out])
    expect(back.stdout).toMatch(/^(\d+) exchanges read, 0 files refused\n\1 streamed/m)
    expect((await runCli(['export', json, '--format', 'sse', '--out', out])).code).toBe(4)
    expect((await runCli(['export', json, '--format', 'bodies', '--out', out])).code).toBe(0)
  })
})

test.for([
  [['run', '--json', ''], '`--json <file>`'],
  [['run', '--recordings', ''], '`--recordings <dir>`'],
  [['run', '--known-failing', 'x', '--known-failing', ''], '`--known-failing <file>`'],
  [['run', ''], '`run` was given an empty text among its drivers'],
  [['export', 'recordings', '--format', 'har', '--out', ''], '`--out <path>`'],
  [['merge', ''], '`merge` was given an empty text among its files'],
  [['recordings', 'turns', ''], '`turns` was given an empty text among its dirs'],
] as const)('an empty text in %j is told, exit 2', async ([words, says]) => {
  const { code, stdout, stderr } = await runCli(words)
  expect(stderr).toContain(says)
  expect([stdout, code]).toEqual(['', 2])
})
