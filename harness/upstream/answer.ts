/** What the upstream answers, from a turn, a fault or a recording to the bytes of an HTTP answer. Not here: choosing one, sending it (upstream.ts). */

import type { Recording } from '../recording/format.ts'
import type { DeliveryEnd } from '../replay/delivery.ts'
import { asRecorded } from '../replay/rechunk.ts'
import type { Turn } from '../turn/turn.ts'
import { encode } from '../wire/framing/framing.ts'
import type { WireName, WriteChoice } from '../wire/wire.ts'
import { writerOf } from '../wire/wires.ts'
import type { Asked } from './asked.ts'
import { faultAnswer, type FaultName } from './faults.ts'

export type Answer =
  | {
      turn: Turn
      /** How the turn is spelled; default: legal and plain, in short deltas. */
      choice?: WriteChoice
      /** Sends this many events, then nothing more. */
      stopAfter?: { events: number; how: Exclude<DeliveryEnd, 'clean'> }
    }
  | { fault: FaultName; message?: string }
  | { recording: Recording }

/** The bytes of an answer: each entry of `writes` is one write to the socket. */
export type WrittenAnswer = {
  status: number
  headers: Record<string, string>
  writes: Uint8Array[]
  end: DeliveryEnd
}

/** Lengths of deltas that split words, and with them tool arguments, at changing places. */
const shortDeltas: WriteChoice = { spellings: [], fragments: [11, 5, 17, 8] }

/** `limit` is the context window in tokens, which an overflow names; `serial` numbers the answer. */
export function writeAnswer(
  asked: Asked,
  answer: Answer,
  { limit, serial }: { limit?: number | undefined; serial: number },
): WrittenAnswer {
  if ('recording' in answer) {
    const { reads, ...rest } = asRecorded.apply(answer.recording)
    return { ...rest, writes: reads }
  }
  const requestId = { [requestIdHeaders[asked.wire] ?? 'x-request-id']: requestIdOf(serial) }
  if ('fault' in answer) {
    const { message } = answer
    const { status, headers, body } = faultAnswer(asked, answer.fault, {
      ...(limit === undefined ? {} : { limit }),
      ...(message === undefined ? {} : { message }),
    })
    return { ...json(status, body), headers: { ...jsonHeaders, ...requestId, ...headers } }
  }
  const written = asked.stream ? streamed(asked, answer) : whole(asked, answer.turn)
  return { ...written, headers: { ...written.headers, ...requestId } }
}

const requestIdHeaders: Partial<Record<WireName, string>> = {
  'anthropic-messages': 'request-id',
  'bedrock-converse': 'x-amzn-requestid',
  mistral: 'mistral-correlation-id',
}

function requestIdOf(serial: number): string {
  return `req_local_${String(serial).padStart(4, '0')}`
}

const contentTypes = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson',
  'json-array': 'application/json; charset=utf-8',
  eventstream: 'application/vnd.amazon.eventstream',
} as const

function streamed(asked: Asked, { turn, choice, stopAfter }: Extract<Answer, { turn: Turn }>): WrittenAnswer {
  const framing = asked.stream ?? 'sse'
  const writer = writerOf(asked.wire)
  const events = encode(framing, writer.writeTurn(saidTurn(asked, turn), choice ?? shortDeltas))
  return {
    status: 200,
    headers: { 'content-type': contentTypes[framing] },
    writes: stopAfter ? events.slice(0, stopAfter.events) : events,
    end: stopAfter?.how ?? 'clean',
  }
}

function whole(asked: Asked, turn: Turn): WrittenAnswer {
  return json(200, writerOf(asked.wire).writeBody(saidTurn(asked, turn)))
}

/** The turn as this client gets it: from the model it named, with usage only where it asked for that. */
function saidTurn(asked: Asked, turn: Turn): Turn {
  const { usage, ...rest } = turn
  return writerOf(asked.wire).normalise({
    ...rest,
    ...(usage && (asked.usage || !asked.stream) ? { usage } : {}),
    meta: { ...turn.meta, model: asked.model },
  })
}

const jsonHeaders = { 'content-type': 'application/json' }

function json(status: number, body: unknown): WrittenAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return {
    status,
    headers: { ...jsonHeaders, 'content-length': String(bytes.length) },
    writes: [bytes],
    end: 'clean',
  }
}
