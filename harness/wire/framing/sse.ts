/** Server-sent events: bytes to events with their byte ranges, and back. Not here: what the data means (the wires' readers). */

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { EventDraft, WireEvent } from '../wire.ts'
import { createLineSplitter, type Line } from './sse-lines.ts'
import { payloadOf } from './parse-payload.ts'

export type SseFramer = {
  /** The events that these bytes complete. */
  push(bytes: Uint8Array): WireEvent[]
  /** The last event, where the body ends without its blank line (`terminated: false`). */
  end(): WireEvent[]
}

/**
 * Frames a body as it comes, however it is split. Ranges are byte offsets in the whole body; comments and blank
 * lines before an event are outside its range.
 * A CR at the end of a push ends its line at once, so nothing waits for a byte that may not come
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). When the next push then
 * brings the LF of that CRLF, `end` of the event already handed out moves on by that byte.
 * `payloadIn` parses the data of an event; borders can be had without.
 */
export function createSseFramer(payloadIn = payloadOf): SseFramer {
  // eventsource-parser keeps a trailing CR back and knows no offsets, so it is fed one whole line at a time.
  const lines = createLineSplitter()
  let dispatched: EventSourceMessage | undefined
  const parser = createParser({ onEvent: (message) => (dispatched = message) })
  let count = 0
  let start: number | undefined
  let last: WireEvent | undefined
  let stray: string[] = []

  /** One line completes one event at most. */
  function feed(line: Line): WireEvent | undefined {
    const isBlank = line.text === ''
    if (!isBlank && !line.text.startsWith(':')) start ??= line.start
    dispatched = undefined
    parser.feed(`${line.text}\n`)
    if (isStray(line.text)) stray.push(line.text)
    if (!isBlank) {
      last = undefined
      return undefined
    }
    const event = closeAt(line, dispatched)
    if (event) count += 1
    last = event ?? last
    stray = []
    start = undefined
    return event
  }

  function closeAt(line: Line, message: EventSourceMessage | undefined): WireEvent | undefined {
    const from = start ?? line.start
    if (message) return toWireEvent(message, payloadIn, count, from, line.end)
    return stray.length === 0 ? undefined : strayEvent(stray, count, from, line.end)
  }

  function finish(): WireEvent[] {
    const rest = lines.rest()
    const event = rest && feed(rest)
    const before = event ? [event] : []
    if (start === undefined) return before
    const closing = feed({ text: '', start: lines.offset(), end: lines.offset() })
    return closing ? [...before, { ...closing, terminated: false }] : before
  }

  return {
    push: (bytes) => {
      const split = lines.push(bytes)
      if (split.lateLineFeed && last !== undefined && last.end === split.from) last.end += 1
      const events: WireEvent[] = []
      for (const line of split.lines) {
        const event = feed(line)
        if (event) events.push(event)
      }
      return events
    },
    end: finish,
  }
}

/** Neither empty, nor a comment, nor one of the four fields that events have. */
function isStray(text: string): boolean {
  return text !== '' && !text.startsWith('data:') && !/^(?:data|event|id|retry)?(?::|$)/.test(text)
}

/**
 * A JSON object that stands between events instead of in one: parsers pass over it as unknown fields, but it is how Gemini
 * servers report an error after they began to stream (https://github.com/vercel/ai/issues/5217).
 */
function strayEvent(
  lines: readonly string[],
  index: number,
  start: number,
  end: number,
): WireEvent | undefined {
  const data = lines.join('\n').trim()
  if (!data.startsWith('{') || payloadOf(data).payload === undefined) return undefined
  const damage = 'a JSON object outside of any event'
  return { index, data, ...payloadOf(data), start, end, terminated: true, damage }
}

function toWireEvent(
  message: EventSourceMessage,
  payloadIn: typeof payloadOf,
  index: number,
  start: number,
  end: number,
): WireEvent {
  return {
    index,
    ...(message.event === undefined ? {} : { event: message.event }),
    data: message.data,
    ...payloadIn(message.data),
    start,
    end,
    terminated: true,
  }
}

/** Frames a whole body. */
export function frameSse(body: Uint8Array): WireEvent[] {
  return frameWith(createSseFramer(), body)
}

/** Where the events of a whole body end. */
export function sseBorders(body: Uint8Array): number[] {
  return frameWith(
    createSseFramer(() => ({})),
    body,
  ).map(({ end }) => end)
}

function frameWith(framer: SseFramer, body: Uint8Array): WireEvent[] {
  return [...framer.push(body), ...framer.end()]
}

const encoder = new TextEncoder()

/** One entry an event. Line ends inside `data` become separate data lines, which a parser joins with LF. */
export function encodeSse(drafts: readonly EventDraft[]): Uint8Array[] {
  return drafts.map((draft) => {
    const name = draft.event === undefined ? '' : `event: ${draft.event}\n`
    const data = draft.data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
    return encoder.encode(`${name}${data.join('')}\n`)
  })
}
