/** Holds what the readers say of a recording against its turn.json. A difference is the suite's fault, or the reviewer's. */

import type { Recording } from '../recording/format.ts'
import { readTurnFile } from '../recording/turn-file.ts'
import { diffTurns } from '../turn/diff.ts'
import type { Source } from './plan.ts'
import { tell } from './truth.ts'

export type TurnFault = { recording: string; message: string }

/** Only recordings that ship must have a turn.json; others are compared where they have one. */
export async function checkTurns(sources: readonly Source[]): Promise<TurnFault[]> {
  const lists = await Promise.all(
    sources.flatMap(({ recordings, shipped }) =>
      recordings.map((recording) => checkTurn(recording, shipped)),
    ),
  )
  return lists.flat()
}

async function checkTurn(recording: Recording, shipped: boolean): Promise<TurnFault[]> {
  const { path, provenance, wire, name } = recording
  if (path === undefined || provenance.kind === 'imported') return []
  const id = `${wire}/${name}`
  const reviewed = await readTurnFile(path)
  if (reviewed === undefined) {
    const message = 'has no turn.json. Draft it with `npm run recordings -- turns` and review it.'
    return shipped ? [{ recording: id, message }] : []
  }
  const told = tell(recording)
  if (told.kind === 'refused')
    return [{ recording: id, message: `has a turn.json, yet no turn: ${told.reason}` }]
  // A turn.json holds JSON, so what JSON leaves out is left out of the reading too.
  const read = JSON.parse(JSON.stringify(told.truth.reading.turn)) as typeof reviewed
  return diffTurns(reviewed, read).map(({ path: field, expected, got }) => ({
    recording: id,
    message: `\`${field}\` is ${JSON.stringify(expected)} in turn.json, the reader says ${JSON.stringify(got)}`,
  }))
}
