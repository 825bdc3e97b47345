/** Holds what the readers say of a recording against its turn.json. A difference is the suite's fault where the recording ships, and else a question to who reviewed it. */

import { join } from 'node:path'
import type { Recording } from '../recording/format.ts'
import { RecordingError, shown } from '../recording/recording-error.ts'
import { draftAgain, readTurnFile, turnFileName } from '../recording/turn-file.ts'
import { diffTurns } from '../turn/diff.ts'
import type { Turn } from '../turn/turn.ts'
import type { Source } from './plan.ts'
import { shippedRecordings } from './sources.ts'
import { tell } from './truth.ts'

/** `added`: of a recording that is not a part of this package. */
export type TurnFault = { recording: string; message: string; added?: true }

/** Only recordings that ship must have a turn.json; others are compared where they have one. */
export async function checkTurns(sources: readonly Source[]): Promise<TurnFault[]> {
  const lists = await Promise.all(
    sources.flatMap(({ recordings, shipped, label }) =>
      recordings.map(async (recording) => {
        const messages = await faultsOf(recording, shipped)
        const about = {
          recording: idOf(recording),
          ...(label !== shippedRecordings && { added: true as const }),
        }
        return messages.map((message) => ({ ...about, message }))
      }),
    ),
  )
  return lists.flat()
}

function idOf({ wire, name }: Recording): string {
  return wire === undefined ? name : `${wire}/${name}`
}

async function faultsOf(recording: Recording, shipped: boolean): Promise<string[]> {
  const { path: folder, provenance } = recording
  if (folder === undefined || provenance.kind === 'imported') return []
  let reviewed: Turn | undefined
  try {
    reviewed = await readTurnFile(folder)
  } catch (error) {
    if (error instanceof RecordingError) return [error.message]
    throw error
  }
  if (reviewed !== undefined) return differences(recording, reviewed, folder)
  return shipped ? [`has no turn.json. ${draftAgain(folder)}.`] : []
}

function differences(recording: Recording, reviewed: Turn, folder: string): string[] {
  const file = join(folder, turnFileName)
  const told = tell(recording)
  if (told.kind === 'refused') {
    const fix = recording.wire === undefined ? 'Name its `wire` in recording.json' : 'Correct the recording'
    return [`has \`${file}\`, yet no turn: ${told.reason}. ${fix}, or delete the file.`]
  }
  // A turn.json holds JSON, so what JSON leaves out is left out of the reading too.
  const read = JSON.parse(JSON.stringify(told.truth.reading.turn)) as Turn
  return diffTurns(reviewed, read).map(({ path: field, expected, got }) => {
    const place = field === '' ? `\`${file}\` is` : `\`${field}\` in \`${file}\` is`
    return `${place} ${shown(expected)}, the reader says ${shown(got)}. ${draftAgain(folder)}.`
  })
}
