/** Frames around payloads whose own frames a tool threw away: what the wire's provider would have sent. Not here: full writers (harness/wire). */

import { encode } from '../../wire/framing/framing.ts'
import type { EventDraft } from '../../wire/wire.ts'
import { type Fields, isFields, listAt, textAt } from './fields.ts'
import { parsedJson } from './parsed-json.ts'

export type Synthesised = { body: Uint8Array; contentType: string }

/** JSON texts of one stream, in order, framed as the provider of such payloads does. A text that is not JSON stays the event it was. */
export function synthesise(texts: readonly string[]): Synthesised {
  const payloads = texts.map(parsedJson)
  const isConverse = payloads.every((payload) => isFields(payload) && converseKey(payload) !== undefined)
  if (isConverse) return eventstream(payloads.filter(isFields))
  if (payloads.every((payload) => isFields(payload) && ('done' in payload || 'serverContent' in payload))) {
    return {
      body: Buffer.from(texts.map((text) => `${text}\n`).join('')),
      contentType: 'application/x-ndjson',
    }
  }
  return { body: sse(texts, payloads), contentType: 'text/event-stream' }
}

function sse(texts: readonly string[], payloads: readonly unknown[]): Uint8Array {
  const drafts = texts.map((text, k) => sseDraft(text, payloads[k]))
  // The fixtures keep no `[DONE]` at all, so a stream that has its finish had it; one that broke off must not be healed by us.
  if (payloads.some(hasChatFinish)) drafts.push({ data: '[DONE]' })
  return Buffer.concat(encode('sse', drafts))
}

/** Chat completions and gemini name no events; the others name each by its `type` (`event_type` in Gemini's Interactions). */
function sseDraft(data: string, payload: unknown): EventDraft {
  const event = textAt(payload, 'type') ?? textAt(payload, 'event_type')
  return event === undefined || listAt(payload, 'choices') !== undefined ? { data } : { event, data }
}

function hasChatFinish(payload: unknown): boolean {
  return (listAt(payload, 'choices') ?? []).some(
    (choice) => typeof textAt(choice, 'finish_reason') === 'string',
  )
}

const converseEvent = /^(messageSt(art|op)|contentBlock(Start|Delta|Stop)|metadata|[a-zA-Z]+Exception)$/

/** `{"contentBlockDelta": {...}}` is how the AWS client shows an event: one key, the event's name. */
function converseKey(payload: object): string | undefined {
  const [key, ...more] = Object.keys(payload)
  return key !== undefined && more.length === 0 && converseEvent.test(key) ? key : undefined
}

function eventstream(payloads: readonly Fields[]): Synthesised {
  const drafts = payloads.map((payload): EventDraft => {
    const event = converseKey(payload) ?? ''
    const messageType = event.endsWith('Exception') ? 'exception' : 'event'
    return { event, messageType, data: JSON.stringify(payload[event]) }
  })
  return {
    body: Buffer.concat(encode('eventstream', drafts)),
    contentType: 'application/vnd.amazon.eventstream',
  }
}
