/** turn.json: what a recording says, reviewed by a person, beside its bytes. Not here: reading a turn from bytes (harness/wire), comparing the two (harness/suite). */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Turn } from '../turn/turn.ts'
import { RecordingError } from './recording-error.ts'
import { isMissing, readRegularFile, whyUnreadable } from './regular-file.ts'

export const turnFileName = 'turn.json'

/** How a reader of a message mends a turn.json. */
export function draftAgain(folder: string): string {
  return `Correct it, or draft it again with \`streamproof recordings turns ${folder}\` and review it`
}

/** The reviewed turn of a recording's folder, of whatever shape it is; undefined where there is none. Throws `RecordingError` for what is no JSON. */
export async function readTurnFile(folder: string): Promise<Turn | undefined> {
  const file = join(folder, turnFileName)
  const text = await readStored(file)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Turn
  } catch (error) {
    throw new RecordingError({
      file,
      reason: `is not JSON (${error instanceof Error ? error.message : String(error)})`,
      fix: draftAgain(folder),
    })
  }
}

/** Drafts turn.json; tells whether it changed. Throws `RecordingError` where it cannot be written. */
export async function writeTurnFile(folder: string, turn: Turn): Promise<boolean> {
  const file = join(folder, turnFileName)
  const text = `${JSON.stringify(turn, null, 2)}\n`
  if ((await readStored(file)) === text) return false
  await writeFile(file, text).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new RecordingError({
      file,
      reason: `cannot be written (${code})`,
      fix: 'Make the file and its folder writable',
    })
  })
  return true
}

async function readStored(file: string): Promise<string | undefined> {
  try {
    return (await readRegularFile(file)).toString('utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new RecordingError({ file, reason: whyUnreadable(error), fix: 'Put a file in its place' })
  }
}
