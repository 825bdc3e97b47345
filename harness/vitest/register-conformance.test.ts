import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
// Inside the checkout, so that vitest and its parents are found; removed again.
beforeAll(async () => {
  folder = await mkdtemp(join(root, '.vitest-register-'))
  await cp(join(root, 'recordings/openai-chat/text'), join(folder, 'text'), { recursive: true })
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a test file that registers a driver, in a vitest of its own. */
async function vitest(
  driver: string,
  options: string,
  args: readonly string[] = [],
): Promise<{ code: number | null; out: string }> {
  const source = `import driver from '${root}scripts/testing/${driver}.driver.ts'
import { registerConformance } from '${root}harness/vitest/register-conformance.ts'
await registerConformance(driver, { recordings: ['${folder}/text'], ${options} })
`
  await writeFile(join(folder, 'own.test.ts'), source)
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, ...args],
    { env: { ...process.env, NO_COLOR: '1', CI: '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const out: string[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out: out.join('') }
}

describe('registerConformance', () => {
  test('is one passing test a case for an honest converter', async () => {
    const { code, out } = await vitest('text-only', '')
    expect(out).toMatch(/Tests {2}\d{2,} passed/)
    expect(code).toBe(0)
  })

  test('fails with the findings as the message, and only the cases that show them', async () => {
    const { code, out } = await vitest('loses-text', "cases: ['openai-chat/text/as-recorded']")
    expect(out).toContain('FAIL openai-chat/text/as-recorded@loses-text:text-complete (must)')
    expect(out).toMatch(/expected {2}"/)
    expect(code).toBe(1)
  })

  test('takes known-failing lines, and -t', async () => {
    const line = 'openai-chat/text/as-recorded@loses-text:text-complete | drops text | https://example.com/1'
    const { code, out } = await vitest('loses-text', `knownFailing: '${line}'`, ['-t', 'text/as-recorded@'])
    expect(out).toMatch(/1 passed/)
    expect(code).toBe(0)
  })

  test('says so where a line speaks of nothing', async () => {
    const line = 'openai-chat/other/*@text-only | no reason | https://example.com/1'
    const { code, out } = await vitest('text-only', `knownFailing: '${line}'`)
    expect(out).toContain('matches no result that ran')
    expect(code).toBe(1)
  })
})
