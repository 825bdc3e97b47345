/** Gives a converter at level `events` what it gets: the parsed data of each event, as the bytes arrive. */

import { detectFraming, frame } from '../wire/framing/framing.ts'
import { createSseFramer } from '../wire/framing/sse.ts'
import type { WireEvent } from '../wire/wire.ts'

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
    if (event.payload === undefined) {
      throw new SyntaxError(`event ${event.index} is not JSON: ${JSON.stringify(event.data.slice(0, 80))}`)
    }
    yield event.payload
  }
}

async function* eventsOf(response: Response, contentType: string | undefined): AsyncGenerator<WireEvent> {
  if (contentType === undefined || contentType.includes('text/event-stream')) {
    const framer = createSseFramer()
    for await (const read of response.body ?? []) yield* framer.push(read)
    yield* framer.end()
    return
  }
  const body = new Uint8Array(await response.arrayBuffer())
  const framing = detectFraming(body, contentType)
  if (framing) yield* frame(framing, body)
}
