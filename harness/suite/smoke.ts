/** The smoke run: two trivial cases of a driver and a wire, before all others, that tell a broken driver from a broken converter. A converter that breaks a rule passes it. Not here: watching the driver (harness/driver/watched.ts), the words of a fault (smoke-words.ts). */

import { ofOwner } from '../driver/background.ts'
import { watched } from '../driver/watched.ts'
import type { Driver } from '../driver/driver.ts'
import { runDriver, type RunInput } from '../driver/run-driver.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { emptyTrace } from '../trace/trace.ts'
import type { Turn } from '../turn/turn.ts'
import type { WireName } from '../wire/wire.ts'
import { writerOf } from '../wire/wires.ts'
import { liveObjectsOf, recordingOfTurn, type WrittenTurn } from './generated/session.ts'
import { faultOfHook, faultOfSilence, brokenDriverText, type Puff } from './smoke-words.ts'

/** A driver is at fault, not the converter behind it: there is nothing that a rule could judge. */
export class SmokeError extends Error {
  override name = 'SmokeError'
}

export type SmokeOptions = Pick<RunInput, 'limits' | 'transport'> & {
  /** Called before each driver and wire. */
  onStart?: (spoken: Spoken) => void
}

/** A driver and a wire of it, as a group of cases has them. */
export type Spoken = { driver: Driver; wire: WireName }

/**
 * Runs the trivial cases of every driver and wire among `spoken`, each pair once.
 * @throws SmokeError for the first fault: the driver, the hook, what came and how to mend it.
 */
export async function smokeRun(spoken: readonly Spoken[], options: SmokeOptions = {}): Promise<void> {
  const pairs = new Map(spoken.map(({ driver, wire }) => [`${driver.name} ${wire}`, { driver, wire }]))
  for (const { driver, wire } of pairs.values()) {
    options.onStart?.({ driver, wire })
    const fault = await ofOwner({ trial: driver.name }, () => smokeFault(driver, wire, options))
    if (fault !== undefined) throw new SmokeError(brokenDriverText(driver, wire, fault))
  }
}

async function smokeFault(
  driver: Driver,
  wire: WireName,
  options: SmokeOptions,
): Promise<string | undefined> {
  const puffs: Puff[] = []
  for (const written of trivialTurns(wire)) {
    const puff = await puffOf(driver, written, options)
    if (puff.watch.fault) return faultOfHook(driver, puff.watch.fault)
    puffs.push(puff)
  }
  // A converter may be silent about one of them: of tools it need not know.
  const [first] = puffs
  if (!first || !puffs.every((puff) => isSilent(puff) || isUnasked(driver, puff))) return undefined
  return faultOfSilence(driver, first)
}

async function puffOf(driver: Driver, written: WrittenTurn, options: SmokeOptions): Promise<Puff> {
  const recording = recordingOfTurn(written, 'trivial')
  const live = liveObjectsOf(written, asRecorded)
  const under = watched(driver)
  const input = {
    ...options,
    wire: written.wire,
    delivered: asRecorded.apply(recording),
    ...(live && { live }),
  }
  try {
    return { watch: under.watch, trace: await runDriver(under.driver, input) }
  } catch (error) {
    if (under.watch.fault === undefined) throw error
    return { watch: under.watch, trace: emptyTrace }
  }
}

/** Not a word of what the provider said: no part, or nothing but that it went wrong. */
function isSilent({ trace }: Puff): boolean {
  return trace.parts.every(
    (part) => part.type === 'finish' && (part.reason === 'error' || part.reason === 'aborted'),
  )
}

/** It spoke without having asked: of whatever it speaks, it is not of what it is given. */
function isUnasked({ level }: Driver, { trace }: Puff): boolean {
  return level === 'http' && trace.requests.length === 0
}

/** A word and its finish; a call and its finish. */
function trivialTurns(wire: WireName): WrittenTurn[] {
  return [trivialTurn(wire, 'stop', textBlock), trivialTurn(wire, 'tool-calls', callBlock)]
}

const textBlock: Turn['blocks'][number] = { type: 'text', text: 'Yes.' }
const callBlock: Turn['blocks'][number] = {
  type: 'tool-call',
  id: 'call_1',
  name: 'recorded_tool',
  arguments: '{"value":"a"}',
  complete: true,
}

function trivialTurn(wire: WireName, reason: string, block: Turn['blocks'][number]): WrittenTurn {
  const writer = writerOf(wire)
  const { finishes } = writer.shape
  const finish = finishes.find((one) => one.reason === reason) ?? finishes[0]
  const turn = writer.normalise({ blocks: [block], ...(finish && { finish }), meta: {}, state: 'closed' })
  return { wire, turn, choice: { spellings: [], fragments: [] } }
}
