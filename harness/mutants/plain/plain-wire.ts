/** How a plain converter meets its input: payloads, a Response, or its own request. Not here: what the payloads mean (one file per wire). */

import type { ConvertContext } from '../../driver/driver.ts'
import type { NeutralRequest } from '../../turn/request.ts'
import type { Part } from '../../trace/part.ts'
import type { WireName } from '../../wire/wire.ts'
import { brokenStream, failureOfAnswer } from './failure.ts'
import type { PlainStream } from './plain-stream.ts'
import { payloadsIn } from './response-payloads.ts'

export type PlainWire = {
  name: WireName
  /** Behind the base url. */
  path(model: string): string
  /** Absent where the wire is not asked over HTTP. */
  toRequest?: (request: NeutralRequest) => unknown
  start(): PlainStream
  /** The non-streamed answer as payloads that a stream could have sent. */
  payloadsOfBody(body: unknown): readonly unknown[]
}

/** Level `events`. */
export async function* convertPayloads(
  wire: PlainWire,
  payloads: AsyncIterable<unknown>,
  { signal }: Pick<ConvertContext, 'signal'>,
): AsyncGenerator<Part> {
  const stream = wire.start()
  try {
    for await (const payload of payloads) {
      yield* stream.take(payload)
      if (stream.isOver) return
    }
  } catch (error) {
    yield* signal.aborted ? stream.aborted() : stream.fail(brokenStream(error))
    return
  }
  yield* signal.aborted ? stream.aborted() : stream.end()
}

/** Level `bytes`. */
export async function* convertResponse(
  wire: PlainWire,
  response: Response,
  context: Pick<ConvertContext, 'signal'>,
): AsyncGenerator<Part> {
  if (response.ok) {
    yield* convertPayloads(wire, payloadsIn(response), context)
    return
  }
  const body = await response.text().catch(() => '')
  yield* wire.start().fail(failureOfAnswer(response.status, response.headers, body))
}

/** Level `http`. */
export async function* convertRequest(wire: PlainWire, context: ConvertContext): AsyncGenerator<Part> {
  const { baseUrl, fetch, signal, apiKey, request } = context
  let response: Response
  try {
    response = await fetch(`${baseUrl}${wire.path(request.model)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(wire.toRequest?.(request) ?? {}),
      signal,
    })
  } catch (error) {
    const stream = wire.start()
    yield* signal.aborted ? stream.aborted() : stream.fail(brokenStream(error))
    return
  }
  yield* convertResponse(wire, response, context)
}

export function convertBody(wire: PlainWire, body: unknown): Part[] {
  const stream = wire.start()
  return [...wire.payloadsOfBody(body).flatMap((payload) => stream.take(payload)), ...stream.end()]
}
