/** The further runs that some rules need, once per recording: a second run, a run beside another stream, the non-streamed answer. */

import type { Told } from '../checks/check.ts'
import { plainRequest, replayBaseUrl, runDriver, type RunInput } from '../driver/run-driver.ts'
import { Collector } from '../driver/collector.ts'
import type { Driver } from '../driver/driver.ts'
import type { Delivered } from '../replay/delivery.ts'
import { newPlayback } from '../replay/playback.ts'
import { replayFetch } from '../replay/replay-fetch.ts'
import { assemble } from '../trace/assemble.ts'
import type { Part } from '../trace/part.ts'
import type { Trace, TraceEnd } from '../trace/trace.ts'
import type { Turn } from '../turn/turn.ts'
import type { WireName } from '../wire/wire.ts'
import { writers } from '../wire/wires.ts'

export type Probes = { again?: Told; beside?: Told; body?: Told }

/** Runs the same delivery again, and once more while `other` runs. */
export async function probe(driver: Driver, input: RunInput, other: Delivered, turn: Turn): Promise<Probes> {
  const again = told(await runDriver(driver, input))
  const { live: _live, ...plain } = input
  const [beside] = await Promise.all([
    runDriver(driver, input),
    runDriver(driver, { ...plain, delivered: other }),
  ])
  const body = await convertedBody(driver, input.wire, turn)
  return { again, beside: told(beside), ...(body ? { body } : {}) }
}

function told(trace: Trace): Told {
  return { trace, assembled: assemble(trace) }
}

/** Only a turn that ended well has a non-streamed answer that says the same. */
async function convertedBody(driver: Driver, wire: WireName, turn: Turn): Promise<Told | undefined> {
  const writer = writers[wire]
  const { convertBody } = driver
  const endedWell = turn.state === 'closed' && turn.finish?.failure === undefined
  // Counts that contradict each other are known as sent only, and cannot be written again.
  const isWritable = endedWell && turn.usage?.contradiction === undefined
  if (!writer || !convertBody || !isWritable) return undefined
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
  const collector = new Collector(driver, wire, playback, Infinity)
  const end = await convertBodyInto(collector, async () => convertBody(body, context))
  return told(collector.trace(end, [], []))
}

async function convertBodyInto(
  collector: Collector,
  convert: () => Promise<Iterable<Part>>,
): Promise<TraceEnd> {
  try {
    const parts = await convert()
    collector.takeParts('convertBody', () => parts)
    return { how: 'returned' }
  } catch (error) {
    return collector.end({ how: 'threw', phase: 'start', error })
  }
}
