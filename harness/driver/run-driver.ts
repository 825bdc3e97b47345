/** Runs one converter over one delivery and collects its trace. Whatever the converter does, this settles. Not here: judging the trace (harness/checks). */

// Not the globals, which a converter may have replaced.
import { clearTimeout, setTimeout } from 'node:timers'
import { setImmediate as nextMacrotask, setTimeout as delay } from 'node:timers/promises'
import type { Delivered } from '../replay/delivery.ts'
import { newPlayback, type Playback } from '../replay/playback.ts'
import { replayFetch } from '../replay/replay-fetch.ts'
import { startReplayServer } from '../replay/replay-server.ts'
import type { Trace, TraceEnd } from '../trace/trace.ts'
import type { WireName } from '../wire/wire.ts'
import { withBackground } from './background.ts'
import { Collector, type CollectorLimits } from './collector.ts'
import type { ConvertContext, Driver, NeutralRequest, StreamEnd } from './driver.ts'
import { payloadsOf } from './payloads.ts'

/** A converter that has not settled after `hangMs` is reported as hung, one that gives more than the limits is stopped. */
export type RunLimits = CollectorLimits & {
  hangMs: number
  /** How long a patient run waits in silence for what a converter may still say; default 300. */
  patienceMs?: number
}

export const defaultLimits: RunLimits = { hangMs: 5_000, maxParts: 100_000, maxCharacters: 100_000_000 }

export type RunInput = {
  wire: WireName
  delivered: Delivered
  request?: NeutralRequest
  limits?: RunLimits
  /**
   * A stall is judged after a few turns of the event loop, or a few milliseconds where a socket lies between: enough for a
   * converter that works in memory. What one seems to hold back then deserves a second, patient run.
   */
  hasty?: boolean
  /** How the delivery reaches a converter at level http; default: an injected fetch, or a server for the driver's `serverWires`. */
  transport?: Transport
  /** At level `events`, for a wire whose events are objects: the sender's own, in place of the parsed payloads. */
  live?: () => Iterable<unknown>
}

/** Makes the fetch and base url through which a converter meets the delivery. */
export type Transport = (
  delivered: Delivered,
  playback: Playback,
) => Promise<{ fetch: typeof globalThis.fetch; baseUrl: string; close(): Promise<void> }>

/** A host that resolves nowhere: https://www.rfc-editor.org/rfc/rfc2606#section-2 */
export const replayBaseUrl = 'http://replay.invalid'

export const fetchTransport: Transport = async (delivered, playback) => ({
  fetch: replayFetch(delivered, playback),
  baseUrl: replayBaseUrl,
  close: async () => {},
})

export const serverTransport: Transport = async (delivered, playback) => {
  const server = await startReplayServer(delivered, playback)
  return { fetch: globalThis.fetch, baseUrl: server.baseUrl, close: () => server.close() }
}

/**
 * What a driver is asked where a recording does not say: enough for every wire's client to send a request. With a tool,
 * since a stream may hold calls, and some clients tell the text of a request without tools in another form.
 */
export function plainRequest(wire: WireName): NeutralRequest {
  return {
    // On Bedrock clients decide by the family in the name what a message may hold.
    model: wire === 'bedrock-converse' ? 'anthropic.claude-recorded-model' : 'recorded-model',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Go on.' }] }],
    maxTokens: 1_024,
    tools: [plainTool],
  }
}

const plainTool = {
  name: 'recorded_tool',
  description: 'A tool of the recorded request.',
  parameters: { type: 'object', properties: { value: { type: 'string' } } },
}

/** Runs `driver` over `input.delivered`. Never throws: what went wrong is in the trace. */
export async function runDriver(driver: Driver, input: RunInput): Promise<Trace> {
  const playback = newPlayback()
  const transport =
    input.transport ?? (driver.serverWires.includes(input.wire) ? serverTransport : fetchTransport)
  const route = await transport(input.delivered, playback)
  try {
    return await withBackground((failures) => runOver(route, driver, input, playback, failures))
  } finally {
    await route.close()
  }
}

async function runOver(
  route: Pick<ConvertContext, 'fetch' | 'baseUrl'>,
  driver: Driver,
  input: RunInput,
  playback: Playback,
  failures: () => string[],
): Promise<Trace> {
  const { wire, delivered, limits = defaultLimits, request = plainRequest(wire) } = input
  const collector = new Collector(driver, wire, playback, limits)
  const stalls = delivered.end === 'stall'
  const abort = new AbortController()
  const context: ConvertContext = {
    wire,
    model: request.model,
    baseUrl: route.baseUrl,
    fetch: route.fetch,
    apiKey: 'replay-key',
    request,
    signal: abort.signal,
  }
  const running = consume(driver, context, collector, input, playback)
  const wait = waitOf(driver, input, limits)
  const silence = stalls ? await whenSilent(running, wait, delivered, playback, collector, limits) : undefined
  const aborted = performance.now()
  if (stalls) abort.abort()
  const end = await withinLimit(running, stalls ? abortLimitMs : limits.hangMs)
  const settledMs = performance.now() - aborted
  if (end.how === 'aborted') await whenClosed(playback, aborted + abortLimitMs)
  if (end.how === 'hung' || end.how === 'flooded') abort.abort()
  // Background rejections surface one macrotask after the promise was dropped.
  await nextMacrotask()
  const trace = collector.trace(end, failures(), playback.requests)
  if (silence === undefined) return trace
  const settled = end.how === 'aborted' ? { settledMs } : {}
  return { ...trace, silence: { ...silence, ...settled, upstreamClosed: playback.cancelled } }
}

async function consume(
  driver: Driver,
  context: ConvertContext,
  collector: Collector,
  input: RunInput,
  playback: Playback,
): Promise<TraceEnd> {
  try {
    for await (const event of await start(driver, context, input, playback)) {
      if (!collector.take(event)) return collector.flooded()
    }
  } catch (error) {
    return collector.end(endOfThrow(error, collector, context.signal))
  }
  return collector.end(context.signal.aborted ? { how: 'aborted' } : { how: 'returned' })
}

function endOfThrow(error: unknown, collector: Collector, signal: AbortSignal): StreamEnd {
  if (signal.aborted) return { how: 'aborted' }
  return { how: 'threw', phase: collector.nativeCount === 0 ? 'start' : 'stream', error }
}

async function start(
  driver: Driver,
  context: ConvertContext,
  { delivered, live }: RunInput,
  playback: Playback,
) {
  if (driver.level === 'http') return await driver.convert(context)
  if (driver.level === 'events') {
    return await driver.convert(payloadsOf(delivered, playback, context.signal, live?.()), context)
  }
  const { baseUrl, signal } = context
  const response = await context.fetch(baseUrl, { method: 'POST', body: '{}', signal })
  return await driver.convert(response, context)
}

/** An abort must be honoured within this time. */
const abortLimitMs = 1_000
const pollMs = 3
/** So many polls without progress, and the converter holds back what it has not said. */
const silentPolls = 8
const patienceMs = 300

type Wait = { poll: () => Promise<false>; polls: number }

function waitOf(driver: Driver, { hasty, wire }: RunInput, limits: RunLimits): Wait {
  const poll = () => delay(pollMs, false as const)
  if (!hasty) return { poll, polls: Math.ceil((limits.patienceMs ?? patienceMs) / pollMs) }
  if (driver.serverWires.includes(wire)) return { poll, polls: silentPolls }
  return { poll: () => nextMacrotask(false as const), polls: silentPolls }
}

/** Waits until the converter has every read and gives nothing more, or has settled. */
async function whenSilent(
  running: Promise<TraceEnd>,
  { poll, polls }: Wait,
  { reads }: Delivered,
  playback: Playback,
  collector: Collector,
  { hangMs }: RunLimits,
): Promise<{ parts: number }> {
  const settled = running.then(() => true)
  const giveUp = performance.now() + hangMs
  let parts = -1
  let silent = 0
  while (silent < polls && performance.now() < giveUp) {
    if (await Promise.race([settled, poll()])) break
    // Below level `http` the harness asks, at once.
    const isAsked = collector.level !== 'http' || playback.requests.length > 0
    const grew = collector.partCount !== parts || !isAsked || playback.reads < reads.length
    silent = grew ? 0 : silent + 1
    parts = collector.partCount
  }
  return { parts: collector.partCount }
}

/** The upstream may hear of the abort a little later than the caller, over a socket or through a client's own queue. */
async function whenClosed(playback: Playback, limit: number): Promise<void> {
  while (!playback.cancelled && performance.now() < limit) await delay(pollMs)
}

/** How `run` ends, or that it has not within `hangMs`. */
export async function withinLimit(run: Promise<TraceEnd>, hangMs: number): Promise<TraceEnd> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<TraceEnd>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'hung', afterMs: hangMs }), hangMs)
  })
  try {
    return await Promise.race([run, limit])
  } finally {
    clearTimeout(timer)
  }
}
