/** The stream that runs beside a generated session where two at once are compared with one. */

import type { Recording } from '../../recording/format.ts'
import type { Turn } from '../../turn/turn.ts'
import type { WireName } from '../../wire/wire.ts'
import { writerOf } from '../../wire/wires.ts'
import { recordingOfTurn } from './session.ts'

const neighbours = new Map<WireName, Recording>()

/** What runs beside a session: always the same, so that what a session shows does not hang on another one. */
export function neighbourOn(wire: WireName): Recording {
  const known = neighbours.get(wire)
  if (known) return known
  const writer = writerOf(wire)
  const { finishes } = writer.shape
  const finish = finishes.find(({ reason }) => reason === 'tool-calls') ?? finishes[0]
  const turn: Turn = {
    blocks: [
      { type: 'text', text: 'A neighbour speaks.' },
      { type: 'tool-call', id: 'call_n', name: 'neighbour', arguments: '{"next":"door"}', complete: true },
    ],
    ...(finish && { finish }),
    meta: {},
    state: 'closed',
  }
  const choice = { spellings: [], fragments: [3] }
  const made = recordingOfTurn({ wire, turn: writer.normalise(turn), choice }, 'neighbour')
  neighbours.set(wire, made)
  return made
}
