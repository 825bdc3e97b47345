import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

const shipped = 'recordings/openai-chat'
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-lint-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('streamproof lint', () => {
  test('what ships has no findings, exit 0', async () => {
    const { code, stdout } = await runCli(['lint', 'recordings'])
    expect(stdout).toBe('nothing found\n')
    expect(code).toBe(0)
  })

  test('a secret is told without its value, as text and as JSON, exit 1', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    await writeFile(join(folder, 'notes.txt'), `use ${secret}`)
    const text = await runCli(['lint', folder])
    expect(text.stdout).toContain('notes.txt: holds what looks like a secret of the kind github-token')
    const json = await runCli(['lint', folder, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: 'streamproof/lint@1',
      findings: [{ file: join(folder, 'notes.txt'), rule: 'secret/github-token' }],
      complete: true,
    })
    expect(text.stdout + json.stdout).not.toContain(secret)
    expect([text.code, json.code]).toEqual([1, 1])
  })

  test('a path that is not there is a wrong call, exit 2', async () => {
    const { code, stderr } = await runCli(['lint', join(folder, 'nowhere')])
    expect(stderr).toContain('does not exist')
    expect(code).toBe(2)
  })
})

describe('streamproof export', () => {
  test('an archive gives the recordings back, bare bodies are theirs, msw handlers are a module', async () => {
    const har = join(folder, 'out', 'all.har')
    const written = await runCli(['export', shipped, '--format', 'har', '--out', har])
    expect(written.code).toBe(0)
    const bodies = join(folder, 'bodies')
    await runCli(['export', har, '--format', 'bodies', '--out', bodies])
    const count = (JSON.parse(await readFile(har, 'utf8')) as { log: { entries: unknown[] } }).log.entries
      .length
    expect(await readdir(bodies)).toHaveLength(count)
    const module = join(folder, 'handlers.mjs')
    await runCli(['export', shipped, '--format', 'msw', '--out', module])
    expect(await readFile(module, 'utf8')).toMatch(/^import .* from 'msw'$/m)
  })

  test('nothing to export is exit 4, an unknown format exit 2', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'streamproof-empty-'))
    expect((await runCli(['export', empty, '--format', 'har', '--out', join(folder, 'x')])).code).toBe(4)
    expect((await runCli(['export', shipped, '--format', 'zip', '--out', join(folder, 'x')])).code).toBe(2)
    await rm(empty, { recursive: true })
  })
})
