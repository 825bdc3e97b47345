/** The payloads in a body, framed by the libraries that converters use. Not here: the harness's own framing (harness/wire/framing), which this must not share. */

import { EventStreamCodec } from '@smithy/eventstream-codec'
import { createParser } from 'eventsource-parser'

/** @throws when the connection breaks, and for data that is not JSON. */
export function payloadsIn(response: Response): AsyncGenerator {
  const type = response.headers.get('content-type') ?? 'text/event-stream'
  if (type.includes('amazon.eventstream')) return messagesIn(response)
  if (type.includes('ndjson') || type.includes('jsonl')) return linesIn(response)
  if (type.includes('application/json')) return elementsIn(response)
  return eventsIn(response)
}

/** A streaming decoder joins characters that a border split, and drops a byte order mark. */
async function* textOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const read of response.body ?? []) yield decoder.decode(read, { stream: true })
  yield decoder.decode()
}

async function* eventsIn(response: Response): AsyncGenerator {
  const ready: string[] = []
  const parser = createParser({ onEvent: ({ data }) => ready.push(data) })
  for await (const text of textOf(response)) {
    parser.feed(text)
    yield* payloadsOf(ready.splice(0))
  }
  // The parser waits behind a CR for its LF, and behind the last line for a blank one.
  parser.feed('\n')
  parser.feed('\n')
  yield* payloadsOf(ready.splice(0))
}

/** One by one: what stands before data that is not JSON has been said. */
function* payloadsOf(texts: Iterable<string>): Generator {
  for (const data of texts) if (data.trim() !== '' && data.trim() !== '[DONE]') yield JSON.parse(data)
}

async function* linesIn(response: Response): AsyncGenerator {
  let rest = ''
  for await (const text of textOf(response)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* payloadsOf(lines)
  }
  yield* payloadsOf([rest])
}

async function* elementsIn(response: Response): AsyncGenerator {
  const whole: unknown = await response.json()
  yield* Array.isArray(whole) ? whole : [whole]
}

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)),
  (text) => new TextEncoder().encode(text),
)

/** One object a message, its payload under its name, as the AWS client gives them. */
async function* messagesIn(response: Response): AsyncGenerator {
  let rest = new Uint8Array()
  for await (const read of response.body ?? []) {
    rest = Buffer.concat([rest, read])
    for (let length = lengthOf(rest); length <= rest.length; length = lengthOf(rest)) {
      yield messageOf(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error('the body ends inside a message')
}

/** The first four bytes of a message are its length. */
function lengthOf(bytes: Uint8Array): number {
  if (bytes.length < 4) return Infinity
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
}

function messageOf(bytes: Uint8Array): unknown {
  const { headers, body } = codec.decode(bytes)
  const header = (name: string) => String(headers[name]?.value ?? '')
  if (header(':message-type') === 'error')
    return { [header(':error-code')]: { message: header(':error-message') } }
  const text = new TextDecoder().decode(body)
  const payload: unknown = text === '' ? {} : JSON.parse(text)
  return { [header(':event-type') || header(':exception-type')]: payload }
}
