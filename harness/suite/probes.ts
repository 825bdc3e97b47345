/** The further runs that some rules need, once per recording: a run beside another stream, the non-streamed answer. */

import type { Subject, Told } from '../checks/check.ts'
import { invariantFindings } from '../checks/shared/invariant.ts'
import {
  defaultLimits,
  plainRequest,
  replayBaseUrl,
  runDriver,
  withinLimit,
  type RunInput,
} from '../driver/run-driver.ts'
import { tellUnjudged, withBackground } from '../driver/background.ts'
import { Collector } from '../driver/collector.ts'
import type { Driver } from '../driver/driver.ts'
import type { Delivered } from '../replay/delivery.ts'
import { newPlayback } from '../replay/playback.ts'
import { replayFetch } from '../replay/replay-fetch.ts'
import { assemble } from '../trace/assemble.ts'
import type { Part } from '../trace/part.ts'
import type { Trace, TraceEnd } from '../trace/trace.ts'
import type { Turn } from '../turn/turn.ts'
import { writers } from '../wire/wires.ts'

export type Probes = Pick<Subject, 'again' | 'beside' | 'neighbour' | 'body'>

/**
 * Runs the delivery of `subject` again while `other` runs. Where that says the same, it is the second run that `deterministic`
 * asks for too; where not, a run alone tells which of the two rules is broken.
 */
export async function probeBeside(
  driver: Driver,
  input: RunInput,
  other: Delivered,
  subject: Subject,
): Promise<Probes> {
  const { live: _live, ...plain } = input
  const ofOther = { ...plain, delivered: other }
  const [trace, otherTrace] = await Promise.all([runDriver(driver, input), runDriver(driver, ofOther)])
  tellUnjudged(otherTrace.rejections)
  const beside = told(trace)
  const isSame = invariantFindings(subject, beside, 'another run').length === 0
  const again = isSame ? beside : told(await runDriver(driver, input))
  return { beside, again, neighbour: { beside: told(otherTrace), alone: await toldAlone(driver, ofOther) } }
}

const alone = new WeakMap<Driver, WeakMap<Delivered, Told>>()

/** What the driver makes of a neighbour alone; a drawn session always has the same one. */
async function toldAlone(driver: Driver, input: RunInput): Promise<Told> {
  const ofDriver = alone.get(driver) ?? new WeakMap<Delivered, Told>()
  alone.set(driver, ofDriver)
  const known = ofDriver.get(input.delivered)
  if (known) return known
  const made = told(await runDriver(driver, input))
  ofDriver.set(input.delivered, made)
  return made
}

function told(trace: Trace): Told {
  return { trace, assembled: assemble(trace) }
}

/** The non-streamed answer, converted. Only a turn that ended well has one that says the same. */
export async function probeBody(
  driver: Driver,
  { wire, limits = defaultLimits }: Pick<RunInput, 'wire' | 'limits'>,
  turn: Turn,
): Promise<Probes> {
  const writer = writers[wire]
  const { convertBody } = driver
  const endedWell = turn.state === 'closed' && turn.finish?.failure === undefined
  // Counts that contradict each other are known as sent only, and cannot be written again.
  const isWritable = endedWell && turn.usage?.contradiction === undefined
  if (!writer || !convertBody || !isWritable) return {}
  const body: unknown = writer.writeBody(turn)
  const playback = newPlayback()
  const nothing: Delivered = { status: 200, headers: {}, reads: [], end: 'clean' }
  const request = plainRequest(wire)
  const context = {
    wire,
    model: request.model,
    baseUrl: replayBaseUrl,
    fetch: replayFetch(nothing, playback),
    apiKey: 'replay-key',
    request,
    signal: new AbortController().signal,
  }
  return withBackground(async (failures) => {
    const collector = new Collector(driver, wire, playback, limits)
    const converting = convertBodyInto(collector, async () => convertBody(body, context))
    const end = await withinLimit(converting, limits.hangMs)
    return { body: told(collector.trace(end, failures(), [])) }
  })
}

async function convertBodyInto(
  collector: Collector,
  convert: () => Promise<Iterable<Part>>,
): Promise<TraceEnd> {
  try {
    const parts = await convert()
    collector.takeParts('convertBody', () => parts)
    return collector.isFlooded ? collector.flooded() : { how: 'returned' }
  } catch (error) {
    return collector.end({ how: 'threw', phase: 'start', error })
  }
}
