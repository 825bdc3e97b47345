/** The installed version of a package, read where it lies: npm may have picked another than the one asked for. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @throws when the package is not installed. */
export function packageVersion(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.resolve(name)))
  for (;;) {
    const found = readManifest(join(folder, 'package.json'))
    if (found?.name === name && found.version !== undefined) return found.version
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`\`${name}\` is installed without a package.json that names it.`)
    folder = parent
  }
}

function readManifest(file: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
  } catch {
    return undefined
  }
}
