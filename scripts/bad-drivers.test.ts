/** Proves that `streamproof run` says what is wrong with a driver, where, and how to mend it, before any case. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './testing/run-cli.ts'

const entry = fileURLToPath(new URL('../harness/index.ts', import.meta.url))
const packages = fileURLToPath(new URL('../converters/published/package.ts', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streamproof-bad-drivers-'))
  await write('package.json', '{ "type": "module" }')
  await write('commonjs/package.json', '{ "type": "commonjs" }')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

/** A driver of chat completions with something wrong in it; `project` stands in line 8. */
function driver(
  fields: string,
  hook = "*project() { yield { type: 'text-delta', index: 0, text: 'a' } }",
): string {
  return `import { defineDriver } from '${entry}'

enum Color { Red }

export default defineDriver({
  name: 'bad', version: '1', wires: ['openai-chat'], level: 'events',
  convert: (payloads) => payloads, ${fields}
  ${hook},
})
`
}

type Bad = { what: string; file: string; text: string; code: 2 | 5; says: RegExp }

const bad: Bad[] = [
  {
    what: 'does not compile',
    file: 'syntax.ts',
    text: 'export default {\n  name: \n  wires: [\n',
    code: 5,
    says: /cannot be loaded: Transform failed.*\n.*syntax\.ts:3:\d+: ERROR/,
  },
  {
    what: 'exports nothing',
    file: 'empty.ts',
    text: 'const unused = 1\n',
    code: 2,
    says: /empty\.ts` has no driver as its default export: it exports nothing\. Write `export default/,
  },
  {
    what: 'exports its driver by a name',
    file: 'named.ts',
    text: driver('').replace('export default', 'export const driver ='),
    code: 2,
    says: /it exports one as `driver` \(.*named\.ts:5\)\. Write `export default/,
  },
  {
    what: 'exports what no defineDriver made',
    file: 'plain.ts',
    text: "export default { name: 'a', convert: () => [], project: () => [] }\n",
    code: 2,
    says: /what it exports went through no `defineDriver` \(.*plain\.ts:1\)/,
  },
  {
    what: 'has all that a driver has, but was made without defineDriver',
    file: 'look-alike.ts',
    text: driver('capabilitiesFor: {}, serverWires: [], impossible: [],')
      .replace('defineDriver({', '({')
      .replace('import {', '//'),
    code: 2,
    says: /what it exports went through no `defineDriver` \(.*look-alike\.ts:1\)\. Write `export default/,
  },
  {
    what: 'spreads a driver and changes a field to what it cannot be',
    file: 'spread.ts',
    text: driver('').replace('export default', 'const made =') + "export default { ...made, wires: 'x' }\n",
    code: 2,
    says: /spread\.ts`: `wires` of driver `bad` /,
  },
  {
    what: 'is an empty CommonJS file',
    file: 'commonjs/empty.ts',
    text: '',
    code: 2,
    says: /empty\.ts` has no driver as its default export: it exports nothing \(an empty object\)\. Write/,
  },
  ...[
    ['a BigInt', '{ a: 1n }', '{ a: 1n }'],
    ['a circle', '(() => { const a: any = {}; return (a.a = a) })()', '<ref *1> { a: [Circular *1] }'],
    [
      'a revoked proxy',
      '(() => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy })()',
      '<Revoked Proxy>',
    ],
    [
      'a proxy that throws whatever it is asked',
      'new Proxy({}, new Proxy({}, { get() { throw new Error("asked") } }))',
      '{}',
    ],
  ].map(([what, text, found], at): Bad => ({
    what: `exports ${what}`,
    file: `unreadable-${at}.ts`,
    text: `export default ${text}\n`,
    code: 2,
    says: new RegExp(
      `has no driver as its default export: found ${found?.replace(/[*{}[\]]/g, '\\$&')}\\. Write`,
    ),
  })),
  {
    what: 'throws a BigInt at import',
    file: 'throws-big.ts',
    text: 'throw 5n\n',
    code: 5,
    says: /throws-big\.ts` cannot be loaded: it threw 5n/,
  },
  {
    what: 'throws at import',
    file: 'throws.ts',
    text: "\nthrow new Error('no converter here')\n",
    code: 5,
    says: /throws\.ts` cannot be loaded: Error: no converter here\n.*throws\.ts:2/,
  },
  {
    what: 'imports a package that is not installed',
    file: 'package.ts',
    text: "\nimport { x } from 'no-such-package'\nexport default x\n",
    code: 5,
    says: /package\.ts:2 imports `no-such-package`, which is not there\. Run `npm install no-such-package`/,
  },
  {
    what: 'imports a file that is not there',
    file: 'import.ts',
    text: "\nimport { x } from './gone.ts'\nexport default x\n",
    code: 5,
    says: /import\.ts:2 imports `\.\/gone\.ts`, which is not there\. Correct the path/,
  },
  {
    what: 'imports what a module does not export',
    file: 'export.ts',
    text: `\nimport { nothing } from '${entry}'\nexport default nothing\n`,
    code: 5,
    says: /does not provide an export named 'nothing'\n.*export\.ts:2/,
  },
  {
    what: 'declares an unknown wire',
    file: 'wire.ts',
    text: driver('').replace("'openai-chat'", "'openai'"),
    code: 2,
    says: /wire\.ts:5`: `wires` of driver `bad` names the unknown wire "openai"\. Known: openai-chat, /,
  },
  {
    what: 'declares a capability that there is not',
    file: 'capability.ts',
    text: driver("capabilities: { refusal: 'never' },"),
    code: 2,
    says: /capability\.ts:5`: `capabilities\.refusal` of driver `bad` is wrong, found "never"/,
  },
  {
    what: 'yields parts of a wrong shape',
    file: 'shape.ts',
    text: driver('', "*project() { yield { type: 'text-delta', index: 0, words: 'a' } }"),
    code: 5,
    says: /the driver `bad` \(.*shape\.ts:5\) is broken, so no case was run\. Over openai-chat, `project` gave a part of a wrong shape .*"words":"a".* See .*shape\.ts:8\./,
  },
  {
    what: 'throws in `project`',
    file: 'project.ts',
    text: driver('', '*project(event) { yield event.what.is.this }'),
    code: 5,
    says: /`project` threw TypeError: .*\(.*project\.ts:8\) for the event \{/,
  },
  {
    what: 'never calls its converter',
    file: 'silent.ts',
    text: driver('').replace('convert: (payloads) => payloads', 'convert: () => []'),
    code: 5,
    says: /`convert` ended and took none of the payloads/,
  },
  {
    what: 'ends the process',
    file: 'exits.ts',
    text: driver('').replace('convert: (payloads) => payloads', 'convert: () => process.exit(0)'),
    code: 5,
    says: /the driver `bad` .* is broken, so no case was run\. Over openai-chat, the simplest streams there are did not come to an end: its process died \(exit 0\)/,
  },
  {
    what: 'ends the process at import',
    file: 'exits-at-import.ts',
    text: 'process.exit(0)\n',
    code: 5,
    says: /a driver file ended the process while it was loaded/,
  },
]

describe('a driver file is named with the line to mend, where it', () => {
  test.for(bad)('$what: exit $code', async ({ file, text, code, says }) => {
    const run = await runCli(['run', await write(file, text)])
    expect(run.stderr).toMatch(says)
    expect(run.stdout).toBe('')
    expect(run.code).toBe(code)
  })

  test('is a folder: exit 2', async () => {
    const { code, stderr } = await runCli(['run', folder])
    expect(stderr).toContain(`\`${folder}\` is no file. Name the file that exports the driver.`)
    expect(code).toBe(2)
  })
})

test('a converter that ends its process costs its case, also in a small run; in the process of the run it is said to, and is never exit 0', async () => {
  const ends = [
    'run',
    'scripts/testing/deadly.driver.ts',
    '--case',
    'openai-chat/{text,reasoning-content}/as-recorded',
  ]
  const { code, stderr } = await runCli([...ends, '--workers', '0'])
  expect(stderr).toContain(
    'a driver file, or under `--workers 0` a converter, ended the process, and with it the run.',
  )
  expect(code).toBe(1)
  const inWorker = await runCli(ends)
  expect(inWorker.stdout).toContain('the converter did not settle: its process died (exit 7)')
  expect(inWorker.stdout).toMatch(/2 cases/)
  expect(inWorker.code).toBe(1)
})

test('a driver that leaves a timer running does not keep the run from ending', async () => {
  const file = await write('timer.ts', `setInterval(() => {}, 1_000)\n${driver('')}`)
  const { code, stdout } = await runCli(['run', file, '--case', 'openai-chat/text/as-recorded'])
  expect(stdout).toContain('1 cases')
  expect(code).toBe(1)
})

test('what a driver does at the exit of the process does not make a red run green', async () => {
  const file = await write('at-exit.ts', `process.on('exit', () => (process.exitCode = 0))\n${driver('')}`)
  const { code } = await runCli(['run', file, '--case', 'openai-chat/text/*'])
  expect(code).toBe(1)
})

test('two drivers of one name are refused: exit 2', async () => {
  const files = [await write('one.ts', driver('')), await write('two.ts', driver(''))]
  const { code, stderr } = await runCli(['run', ...files])
  expect(stderr).toMatch(/one\.ts` and `.*two\.ts` both declare the name `bad`/)
  expect(code).toBe(2)
})

test('a file that cannot be written is named before the run: exit 2', async () => {
  for (const option of ['--json', '--write-known-failing']) {
    const { code, stdout, stderr } = await runCli(['run', option, join(folder, 'missing', 'out')])
    expect(stderr).toMatch(new RegExp(`^streamproof: ${option}: .* cannot be written: there is no folder`))
    expect(stdout).toBe('')
    expect(code).toBe(2)
  }
})

test('lines that a run reads are not written over: exit 2', async () => {
  const lines = await write('lines.txt', '# mine\n')
  const { code, stderr } = await runCli(['run', '--known-failing', lines, '--write-known-failing', lines])
  expect(stderr).toContain('holds lines that this run reads')
  expect(code).toBe(2)
})

test('a package whose installed version is not the pinned one is named, exit 5', async () => {
  await write('pinned/package.json', '{ "type": "module", "dependencies": { "thing": "1.2.3" } }')
  await write('pinned/node_modules/thing/package.json', '{ "version": "1.2.2" }')
  const file = await write(
    'pinned/driver.ts',
    `import { published } from '${packages}'\nawait published(import.meta.url, 'thing', (name) => import(name))\n`,
  )
  const { code, stderr } = await runCli(['run', file])
  expect(stderr).toMatch(
    /pinned\/driver\.ts` cannot be loaded: `thing` is installed as 1\.2\.2, yet .*pinned\/package\.json pins 1\.2\.3\. Run/,
  )
  expect(stderr).not.toContain(packages)
  expect(code).toBe(5)
})

test('a capability that is not declared is a finding that names the part', async () => {
  const said = "*project() { yield { type: 'reasoning-delta', index: 0, text: 'Hm.' } }"
  const file = await write('undeclared.ts', driver('capabilities: { reasoning: false },', said))
  const { code, stdout } = await runCli(['run', file, '--case', 'openai-chat/text/as-recorded'])
  expect(stdout).toMatch(
    /`reasoning` is not declared, yet text\/as-recorded \(part \d+ \{"type":"reasoning-delta","index":0,"text":"Hm\."\}\) shows it\. Declare it\./,
  )
  expect(code).toBe(1)
})

test('a file of a package without a type, or of type commonjs, is read as well', async () => {
  const file = await write('commonjs/driver.ts', driver(''))
  const { code, stdout } = await runCli(['run', file, '--case', 'openai-chat/text/as-recorded'])
  expect(stdout).toContain('FAIL openai-chat/text/as-recorded@bad:text-complete')
  expect(code).toBe(1)
})
