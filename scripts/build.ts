/** Builds the package into dist/: JavaScript and types of what ships, and the files beside them that are read at run time. Run with: npm run build */

import { spawnSync } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist`

/** Read or loaded where they lie, not compiled. The converters of published packages are this repository's alone. */
const assets = [
  'harness/recording/recording.schema.json',
  'harness/capture/register.mjs',
  ...['openai', 'pi-ai'].flatMap((name) => [
    `converters/${name}/known-failing.txt`,
    `converters/${name}/witnesses`,
  ]),
  'recordings',
]

await rm(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

for (const asset of assets) {
  await cp(`${root}${asset}`, `${dist}/${asset}`, { recursive: true })
}

// The name and version are read from the nearest package.json; its `type` makes the files modules.
const { name, version, type } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Record<
  string,
  string
>
await writeFile(`${dist}/package.json`, `${JSON.stringify({ name, version, type }, null, 2)}\n`)
