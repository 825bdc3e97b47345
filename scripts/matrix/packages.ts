/** Which converters the matrix has: every folder below converters/ with drivers, those of published packages with a package.json of their own. Not here: installing them (install.ts), running them (run-package.ts). */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type MatrixPackage = {
  /** Name of the folder below converters/. */
  folder: string
  /** Where it lies. */
  url: URL
  /** Driver files from the root of the project, sorted. */
  drivers: string[]
  /** The keys of its own dependencies; none for our own converters, whose packages are the project's. */
  dependencies: string[]
}

const converters = new URL('../../converters/', import.meta.url)

/** @returns folders in alphabetical order, `only` those asked for. */
export function matrixPackages(only: readonly string[] = []): MatrixPackage[] {
  return readdirSync(converters, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (only.length === 0 || only.includes(entry.name)))
    .map(({ name }) => packageIn(name))
    .filter(({ drivers }) => drivers.length > 0)
    .toSorted((a, b) => a.folder.localeCompare(b.folder))
}

function packageIn(folder: string): MatrixPackage {
  const url = new URL(`${folder}/`, converters)
  const drivers = readdirSync(url)
    .filter((file) => /^driver(?:-[a-z0-9-]+)?\.ts$/.test(file))
    .toSorted()
    .map((file) => `converters/${folder}/${file}`)
  return { folder, url, drivers, dependencies: dependenciesOf(new URL('package.json', url)) }
}

function dependenciesOf(file: URL): string[] {
  if (!existsSync(file)) return []
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: object }
  return Object.keys(dependencies)
}

/** A file of the folder as a path, where it is there. */
export function fileOf({ url }: MatrixPackage, name: string): string | undefined {
  const path = fileURLToPath(new URL(name, url))
  return existsSync(path) ? path : undefined
}

/** Where its witnesses are kept, from the root of the project. */
export function witnessesOf({ folder }: Pick<MatrixPackage, 'folder'>): string {
  return `converters/${folder}/witnesses`
}
