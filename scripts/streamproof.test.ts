import { mkdtemp, readdir, readFile, rm, writeFile, cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResultDocument } from '../harness/index.ts'
import { runCli } from './testing/run-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-cli-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const textOnly = 'scripts/testing/text-only.driver.ts'
const losesText = 'scripts/testing/loses-text.driver.ts'
const oneCase = ['--case', 'openai-chat/text/*']

describe('streamproof run', () => {
  test('an honest converter passes, with a table, totals and exit 0', async () => {
    const { code, stdout } = await runCli(['run', textOnly, ...oneCase])
    expect(stdout).toMatch(/text-only\s+│ openai-chat/)
    expect(stdout).toMatch(/\d+ cases, \d+ results: \d+ executed \(\d+ pass, 0 fail/)
    expect(stdout).toContain('exit 0: as expected')
    expect(code).toBe(0)
  })

  test('a converter with one broken line fails, and the rule, place and command are named', async () => {
    const { code, stdout } = await runCli(['run', losesText, ...oneCase])
    expect(stdout).toContain('FAIL openai-chat/text/as-recorded@loses-text:text-complete')
    expect(stdout).toMatch(/expected {2}.*\n {2}got {7}.*\n {2}where {5}.*wire event \d+, bytes \d+-\d+/)
    expect(stdout).toContain(
      `again     npm run -s conformance -- '${losesText}' --case 'openai-chat/text/as-recorded@loses-text:text-complete'`,
    )
    expect(code).toBe(1)
  })

  test('known-failing lines excuse it, and a line that matches nothing is red', async () => {
    const lines = join(folder, 'known.txt')
    const why = 'drops text | https://example.com/1'
    await writeFile(
      lines,
      `openai-chat/text/{as-recorded,unknown-fields}@loses-text:text-complete | ${why}\n`,
    )
    const only = ['--case', 'openai-chat/text/as-recorded:text-complete']
    const excused = await runCli(['run', losesText, ...only, '--known-failing', lines])
    expect(excused.stdout).toContain('1 known-fail')
    expect(excused.code).toBe(0)
    await writeFile(lines, `openai-chat/no-such/*@loses-text | ${why}\n`)
    const unmatched = await runCli(['run', losesText, '--all-deliveries', '--known-failing', lines])
    expect(unmatched.stdout).toContain('matches no result that ran')
    expect(unmatched.code).toBe(1)
  })

  test('the result document is complete and its counts add up', async () => {
    const file = join(folder, 'out.json')
    await runCli(['run', textOnly, ...oneCase, '--json', file])
    const document = JSON.parse(await readFile(file, 'utf8')) as ResultDocument
    expect(Object.keys(document).at(-1)).toBe('complete')
    const { planned, executed, pass, notApplicable, exitCode } = document.summary
    expect(exitCode).toBe(0)
    expect(planned).toBe(document.results.length)
    expect(planned).toBe(executed + notApplicable)
    expect(pass).toBe(document.results.filter(({ status }) => status === 'pass').length)
  })

  test.for([
    [
      'an unknown driver',
      ['--driver', 'nobody'],
      /--driver: there is no driver `nobody`\. Known: pi-ai, pi-ai-events, openai/,
    ],
    ['an unknown option', ['--recording', 'x'], /unknown option '--recording'/],
    ['a folder that is missing', ['--recordings', 'no/such/folder'], /`no\/such\/folder` does not exist/],
    ['a pattern that names no case', ['--case', '@@'], /`@@` is no case pattern/],
    ['a known-failing file that is missing', ['--known-failing', 'none.txt'], /`none\.txt` does not exist/],
    [
      'a device for known-failing lines',
      ['--known-failing', '/dev/zero'],
      /`\/dev\/zero` is a device, no file/,
    ],
    ['a driver file that is missing', ['none.driver.ts'], /driver: `none\.driver\.ts` does not exist/],
    ['a driver file without a driver', ['scripts/usage-error.ts'], /has no driver as its default export/],
  ] as const)('%s is named, exit 2', async ([, args, message]) => {
    const { code, stderr, stdout } = await runCli(['run', ...args])
    expect(stderr).toMatch(message)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  test('--update does not run in CI, and writes nothing', async () => {
    const { code, stderr } = await runCli(['run', '--update'], { CI: 'true' })
    expect(stderr).toContain('does not run where CI is set')
    expect(code).toBe(2)
  })

  test('a driver file that throws at import is named with its line, exit 5', async () => {
    const file = join(folder, 'throws.driver.ts')
    await writeFile(file, "throw new Error('no converter here')\n")
    const { code, stderr } = await runCli(['run', file])
    expect(stderr).toMatch(/cannot be loaded: Error: no converter here\n.*throws\.driver\.ts:1/)
    expect(code).toBe(5)
  })

  test('a selection without a case is exit 4', async () => {
    const { code, stdout } = await runCli(['run', textOnly, '--case', 'openai-chat/nothing-like-it/*'])
    expect(stdout).toContain('0 cases, 0 results: 0 executed')
    expect(code).toBe(4)
  })

  test('a broken recording is named with its field and is exit 2; the others still run', async () => {
    const broken = join(folder, 'recordings', 'text')
    await cp('recordings/openai-chat/text', broken, { recursive: true })
    await writeFile(join(broken, 'body.sse'), 'data: {}\n\n')
    const { code, stdout } = await runCli([
      'run',
      textOnly,
      ...oneCase,
      '--recordings',
      join(folder, 'recordings'),
    ])
    expect(stdout).toMatch(/files refused:\n.*body/)
    expect(stdout).toMatch(/[1-9]\d* pass/)
    expect(code).toBe(2)
  })

  test('a foreign file that cannot be read is counted and named, and changes no exit code', async () => {
    const foreign = join(folder, 'foreign')
    await cp('recordings/openai-chat/text/body.sse', join(foreign, 'plain.sse'))
    await writeFile(join(foreign, 'picture.bin'), Uint8Array.of(0x89, 0x50, 0x4e, 0x47))
    const args = ['run', textOnly, '--case', 'openai-chat/plain/*', '--recordings', foreign]
    const { code, stdout } = await runCli(args)
    expect(stdout).toMatch(/1 files refused:\n.*picture\.bin/)
    expect(stdout).toMatch(/[1-9]\d* pass/)
    expect(code).toBe(0)
  })
})

describe('streamproof recordings', () => {
  test('read tells what each exchange says, and what could not be read', async () => {
    const file = join(folder, 'readings.json')
    const { code, stdout } = await runCli(['recordings', 'read', '--json', file])
    expect(stdout).toMatch(/\d+ streamed: \d+ turns, \d+ failures the stream holds, 0 without a turn/)
    const document = JSON.parse(await readFile(file, 'utf8')) as { exchanges: unknown[]; complete: boolean }
    expect(document.complete).toBe(true)
    expect(document.exchanges.length).toBeGreaterThan(80)
    expect(code).toBe(0)
  })
})

test('every shipped recording has a reviewed turn and a golden of each driver of its wire', async () => {
  const wires = await readdir('recordings')
  for (const wire of wires) {
    for (const name of await readdir(join('recordings', wire))) {
      const files = await readdir(join('recordings', wire, name))
      expect(files, `${wire}/${name}`).toEqual(
        expect.arrayContaining(['golden', 'recording.json', 'turn.json']),
      )
    }
  }
})

describe('streamproof run --shard, streamproof merge', () => {
  const shardFile = (index: number) => join(folder, `shard-${index}.json`)

  test('the shards together say what the whole says', async () => {
    const select = ['run', textOnly, '--case', 'openai-chat/{text,length,refusal}/as-recorded']
    const whole = join(folder, 'whole.json')
    await runCli([...select, '--json', whole])
    for (const index of [1, 2]) {
      await runCli([...select, '--shard', `${index}/2`, '--json', shardFile(index)])
    }
    const merged = join(folder, 'merged.json')
    const { stdout } = await runCli(['merge', shardFile(1), shardFile(2), '--json', merged])
    expect(stdout).toMatch(/3 cases, \d+ results/)
    const statuses = async (file: string) => {
      const { results } = JSON.parse(await readFile(file, 'utf8')) as {
        results: { id: string; status: string }[]
      }
      return results
        .filter(({ id }) => !id.endsWith(':capabilities'))
        .map(({ id, status }) => `${id} ${status}`)
        .sort()
    }
    expect(await statuses(merged)).toEqual(await statuses(whole))
  })

  test('shards of different runs are refused: each would leave out what the other was to do, exit 2', async () => {
    const other = join(folder, 'other.json')
    const words = ['run', textOnly, '--case', 'openai-chat/text/*', '--shard', '2/2', '--json', other]
    await runCli(words)
    const { code, stdout, stderr } = await runCli(['merge', shardFile(1), other])
    expect(stderr).toMatch(
      /other\.json` is of another run than .*`run .*openai-chat\/text\/\*`, expected `run /,
    )
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  test.for([
    ['other recordings', /"plan": "\w+"/, '"plan": "another"', /are of different recordings: they divided/],
    [
      'another version of a converter',
      /"version": "1"/,
      '"version": "2"',
      /is of text-only 2, .* of text-only 1/,
    ],
  ] as const)('shards of %s are refused, exit 2', async ([, field, other, says]) => {
    const file = join(folder, 'changed.json')
    await writeFile(file, (await readFile(shardFile(2), 'utf8')).replace(field, other))
    const { code, stderr } = await runCli(['merge', shardFile(1), file])
    expect(stderr).toMatch(says)
    expect(code).toBe(2)
  })

  test.for([
    [
      '{}',
      /`.*x\.json` is no result document: its `schema` is missing.* Name what `run --shard i\/n --json FILE`/,
    ],
    ['{bad', /`.*x\.json` is not JSON/],
    [
      '{"schema":"streamproof/result@1","complete":true}',
      /`tool` of `.*x\.json` is missing \(.*Run that shard again/,
    ],
  ] as const)('what no run has written, %s, is refused by its field, exit 2', async ([text, says]) => {
    const file = join(folder, 'x.json')
    await writeFile(file, text)
    const { code, stdout, stderr } = await runCli(['merge', file, file])
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain('    at ')
    expect([stdout, code]).toEqual(['', 2])
    const folders = await runCli(['merge', folder])
    expect(folders.stderr).toContain(`merge: \`${folder}\` is a folder, no file`)
    const devices = await runCli(['merge', '/dev/zero'])
    expect(devices.stderr).toContain('merge: `/dev/zero` is a device, no file')
  })

  test('a shard that is missing is named, exit 2', async () => {
    const { code, stderr } = await runCli(['merge', shardFile(1)])
    expect(stderr).toContain('shard 2 of 2 is missing')
    expect(code).toBe(2)
  })
})
