/** The one-step simplifications of a session, the boldest first. Not here: choosing among them (shrink.ts). */

import type { Recording } from '../../recording/format.ts'
import { bordersOf } from '../../replay/deliver.ts'
import type { WriteChoice } from '../../wire/wire.ts'
import { wireOf, writerOf } from '../../wire/wires.ts'
import { deliveryNamed, readCutName, type CutName } from './delivery.ts'
import { recordingOfTurn, type Session } from './session.ts'
import { simplerTurns } from './simpler-turn.ts'

/** Sessions that differ from `session` by one simplification, each with a delivery that its bytes have. */
export function* simplerSessions(session: Session): Generator<Session> {
  const { wire, turn, choice, delivery } = session
  const here = recordingOf(session)
  yield* withDeliveries(session, here, simplerDeliveries(delivery, here))
  for (const simpler of simplerChoices(choice)) yield* moved({ ...session, choice: simpler }, session, here)
  const writer = writerOf(wire)
  const seen = new Set([JSON.stringify(turn)])
  for (const candidate of simplerTurns(turn, writer.shape)) {
    const simpler = writer.normalise(candidate)
    const text = JSON.stringify(simpler)
    if (seen.has(text)) continue
    seen.add(text)
    const fitting = choice.spellings.filter(
      (id) => writer.spellings.find((spelling) => spelling.id === id)?.fits?.(simpler) ?? true,
    )
    yield* moved({ ...session, turn: simpler, choice: { ...choice, spellings: fitting } }, session, here)
  }
}

function recordingOf(session: Session): Recording {
  return recordingOfTurn(session, 'shrunk')
}

/** The simpler session as it is and, where a cut would now fall elsewhere, with the cut as far from the end as it was. */
function* moved(simpler: Session, from: Session, before: Recording): Generator<Session> {
  const after = recordingOf(simpler)
  const cut = readCutName(from.delivery)
  const names = [from.delivery]
  if (cut) {
    const lost = sizeOf(before, cut) - sizeOf(after, cut)
    if (lost !== 0) names.unshift(cutName({ ...cut, at: cut.at - lost }))
  }
  yield* withDeliveries(simpler, after, names)
}

function* withDeliveries(session: Session, recording: Recording, names: Iterable<string>) {
  const wire = wireOf(session.wire)
  for (const delivery of names) {
    if (deliveryNamed(delivery, recording, wire)) yield { ...session, delivery }
  }
}

function sizeOf({ response }: Recording, { place }: CutName): number {
  if (!response) return 0
  return place === 'at-byte' ? response.body.length : bordersOf(response).length
}

const verbs = { clean: 'cut', reset: 'reset', stall: 'stall' } as const

function cutName({ end, place, at }: CutName): string {
  return `${verbs[end]}-${place}-${at}`
}

/** Plainest first; a delivery has those before it as its simpler ones. */
const plainDeliveries = ['as-recorded', 'one-chunk', 'per-event', 'per-line', 'random-1', 'per-byte']
const ends = ['clean', 'reset', 'stall'] as const
const places = ['after', 'in-event', 'before-end', 'at-byte'] as const

function* simplerDeliveries(name: string, recording: Recording): Generator<string> {
  const at = plainDeliveries.indexOf(name)
  yield* plainDeliveries.slice(0, at === -1 ? 1 : at)
  if (/^random-\d+$/.test(name) && at === -1) yield* plainDeliveries.slice(1)
  const cut = readCutName(name)
  if (!cut) return
  for (const end of ends.slice(0, ends.indexOf(cut.end))) yield cutName({ ...cut, end })
  for (const place of places.slice(0, places.indexOf(cut.place))) {
    const top = sizeOf(recording, { ...cut, place })
    const tried = cut.place === 'at-byte' ? nearby(top, recording, cut.at) : [cut.at - 1, cut.at]
    for (const at of tried) yield cutName({ ...cut, place, at })
  }
  for (const at of smallerNumbers(cut.at)) yield cutName({ ...cut, at })
}

/** The events around a byte. */
function nearby(top: number, { response }: Recording, byte: number): number[] {
  const before = response ? bordersOf(response).filter((border) => border <= byte).length : 0
  return [before, before + 1].filter((at) => at >= 1 && at <= top)
}

function smallerNumbers(at: number): number[] {
  const tried = [1, 2, 3, 4, Math.floor(at / 2), at - 2, at - 1]
  return [...new Set(tried)].filter((number) => number >= 1 && number < at)
}

function* simplerChoices({ spellings, fragments }: WriteChoice): Generator<WriteChoice> {
  if (spellings.length > 0) yield { spellings: [], fragments }
  if (spellings.length > 1) {
    for (const id of spellings) yield { spellings: spellings.filter((other) => other !== id), fragments }
  }
  if (fragments.length === 0) return
  yield { spellings, fragments: [] }
  const text = JSON.stringify(fragments)
  for (const simpler of [[1], [2], [0, 1]]) {
    if (JSON.stringify(simpler) === text) return
    yield { spellings, fragments: simpler }
  }
}
