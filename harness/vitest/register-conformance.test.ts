/** Proves `registerConformance` by running it, and that its cases are those of the command line. */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResultDocument } from '../report/json.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
// Inside the checkout, so that vitest and its parents are found; removed again.
beforeAll(async () => {
  folder = await mkdtemp(join(root, '.vitest-register-'))
  await cp(join(root, 'recordings/openai-chat/text/body.sse'), join(folder, 'own/own-words.sse'))
  await writeFile(join(folder, 'own/picture.bin'), Uint8Array.of(0x89, 0x50, 0x4e, 0x47))
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Run = { code: number | null; out: string }

async function node(args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: string[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out: out.join('') }
}

/** Writes a test file that registers a driver. */
async function register(name: string, driver: string, options: object): Promise<void> {
  const source = `import driver from '${root}${driver}'
import { registerConformance } from '${root}harness/vitest/register-conformance.ts'
await registerConformance(driver, ${JSON.stringify(options)})
`
  await writeFile(join(folder, `${name}.test.ts`), source)
}

const vitestFile = join(root, 'node_modules/vitest/vitest.mjs')
const textOnly = 'scripts/testing/text-only.driver.ts'
const losesText = 'scripts/testing/loses-text.driver.ts'

/** Runs a test file that registers a driver, in a vitest of its own. */
async function vitest(driver: string, options: object, args: readonly string[] = []): Promise<Run> {
  await register('own', driver, options)
  return node([vitestFile, 'run', '--root', folder, 'own.test.ts', ...args])
}

type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] }

/** Titles of tests by what became of them, from vitest's own report. */
async function titlesOf(file: string, isWanted: (status: string) => boolean): Promise<string[]> {
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status }) => isWanted(status)).map(({ title }) => title)
}

/** Only titles that are case ids. */
function casesAmong(titles: readonly string[]): string[] {
  return titles.filter((title) => title.includes('@')).sort()
}

describe('registerConformance', () => {
  test('is one passing test a case for an honest converter', async () => {
    const { code, out } = await vitest(textOnly, { cases: ['openai-chat/text/*'] })
    expect(out).toMatch(/Tests {2}[5-9]\d* passed/)
    expect(code).toBe(0)
  })

  test('fails with the findings as the message, and only the cases that show them', async () => {
    const { code, out } = await vitest(losesText, { cases: ['openai-chat/text/as-recorded'] })
    expect(out).toContain('FAIL openai-chat/text/as-recorded@loses-text:text-complete (must)')
    expect(out).toMatch(/expected {2}"/)
    expect(code).toBe(1)
  })

  test('takes known-failing lines, in its options and in files, and -t', async () => {
    const line = 'openai-chat/text/as-recorded@loses-text:text-complete | drops text | https://example.com/1'
    const only = ['-t', 'text/as-recorded@']
    const file = join(folder, 'known-failing.txt')
    await writeFile(file, `${line}\n`)
    for (const lines of [{ knownFailing: line }, { knownFailingFiles: [file] }]) {
      const { code, out } = await vitest(losesText, { cases: ['openai-chat/text/*'], ...lines }, only)
      expect(out).toMatch(/1 passed/)
      expect(code).toBe(0)
    }
  })

  test('names a file of lines that cannot be read', async () => {
    for (const [file, why] of [
      [join(folder, 'none.txt'), 'does not exist'],
      ['/dev/zero', 'is a device, no file'],
    ] as const) {
      const { code, out } = await vitest(textOnly, { knownFailingFiles: [file] })
      expect(out).toContain(`knownFailingFiles: \`${file}\` ${why}.`)
      expect(code).toBe(1)
    }
  })

  test('says so where a line speaks of nothing', async () => {
    const knownFailing = 'openai-chat/other/*@text-only | no reason | https://example.com/1'
    const { code, out } = await vitest(textOnly, { knownFailing, allDeliveries: true })
    expect(out).toContain('matches no result that ran')
    expect(code).toBe(1)
  })

  test("has the user's own recordings too, and names a foreign file that it cannot read", async () => {
    const own = join(folder, 'own')
    const options = { recordings: [own], cases: ['openai-chat/own-words/as-recorded'] }
    const { code, out } = await vitest(textOnly, options, ['--reporter', 'verbose'])
    expect(out).toContain('openai-chat/own-words/as-recorded@text-only')
    expect(out).toMatch(/↓.*picture\.bin was refused/)
    expect(code).toBe(0)
  })

  test('a folder of recordings that is missing is named', async () => {
    const { code, out } = await vitest(textOnly, { recordings: ['no/such/folder'] })
    expect(out).toContain('`no/such/folder` does not exist')
    expect(code).toBe(1)
  })

  test('a broken driver is one message, and no case', async () => {
    const { code, out } = await vitest('scripts/testing/mute.driver.ts', {})
    expect(out).toMatch(
      /SmokeError: the driver `mute` \(.*mute\.driver\.ts:5\) is broken, so no case was run\. Over openai-chat, `convert` ended and took none/,
    )
    expect(out).toMatch(/Tests {2}no tests/)
    expect(code).toBe(1)
  })

  test("vitest's --shard parts its files, and no case is lost or run twice", async () => {
    await register('calls', textOnly, { cases: ['openai-chat/{refusal,length}/as-recorded'] })
    await register('own', textOnly, { cases: ['openai-chat/text/*'] })
    const ran: string[][] = []
    for (const args of [['--shard', '1/2'], ['--shard', '2/2'], []]) {
      const file = join(folder, 'report.json')
      await node([vitestFile, 'run', '--root', folder, '--reporter', 'json', '--outputFile', file, ...args])
      ran.push(casesAmong(await titlesOf(file, (status) => status !== 'skipped' && status !== 'pending')))
    }
    const [first = [], second = [], whole = []] = ran
    expect(first.length).toBeGreaterThan(0)
    expect(second.length).toBeGreaterThan(0)
    expect([...first, ...second].sort()).toEqual(whole)
    await rm(join(folder, 'calls.test.ts'))
  })
})

describe('the tests of a driver are the cases that `streamproof run` has of it', () => {
  test.for([
    ['of an honest one of one wire, with all that it fails', textOnly, []],
    [
      'of one of our own, with its requests, goldens, known-failing lines and witnesses',
      'converters/openai/driver.ts',
      ['converters/openai/known-failing.txt', 'converters/openai/witnesses'],
    ],
  ] as const)('%s', async ([, driver, [lines, witnesses]]) => {
    const [ofCli, ofVitest] = [join(folder, 'cli.json'), join(folder, 'vitest.json')]
    const given = lines && witnesses ? ['--known-failing', lines, '--witnesses', witnesses] : []
    const cli = await node(['scripts/bin.ts', 'run', driver, '--json', ofCli, ...given])
    const options =
      lines && witnesses ? { knownFailingFiles: [join(root, lines)], witnesses: join(root, witnesses) } : {}
    const own = await vitest(driver, options, ['--reporter', 'json', '--outputFile', ofVitest])

    const { results } = JSON.parse(await readFile(ofCli, 'utf8')) as ResultDocument
    const ofCases = results.filter(({ rule }) => rule !== 'capabilities')
    const caseOf = (id: string) => id.replace(/:[^:]+$/, '')
    const idsOf = (some: readonly { id: string }[]) => [...new Set(some.map(({ id }) => caseOf(id)))].sort()
    const unexpected = ofCases.filter(({ status }) => ['fail', 'stale', 'error'].includes(status))

    const titles = casesAmong(await titlesOf(ofVitest, () => true))
    expect(titles).toEqual(idsOf(ofCases))
    expect(titles.some((id) => id.includes('/request-'))).toBe(true)
    expect(casesAmong(await titlesOf(ofVitest, (status) => status === 'failed'))).toEqual(idsOf(unexpected))
    expect(own.code).toBe(cli.code)
  })
})
