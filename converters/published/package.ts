/** Loads a published package from the folder of its driver, in the version that the folder pins. Not here: installing it (scripts/matrix/install.ts). */

import { readFileSync } from 'node:fs'

export class PackageError extends Error {
  override name = 'PackageError'
}

/**
 * The version of a dependency of `folder`, read where it is installed. `dependency` is its key in the folder's
 * package.json, which for a second version of a package is an alias.
 * @throws PackageError where it is not installed, or in another version than the one pinned.
 */
export function installedVersion(folder: URL, dependency: string): string {
  const pinned = pinOf(folder, dependency)
  const installed = readJson(new URL(`node_modules/${dependency}/package.json`, folder))?.['version']
  const again = 'Run `npm run matrix`, or `npm ci` in its folder.'
  if (typeof installed !== 'string') {
    throw new PackageError(
      `\`${dependency}\` is not installed; ${pinned.from} pins ${pinned.version}. ${again}`,
    )
  }
  if (installed !== pinned.version) {
    throw new PackageError(
      `\`${dependency}\` is installed as ${installed}, yet ${pinned.from} pins ${pinned.version}. ${again}`,
    )
  }
  return installed
}

/** `npm:name@1.2.3` or `1.2.3`. */
function pinOf(folder: URL, dependency: string): { version: string; from: string } {
  const file = new URL('package.json', folder)
  const from = file.pathname.split('/').slice(-3).join('/')
  const dependencies = readJson(file)?.['dependencies']
  const range =
    typeof dependencies === 'object' && dependencies !== null
      ? (dependencies as Record<string, unknown>)[dependency]
      : undefined
  const version = typeof range === 'string' ? /(?:^|@)(\d[^@]*)$/.exec(range)?.[1] : undefined
  if (version === undefined) {
    throw new PackageError(
      `\`${dependency}\` has no exact version in ${from}, found ${JSON.stringify(range)}. Pin it.`,
    )
  }
  return { version, from }
}

function readJson(file: URL): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/**
 * The module and the version of a pinned dependency. `load` is `(name) => import(name)` in the driver's own file: the
 * package is found from there, and the types of the project need none of it.
 */
export async function published<M>(
  driverFile: string,
  dependency: string,
  load: (name: string) => Promise<unknown>,
  entry = dependency,
): Promise<{ module: M; version: string }> {
  const version = installedVersion(new URL('.', driverFile), dependency)
  return { module: (await load(entry)) as M, version }
}
