/** Proves what all commands have in common: help, version, which Node, and what only a checkout can do. */
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string
  engines: { node: string }
}

describe('help and version', () => {
  test('--version is the version of the package', async () => {
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  test('help goes down to a command of a command', async () => {
    const { code, stdout } = await runCli(['help', 'recordings', 'read'])
    expect(stdout).toMatch(/^Usage: streamproof recordings read /)
    expect(code).toBe(0)
  })

  test('help for a command that there is not names it and those there are, exit 2', async () => {
    const { code, stdout, stderr } = await runCli(['help', 'recording'])
    expect(stderr).toContain('there is no command `recording`. Known: run, merge, recordings')
    expect([stdout, code]).toEqual(['', 2])
  })

  test('an option that may be repeated shows no default where it has none', async () => {
    const { stdout } = await runCli(['run', '--help'])
    expect(stdout).toContain('--recordings <dir>')
    expect(stdout).toContain('(default: "witnesses")')
    expect(stdout).not.toContain('[]')
  })
})

/** Runs bin.ts in a Node that says it is of that version. */
function runUnder(node: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  const words = ['--import', preload, 'scripts/bin.ts', '--version']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('a Node below the one that the package asks for is told before anything is loaded, exit 2', () => {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? []
  const least = `${major}.${minor}`
  for (const old of ['20.20.2', `${major}.${Number(minor) - 1}.9`]) {
    const { status, stdout, stderr } = runUnder(old)
    expect(stderr).toContain(`streamproof: Node ${old} (`)
    expect(stderr).toContain(`is too old. Use Node ${least} or newer`)
    expect([stdout, status]).toEqual(['', 2])
  }
  for (const good of [`${least}.0`, `${Number(major) + 1}.0.0`]) expect(runUnder(good).status).toBe(0)
})

describe('in the installed package, which has no docs and no published converters', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(root, '.vitest-package-'))
    for (const part of [
      'harness',
      'scripts',
      'converters/drivers.ts',
      'converters/openai',
      'converters/pi-ai',
    ]) {
      await cp(join(root, part), join(folder, part), { recursive: true })
    }
    await cp(join(root, 'package.json'), join(folder, 'package.json'))
    await symlink(join(root, 'recordings'), join(folder, 'recordings'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(folder, 'scripts/bin.ts'), ...words], { cwd: folder, encoding: 'utf8' })

  test('commands that write files of the repository say that, exit 2', () => {
    for (const words of [['rules', '--write'], ['errors', '--write'], ['mutants', '--write'], ['matrix']]) {
      const { status, stdout, stderr } = run(...words)
      expect(stderr).toBe(
        `streamproof: \`streamproof ${words.join(' ')}\` writes files of the repository of streamproof, which the installed package does not hold. Run it in a checkout of the repository.\n`,
      )
      expect([stdout, status]).toEqual(['', 2])
    }
  })

  test('help does not offer them, and what they list is listed', () => {
    expect(run('help').stdout).not.toContain('matrix')
    expect(run('rules', '--help').stdout).not.toContain('--write')
    expect(run('rules').stdout).toContain('text-complete')
  })
})
