/** The drivers of a run: those that ship, or those in the files the user names. */

import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadShippedDrivers } from '../../converters/drivers.ts'
import { DriverError, type Driver } from '../../harness/index.ts'
import { DriverStartError, UsageError } from '../usage-error.ts'

/** `knownFailing`, `witnesses`: files of lines that belong to the drivers, and the folders of the witnesses they name. */
export type LoadedDrivers = { drivers: Driver[]; knownFailing: string[]; witnesses: string[] }

/** @throws UsageError for a file that is missing or exports no driver, DriverStartError for one that throws at import. */
export async function loadDrivers(files: readonly string[]): Promise<LoadedDrivers> {
  if (files.length > 0) {
    return { drivers: await Promise.all(files.map(loadDriver)), knownFailing: [], witnesses: [] }
  }
  const shipped = await loadShippedDrivers().catch(explainMissing)
  const paths = (urls: readonly URL[]) => [...new Set(urls.map((url) => fileURLToPath(url)))]
  return {
    drivers: shipped.map(({ driver }) => driver),
    knownFailing: paths(shipped.map(({ knownFailing }) => knownFailing)),
    witnesses: paths(shipped.map(({ witnesses }) => witnesses)),
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

async function loadDriver(file: string): Promise<Driver> {
  const path = resolve(file)
  await access(path).catch(() => {
    throw new UsageError(`driver: \`${file}\` does not exist.`)
  })
  const exported = await importDriver(file, path)
  if (!isDriver(exported.default)) {
    throw new UsageError(
      `driver: \`${file}\` has no driver as its default export. Write \`export default defineDriver({ … })\`.`,
    )
  }
  return exported.default
}

async function importDriver(file: string, path: string): Promise<{ default?: unknown }> {
  await readTypeScript()
  try {
    return (await import(pathToFileURL(path).href)) as { default?: unknown }
  } catch (error) {
    if (error instanceof DriverError) throw new UsageError(`driver: \`${file}\`: ${error.message}`)
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new DriverStartError(`\`${file}\` cannot be loaded: ${stack}`)
  }
}

let reading: Promise<unknown> | undefined

/** A user's driver may be any TypeScript, not only what Node itself runs; loaded for it alone, since it slows every import. */
function readTypeScript(): Promise<unknown> {
  reading ??= import('tsx/esm/api').then(({ register }) => register())
  return reading
}

function isDriver(value: unknown): value is Driver {
  return typeof value === 'object' && value !== null && 'capabilitiesFor' in value && 'convert' in value
}

/** @throws UsageError for a name that no loaded driver has. */
export function mustKnowDrivers(asked: readonly string[], drivers: readonly Driver[]): void {
  const known = drivers.map(({ name }) => name)
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`--driver: there is no driver \`${unknown}\`. Known: ${known.join(', ')}.`)
  }
}
