/** Reading what should be a file: a pipe in its place would be waited for, and a device read, for ever. Not here: what the files hold. */

import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

/** Something that has a file's name and is none. */
export class IrregularFileError extends Error {
  override name = 'IrregularFileError'
}

/** The bytes of a file; throws `IrregularFileError` for what is none, without opening it. */
export async function readRegularFile(file: string): Promise<Buffer> {
  await mustBe((stats) => stats.isFile(), 'no regular file', file)
  return readFile(file)
}

/** The text of a file that somebody named, or of a pipe, such as a shell's `<(…)`; throws `IrregularFileError` for what would never end. */
export async function readNamedText(file: string): Promise<string> {
  await mustBe((stats) => stats.isFile() || stats.isFIFO(), 'no file', file)
  return readFile(file, 'utf8')
}

async function mustBe(isRight: (stats: Stats) => boolean, otherwise: string, file: string): Promise<void> {
  const stats = await stat(file)
  if (!isRight(stats)) throw new IrregularFileError(`is ${kindOf(stats)}, ${otherwise}`)
}

/** Why a file could not be read, to stand behind its name in a message. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof IrregularFileError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}
