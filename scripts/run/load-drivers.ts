/** The drivers of a run: those that ship, or those in the files the user names. Not here: loading one file (import-driver.ts). */

import { fileURLToPath } from 'node:url'
import { loadShippedDrivers } from '../../converters/drivers.ts'
import type { Driver } from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import { importDriver } from './import-driver.ts'

/** `knownFailing`, `witnesses`: files of lines that belong to the drivers, and the folders of the witnesses they name. */
export type LoadedDrivers = { drivers: Driver[]; knownFailing: string[]; witnesses: string[] }

/** @throws UsageError for a file that is missing or exports no driver, and for two of one name, DriverStartError for one that throws at import. */
export async function loadDrivers(files: readonly string[]): Promise<LoadedDrivers> {
  if (files.length > 0) {
    const drivers = await Promise.all(files.map((file) => importDriver(file)))
    mustDiffer(drivers, files)
    return { drivers, knownFailing: [], witnesses: [] }
  }
  const shipped = await loadShippedDrivers().catch(explainMissing)
  const paths = (urls: readonly URL[]) => [...new Set(urls.map((url) => fileURLToPath(url)))]
  return {
    drivers: shipped.map(({ driver }) => driver),
    knownFailing: paths(shipped.map(({ knownFailing }) => knownFailing)),
    witnesses: paths(shipped.map(({ witnesses }) => witnesses)),
  }
}

/** A result is named by its driver. */
function mustDiffer(drivers: readonly Driver[], files: readonly string[]): void {
  for (const [at, { name }] of drivers.entries()) {
    const first = drivers.findIndex((other) => other.name === name)
    if (first === at) continue
    throw new UsageError(
      `driver: \`${files[first]}\` and \`${files[at]}\` both declare the name \`${name}\`, by which their results are told apart. Rename one of them.`,
    )
  }
}

/** The clients of the reference converters are optional peers of the package. */
function explainMissing(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    throw new UsageError(
      `no driver file was named, and the reference converters cannot be loaded: ${error.message.split('\n')[0]}. Name a driver file, or install \`openai\` and \`@earendil-works/pi-ai\`.`,
    )
  }
  throw error
}

/** @throws UsageError for a name that no loaded driver has. */
export function mustKnowDrivers(asked: readonly string[], drivers: readonly Driver[]): void {
  const known = drivers.map(({ name }) => name)
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`--driver: there is no driver \`${unknown}\`. Known: ${known.join(', ')}.`)
  }
}
