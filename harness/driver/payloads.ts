/** Gives a converter at level `events` what it gets: the parsed data of each event, as the bytes arrive. */

import { detectFraming, frame } from '../wire/framing/framing.ts'
import { createSseFramer } from '../wire/framing/sse.ts'
import type { Framing, WireEvent } from '../wire/wire.ts'

/** `[DONE]` ends an OpenAI stream and is no payload: https://platform.openai.com/docs/api-reference/chat/create#chat-create-stream */
const doneMarker = '[DONE]'

/**
 * Parsed payloads of the body of `response`, in order.
 * @throws when the body breaks, and `SyntaxError` for an event that is not JSON.
 */
export async function* payloadsOf(response: Response): AsyncGenerator {
  const contentType = response.headers.get('content-type') ?? undefined
  for await (const event of eventsOf(response, contentType)) {
    if (event.data.trim() === doneMarker) continue
    const payload = payloadOf(event)
    if (payload === undefined) {
      throw new SyntaxError(`event ${event.index} is not JSON: ${JSON.stringify(event.data.slice(0, 80))}`)
    }
    yield payload
  }
}

/**
 * An eventstream message has its name in a header; clients hand it out as an object with that one member, exceptions
 * too (`ConverseStreamOutput` of `@aws-sdk/client-bedrock-runtime`).
 */
function payloadOf({ payload, event, messageType, data }: WireEvent): unknown {
  if (messageType === undefined || event === undefined) return payload
  if (messageType === 'error') return { [event]: { message: data } }
  return payload === undefined ? undefined : { [event]: payload }
}

/**
 * `payloads`, each replaced by the sender's own object of the same place, for a wire whose events are objects: such a
 * sender may go on changing what it handed out.
 */
export async function* withLiveObjects(
  payloads: AsyncIterable<unknown>,
  live: Iterable<unknown>,
): AsyncGenerator {
  const objects = live[Symbol.iterator]()
  for await (const payload of payloads) {
    const next = objects.next()
    yield next.done === true ? payload : next.value
  }
}

async function* eventsOf(response: Response, contentType: string | undefined): AsyncGenerator<WireEvent> {
  if (contentType === undefined || contentType.includes('text/event-stream')) {
    const framer = createSseFramer()
    for await (const read of response.body ?? []) yield* framer.push(read)
    yield* framer.end()
    return
  }
  if (contentType.includes('ndjson')) {
    yield* asTheyCome('ndjson', response)
    return
  }
  if (contentType.includes('amazon.eventstream')) {
    yield* asTheyCome('eventstream', response)
    return
  }
  const body = new Uint8Array(await response.arrayBuffer())
  const framing = detectFraming(body, contentType)
  if (framing) yield* frame(framing, body)
}

/** One event for each line or message that is whole, the rest at the end. */
async function* asTheyCome(framing: Framing, response: Response): AsyncGenerator<WireEvent> {
  let pending: Uint8Array = new Uint8Array()
  for await (const read of response.body ?? []) {
    const bytes = Buffer.concat([pending, read])
    const whole = frame(framing, bytes).filter(({ terminated }) => terminated)
    yield* whole
    pending = bytes.subarray(whole.at(-1)?.end ?? 0)
  }
  yield* frame(framing, pending)
}
