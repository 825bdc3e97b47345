/** Gives a converter at level `events` what it gets: the parsed data of each event, as the reads of a delivery complete them. */

import type { Delivered } from '../replay/delivery.ts'
import { framedAs } from '../replay/framed.ts'
import { resetError, type Playback } from '../replay/playback.ts'
import { detectFraming } from '../wire/framing/framing.ts'
import type { WireEvent } from '../wire/wire.ts'
import { cloned } from './clone.ts'

/** `[DONE]` ends an OpenAI stream and is no payload: https://platform.openai.com/docs/api-reference/chat/create#chat-create-stream */
const doneMarker = '[DONE]'

/**
 * Parsed payloads of the body, in order, each a copy of its own. `live`: the sender's own objects, which take the place of
 * the payloads one by one, for a wire whose events are objects: such a sender may go on changing what it handed out.
 * @throws when the body breaks or `signal` aborts, and `SyntaxError` for an event that is not JSON.
 */
export async function* payloadsOf(
  delivered: Delivered,
  playback: Playback,
  signal: AbortSignal,
  live: Iterable<unknown> = [],
): AsyncGenerator {
  const objects = live[Symbol.iterator]()
  for await (const event of eventsOf(delivered, playback, signal)) {
    if (event.data.trim() === doneMarker) continue
    if (event.payload === undefined && !isNamedError(event)) {
      throw new SyntaxError(`event ${event.index} is not JSON: ${JSON.stringify(event.data.slice(0, 80))}`)
    }
    const next = objects.next()
    yield next.done === true ? payloadOf(event) : next.value
  }
}

/**
 * An eventstream message has its name in a header; clients hand it out as an object with that one member, exceptions
 * too (`ConverseStreamOutput` of `@aws-sdk/client-bedrock-runtime`).
 */
function payloadOf(message: WireEvent): unknown {
  const { event, messageType, data, payload } = message
  // A copy, which costs less than parsing once more.
  if (messageType === undefined || event === undefined) return cloned(payload)
  return { [event]: isNamedError(message) ? { message: data } : cloned(payload) }
}

/** Its text need not be JSON. */
function isNamedError({ event, messageType }: WireEvent): boolean {
  return messageType === 'error' && event !== undefined
}

/** Events as a client at the end of the connection sees them: with the read that completes them; what has no end, only where the body ended well. */
async function* eventsOf(
  delivered: Delivered,
  playback: Playback,
  signal: AbortSignal,
): AsyncGenerator<WireEvent> {
  const { events, completeAt } = scheduleOf(delivered)
  let given = 0
  let received = 0
  let isOver = false
  const cancel = () => (playback.cancelled = true)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (const read of delivered.reads) {
      signal.throwIfAborted()
      playback.reads += 1
      received += read.length
      for (; given < events.length && (completeAt[given] ?? 0) <= received; given++) {
        yield events[given] as WireEvent
      }
    }
    signal.throwIfAborted()
    if (delivered.end === 'stall') await aborted(signal)
    isOver = true
    if (delivered.end === 'reset') throw resetError(delivered.failure)
    yield* events.slice(given)
  } finally {
    if (!isOver) cancel()
    signal.removeEventListener('abort', cancel)
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  throw signal.reason
}

type Schedule = {
  events: readonly WireEvent[]
  /** Parallel to `events`: how many bytes must have come before one is known to be whole. */
  completeAt: readonly number[]
}

const schedules = new WeakMap<Delivered, Schedule>()

/** Made once, however often the delivery is played. */
function scheduleOf(delivered: Delivered): Schedule {
  const schedule = schedules.get(delivered) ?? makeSchedule(delivered)
  schedules.set(delivered, schedule)
  return schedule
}

function makeSchedule(delivered: Delivered): Schedule {
  const body = Buffer.concat(delivered.reads)
  const framing = detectFraming(body, delivered.headers['content-type'])
  if (framing === undefined) return { events: [], completeAt: [] }
  const events = framedAs(framing, delivered)
  // Whatever the body is called: a stream under another name is a stream all the same.
  const isStreamed = framing !== 'json-array'
  return { events, completeAt: events.map((event) => (isStreamed ? completionOf(event, body) : Infinity)) }
}

/** The CR of the CRLF that ends an event ends it: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
function completionOf({ end, terminated }: WireEvent, body: Uint8Array): number {
  if (!terminated) return Infinity
  return body[end - 1] === 0x0a && body[end - 2] === 0x0d ? end - 1 : end
}
