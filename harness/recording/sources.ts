/** Every recording below a path, our own and foreign ones mixed; what cannot be read is refused by name, the others go on. Not here: the formats (read.ts, import/). */

import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Recording } from './format.ts'
import { foreignFile } from './import/foreign-file.ts'
import { parsedJson } from './import/parsed-json.ts'
import { importFile } from './import/importers.ts'
import { isSkippedFolder, readRecording, recordingFileName } from './read.ts'
import { RecordingError } from './recording-error.ts'
import { readRegularFile, whyUnreadable } from './regular-file.ts'
import { slugOf } from './slug.ts'
import { isJournal, unfinishedText, whereToRecover } from './unfinished.ts'

export type RefusedSource = {
  /** The file, as the caller can open it; `file#k` for one exchange of several. */
  file: string
  reason: string
  /** Path inside the file. */
  field?: string
  /** The importer that recognised it, if any did. */
  format?: string
  /** A recording of our own format, or the path that was named: the run cannot be trusted (exit 2). A foreign file in a folder is only counted. */
  broken?: true
}
export type LoadedSource = { recording: Recording } | { refused: RefusedSource }

/** Walks a folder (or takes one file) in a stable order. Never throws for what it finds there. */
export async function* loadRecordings(path: string): AsyncGenerator<LoadedSource> {
  const found = await listSources(path)
  if (found === undefined) {
    yield { refused: { file: path, reason: `does not exist. ${nameAnother}`, broken: true } }
    return
  }
  if (found.isFile && isJournal(basename(path))) {
    yield { refused: { file: path, reason: `${unfinishedText}. ${whereToRecover(path)}`, broken: true } }
    return
  }
  const root = found.isFile ? dirname(path) : path
  const names = foreignNames(root, found.sources)
  for (const { file, own } of found.sources) {
    if (own) yield await loadOwn(dirname(file))
    else {
      const loaded = await loadForeign(root, file, names.get(file) ?? '')
      yield* found.isFile ? asNamed(loaded) : loaded
    }
  }
}

const nameAnother = 'Name a folder or a file of recordings'

/** Somebody said that recordings are in this file: where there are none, that is wrong, and not a file that happens to lie there. */
function asNamed(loaded: readonly LoadedSource[]): LoadedSource[] {
  if (loaded.some((one) => 'recording' in one)) return [...loaded]
  return loaded.flatMap((one) =>
    'refused' in one
      ? { refused: { ...one.refused, reason: `${one.refused.reason}. ${nameAnother}`, broken: true } }
      : [],
  )
}

type Source = { file: string; own: boolean }

async function listSources(path: string): Promise<{ sources: Source[]; isFile: boolean } | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return undefined
  if (stats.isDirectory()) return { sources: await walk(path), isFile: false }
  return { sources: [{ file: path, own: await isOwn(path) }], isFile: true }
}

async function walk(directory: string): Promise<Source[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const own = join(directory, recordingFileName)
  if (entries.some((entry) => entry.name === recordingFileName) && (await isOwn(own)))
    return [{ file: own, own: true }]
  const sources: Source[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(directory, entry.name)
    if (entry.isDirectory()) sources.push(...(isSkippedFolder(entry.name) ? [] : await walk(file)))
    else if (!isCompanion(entry.name)) sources.push({ file, own: false })
  }
  return sources
}

/** Files that lie beside recordings and never are one. */
function isCompanion(name: string): boolean {
  return /^\.|^(readme|license|notice|changelog)\b|\.(md|tsv|csv|lock)$/i.test(name)
}

/** A recording.json is ours unless it clearly is another tool's: JSON without our kind of `format`. */
async function isOwn(file: string): Promise<boolean> {
  if (basename(file) !== recordingFileName) return false
  const bytes = await readRegularFile(file).catch(() => undefined)
  const value = parsedJson(bytes?.toString('utf8'))
  if (typeof value !== 'object' || value === null) return true
  const keys = Object.keys(value)
  return keys.includes('format') || (keys.includes('request') && keys.includes('provenance'))
}

async function loadOwn(folder: string): Promise<LoadedSource> {
  try {
    return { recording: await readRecording(folder) }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    const { file, field, reason, fix } = error
    return {
      refused: { file, reason: `${reason}. ${fix}`, ...(field !== undefined && { field }), broken: true },
    }
  }
}

async function loadForeign(root: string, path: string, name: string): Promise<LoadedSource[]> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await readRegularFile(path))
  } catch (error) {
    return [{ refused: { file: path, reason: whyUnreadable(error) } }]
  }
  const file = foreignFile(relative(root, path).split(sep).join('/'), bytes)
  const { recordings, refusals } = importFile(file, name)
  return [
    ...recordings.map((recording) => ({ recording: { ...recording, path } })),
    ...refusals.map(({ exchange, ...refusal }) => ({
      refused: { ...refusal, file: exchange === undefined ? path : `${path}#${exchange}` },
    })),
  ]
}

/** The file's own name as a slug; where two files share it, their whole path below the root. */
function foreignNames(root: string, sources: readonly Source[]): Map<string, string> {
  const foreign = sources.filter((source) => !source.own).map((source) => source.file)
  const uses = new Map<string, number>()
  for (const name of foreign.map(shortName)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const nameOf = (file: string) =>
    uses.get(shortName(file)) === 1 ? shortName(file) : slugOf(relative(root, file))
  return new Map(foreign.map((file) => [file, nameOf(file)]))
}

function shortName(file: string): string {
  return slugOf(basename(file).replace(/\.[^.]+$/, ''))
}
