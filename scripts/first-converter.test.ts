import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const page = await readFile(join(root, 'docs/first-converter.md'), 'utf8')

/** Versions of each file on the page, in their order. */
const versions = new Map<string, string[]>()
for (const [, file = '', text = ''] of page.matchAll(/```ts file=(\S+)\n([\s\S]*?)```/g)) {
  versions.set(file, [...(versions.get(file) ?? []), text])
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(root, '.vitest-first-converter-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes a version of the page's files; the package name stands for this checkout. */
async function follow(version: number): Promise<void> {
  for (const file of ['my-converter.ts', 'driver.ts']) await write(file, version)
}

async function write(file: string, version: number): Promise<void> {
  const text = versions.get(file)?.[version]
  if (text === undefined) throw new Error(`the page has no version ${version} of \`${file}\``)
  const here = text
    .replaceAll("'streamproof'", `'${root}harness/index.ts'`)
    .replaceAll("'streamproof/vitest'", `'${root}harness/vitest/register-conformance.ts'`)
  await writeFile(join(folder, file), here)
}

/** Runs the page's own tests, as `npx vitest run` does. */
function runVitest(): Promise<number | null> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env: { ...process.env, CI: '' },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('close', resolve))
}

const [, selection = ''] = /run \.\/driver\.ts --case '([^']+)'/.exec(page) ?? []
const run = () => runCli(['run', join(folder, 'driver.ts'), '--case', selection])

describe('docs/first-converter.md', () => {
  test('the first converter fails by the rules the page names', async () => {
    await follow(0)
    const { code, stdout } = await run()
    const rules = new Set([...stdout.matchAll(/^FAIL \S+:([a-z-]+)/gm)].map(([, rule]) => rule))
    expect(rules).toContain('finish-reason')
    expect(rules).toContain('cut-reported')
    expect(code).toBe(1)
  })

  test('the mended one passes', async () => {
    await follow(1)
    const { code, stdout } = await run()
    expect(stdout).toContain('exit 0: as expected')
    expect(code).toBe(0)
  })

  test('what the whole suite finds goes into known-failing lines, which the run and the tests take', async () => {
    await follow(1)
    const lines = join(folder, 'known-failing.txt')
    const all = await runCli(['run', join(folder, 'driver.ts'), '--write-known-failing', lines])
    expect(all.code).toBe(1)
    const rules = new Set([...all.stdout.matchAll(/^FAIL \S+:([a-z-]+)/gm)].map(([, rule]) => rule))
    for (const rule of ['tool-call-complete', 'finish-reason', 'error-class']) expect(rules).toContain(rule)

    const text = await readFile(lines, 'utf8')
    await writeFile(lines, text.replaceAll('TODO | TODO', 'later | https://example.com/issues/1'))
    const excused = await runCli(['run', join(folder, 'driver.ts'), '--known-failing', lines])
    expect(excused.stdout).toContain('exit 0: as expected')

    await write('conformance.test.ts', 0)
    // So that it has a root of its own inside the checkout.
    await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}\n')
    expect(await runVitest()).toBe(0)
  })

  test('the driver has at most twelve lines behind its imports', () => {
    for (const driver of versions.get('driver.ts') ?? []) {
      const lines = driver
        .trim()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('import'))
      expect(lines.length).toBeLessThanOrEqual(12)
    }
  })
})
