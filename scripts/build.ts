/** Builds the package into dist/: JavaScript and types of what ships, and the files beside them that are read at run time. Run with: npm run build */

import { spawnSync } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist`

/** Not compiled, but read or loaded where they lie. */
const isAsset = (path: string): boolean => /\.(txt|mjs|json)$/.test(path)

await rm(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

for (const folder of ['harness', 'converters', 'scripts']) {
  await cp(`${root}${folder}`, `${dist}/${folder}`, {
    recursive: true,
    filter: (path) => !/\.[^/]+$/.test(path) || (isAsset(path) && !path.includes('/testing/')),
  })
}
await cp(`${root}recordings`, `${dist}/recordings`, { recursive: true })

// The name and version are read from the nearest package.json; its `type` makes the files modules.
const { name, version, type } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Record<
  string,
  string
>
await writeFile(`${dist}/package.json`, `${JSON.stringify({ name, version, type }, null, 2)}\n`)
