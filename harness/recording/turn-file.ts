/** turn.json: what a recording says, reviewed by a person, beside its bytes. Not here: reading a turn from bytes (harness/wire). */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Turn } from '../turn/turn.ts'
import { RecordingError } from './recording-error.ts'

const fileName = 'turn.json'

/** The reviewed turn of a recording's folder; undefined where there is none. */
export async function readTurnFile(folder: string): Promise<Turn | undefined> {
  const file = join(folder, fileName)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Turn
  } catch (error) {
    throw new RecordingError({
      file,
      reason: `is not JSON (${error instanceof Error ? error.message : String(error)})`,
      fix: 'Draft it again with `npm run recordings -- turns` and review it',
    })
  }
}

/** Drafts turn.json; tells whether it changed. */
export async function writeTurnFile(folder: string, turn: Turn): Promise<boolean> {
  const file = join(folder, fileName)
  const text = `${JSON.stringify(turn, null, 2)}\n`
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === text) return false
  await writeFile(file, text)
  return true
}
