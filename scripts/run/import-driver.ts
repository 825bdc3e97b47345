/** Loads the driver of a file, and says what is wrong with the file where it has none: the line to mend, where there is one. Not here: which files (load-drivers.ts). */

import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  brief,
  linesSaying,
  mustDeclare,
  placeIn,
  placeText,
  readable,
  type Driver,
} from '../../harness/index.ts'
import { DriverStartError, UsageError } from '../usage-error.ts'

type Exports = Readonly<Record<string, unknown>>

/** A driver file may compile, or load much; one that waits longer is taken to wait for ever. */
const loadLimitMs = 60_000

/** @throws UsageError for a file that is missing or holds no driver, or a wrong one; DriverStartError for one that does not compile, throws at import, or does not come to an end within `limitMs`. */
export async function importDriver(file: string, limitMs = loadLimitMs): Promise<Driver> {
  const path = resolve(file)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`driver: \`${file}\` does not exist.`)
  if (!found.isFile()) {
    throw new UsageError(`driver: \`${file}\` is no file. Name the file that exports the driver.`)
  }
  const exports = ownExports(await withinLimit(importFile(file, path), file, limitMs))
  const driver = readable(() => exports['default'])
  if (isDriver(driver)) return declared(driver, file)
  throw new UsageError(
    `driver: \`${file}\` has no driver as its default export: ${instead(path, exports)}. Write \`export default defineDriver({ … })\`.`,
  )
}

/** A TypeScript file of a package that is not of type module comes as CommonJS, all it exports inside the default export. */
function ownExports(exports: Exports): Exports {
  const { default: given } = exports
  return readable(() => given instanceof Object && '__esModule' in given) ? (given as Exports) : exports
}

/** What `defineDriver` gives has both; a look-alike has been checked by nobody. Anything may stand there: nothing here throws. */
function isDriver(value: unknown): value is Driver {
  return hasFunctions(value, ['convert', 'project', 'capabilitiesFor', 'declaredAt'])
}

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  const has = () => names.every((name) => typeof (value as Exports)[name] === 'function')
  return typeof value === 'object' && value !== null && (readable(has) ?? false)
}

/** A driver spread into another object was not looked at again. @throws UsageError */
function declared(driver: Driver, file: string): Driver {
  try {
    mustDeclare(driver)
    return driver
  } catch (error) {
    throw new UsageError(`driver: \`${file}\`: ${error instanceof Error ? error.message : brief(error)}`)
  }
}

function instead(path: string, exports: Exports): string {
  const given = readable(() => exports['default'])
  const all = readable(() => Object.entries(exports)) ?? []
  const named = all.find(([name, value]) => name !== 'default' && isDriver(value))
  if (named) {
    const place = readable(() => (named[1] as Driver).declaredAt?.())
    return `it exports one as \`${named[0]}\`${place ? ` (${placeText(place)})` : ''}`
  }
  if (hasFunctions(given, ['convert'])) {
    return `what it exports went through no \`defineDriver\` (${placeText({ file: path, line: 1 })})`
  }
  if (isEmptyObject(given)) return 'it exports nothing (an empty object)'
  if (given !== undefined) return `found ${brief(given)}`
  const names = all.map(([name]) => name).filter((name) => name !== 'default' && name !== 'module.exports')
  return names.length === 0
    ? 'it exports nothing'
    : `it exports ${names.map((name) => `\`${name}\``).join(', ')}`
}

/** What a CommonJS file without an export gives. */
function isEmptyObject(value: unknown): boolean {
  const isEmpty = () =>
    value instanceof Object &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).length === 0
  return readable(isEmpty) ?? false
}

async function importFile(file: string, path: string): Promise<Exports> {
  await readTypeScript()
  try {
    return (await import(pathToFileURL(path).href)) as Exports
  } catch (error) {
    // By its name: the driver's package may be another copy of this one.
    if (error instanceof Error && error.name === 'DriverError') {
      const place = placeIn(error.stack)
      throw new UsageError(`driver: \`${place ? placeText(place) : file}\`: ${error.message}`)
    }
    throw new DriverStartError(`\`${file}\` cannot be loaded: ${whyNot(path, error)}`)
  }
}

async function withinLimit<T>(loading: Promise<T>, file: string, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const text = `\`${file}\` was not loaded after ${limitMs / 1_000} s: an \`await\` at its top level, or at that of what it imports, does not settle.`
    timer = setTimeout(() => reject(new DriverStartError(text)), limitMs)
  })
  try {
    return await Promise.race([loading, limit])
  } finally {
    clearTimeout(timer)
  }
}

let reading: Promise<unknown> | undefined

/** A user's driver may be any TypeScript, not only what Node itself runs; loaded for it alone, since it slows every import. */
function readTypeScript(): Promise<unknown> {
  reading ??= import('tsx/esm/api').then(({ register }) => register())
  return reading
}

function whyNot(path: string, error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${brief(error)}`
  const missing = missingModule(error.message)
  if (missing !== undefined) return missingText(path, missing, error)
  // A package that is not the pinned one says all there is to say.
  if (error.name === 'PackageError') return error.message
  // Names the file and the line itself.
  if (error.message.startsWith('Transform failed')) return error.message
  return [`${error.name}: ${error.message}`, ...framesOf(error)].join('\n')
}

function missingModule(message: string): string | undefined {
  return /^Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1]
}

function missingText(path: string, missing: string, error: Error): string {
  const importer = /(?:imported from|Require stack:\n-) (\S+)/.exec(error.message)?.[1] ?? path
  const asked = missing.startsWith('/') ? missing.replace(/^.*\//, './') : missing
  const [place] = linesSaying(importer, asked)
  const where = place ? placeText(place) : relative(process.cwd(), importer)
  const mend = /^[./]/.test(asked) ? 'Correct the path' : `Run \`npm install ${asked}\`, or correct the name`
  return `${where} imports \`${asked}\`, which is not there. ${mend}.`
}

/** The frames that a reader can do something about; before them the line of an import that the module it names does not answer. */
function framesOf({ stack = '' }: Error): string[] {
  const head = /^\S*\/.*:\d+(?=\n)/.exec(stack)?.[0]
  const frames = stack.split('\n').filter((line) => /^ +at .*\/.*:\d+:\d+\)?$/.test(line))
  const own = frames.findIndex((line) => line.includes(import.meta.url))
  const above = frames
    .slice(0, own === -1 ? frames.length : own)
    .filter((line) => !/\(?node:|node_modules\/(?:tsx|esbuild)\//.test(line))
  return [...(head === undefined ? [] : [`    at ${head}`]), ...above.slice(0, 5)]
}
