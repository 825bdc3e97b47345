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
  for (const file of ['my-converter.ts', 'driver.ts']) {
    const text = versions.get(file)?.[version]
    if (text === undefined) throw new Error(`the page has no version ${version} of \`${file}\``)
    await writeFile(join(folder, file), text.replaceAll("'streamproof'", `'${root}harness/index.ts'`))
  }
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
