/** The table of error situations as recordings of a run. Not here: the table (error-situations.ts), which deliveries one meets (error-deliveries.ts). */

import { reasonOf } from '../../replay/connection-failure.ts'
import type { Recording, RecordingEnd } from '../../recording/format.ts'
import { encode } from '../../wire/framing/framing.ts'
import { text } from '../../wire/situation-turns.ts'
import type { EventDraft, WireName } from '../../wire/wire.ts'
import { wireOf, writerOf } from '../../wire/wires.ts'
import type { Source } from '../plan.ts'
import { errorDeliveries } from './error-deliveries.ts'
import { json, type ConnectionRow, type HttpRow, type InBandRow, type ReaderOnly } from './error-situation.ts'
import { connectionErrors, httpErrors, streamErrors } from './error-situations.ts'

/** A recording, the row it shows and where the row's error stands in it. */
export type ErrorRecording = {
  recording: Recording
  row: HttpRow | InBandRow | ConnectionRow
  at: 'answer' | 'first event' | 'behind text' | 'connection'
}

/** Every wire that converters are driven over with bytes. */
const wiresWithBytes = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
  'mistral',
] as const satisfies readonly WireName[]

/** The body as it is sent. */
export function bodyOfRow({ body }: Pick<HttpRow, 'body'>): Uint8Array {
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

export function isReaderOnly(wire: WireName | ReaderOnly): wire is ReaderOnly {
  return wire === 'cohere' || wire === 'ollama'
}

/** Of every row and wire; rows of providers without a wire have none. */
export function errorRecordings(): ErrorRecording[] {
  return [
    ...httpErrors.flatMap(answersOf),
    ...streamErrors.flatMap(streamsOf),
    ...connectionErrors.flatMap((row) => wiresWithBytes.map((wire) => brokenOf(row, wire))),
  ]
}

/** They have no goldens: their truth stands in the table. */
export function errorSource(): Source {
  return {
    label: 'error situations',
    shipped: false,
    pick: errorDeliveries,
    recordings: errorRecordings().map(({ recording }) => recording),
  }
}

function answersOf(row: HttpRow): ErrorRecording[] {
  const body = bodyOfRow(row)
  const middle = Math.floor(body.length / 2)
  const reads = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0)
  const answer = { status: row.status, headers: { ...json, ...row.headers }, reads }
  return row.wires
    .filter((wire) => !isReaderOnly(wire))
    .map((wire) => ({ row, at: 'answer', recording: recordingOf(row, wire, row.id, answer) }))
}

function streamsOf(row: InBandRow): ErrorRecording[] {
  if (row.plain) return plainOf(row)
  const event: EventDraft = { ...row.event, data: JSON.stringify(row.event.data) }
  return row.wires
    .filter((wire) => !isReaderOnly(wire))
    .flatMap((wire): ErrorRecording[] => [
      {
        row,
        at: 'first event',
        recording: recordingOf(row, wire, `${row.id}-first`, streamed(wire, [event])),
      },
      {
        row,
        at: 'behind text',
        recording: recordingOf(
          row,
          wire,
          `${row.id}-after-text`,
          streamed(wire, [...textEvents(wire), event]),
        ),
      },
    ])
}

/** A 200 whose body is no stream. */
function plainOf(row: InBandRow): ErrorRecording[] {
  const reads = [new TextEncoder().encode(`${JSON.stringify(row.event.data)}\n`)]
  return row.wires
    .filter((wire) => !isReaderOnly(wire))
    .map((wire) => ({
      row,
      at: 'first event',
      recording: recordingOf(row, wire, row.id, { status: 200, headers: { ...json }, reads }),
    }))
}

function brokenOf(row: ConnectionRow, wire: WireName): ErrorRecording {
  const end = endOf(row.failure)
  if (!row.inside) return { row, at: 'connection', recording: recordingOf(row, wire, row.id, undefined, end) }
  const recording = recordingOf(row, wire, row.id, streamed(wire, textEvents(wire)), end)
  return { row, at: 'connection', recording }
}

function endOf(failure: ConnectionRow['failure']): RecordingEnd {
  if (failure === 'clean-end') return { how: 'complete' }
  return { how: 'reset', reason: reasonOf(failure) }
}

type Answer = { status: number; headers: Record<string, string>; reads: readonly Uint8Array[] }

function streamed(wire: WireName, events: readonly EventDraft[]): Answer {
  const { framings, contentType } = wireOf(wire)
  return {
    status: 200,
    headers: { 'content-type': contentType },
    reads: encode(framings[0] ?? 'sse', events),
  }
}

/** A turn that has said `Par` and goes on. */
function textEvents(wire: WireName): EventDraft[] {
  const writer = writerOf(wire)
  const turn = writer.normalise({ blocks: [text('Par')], meta: {}, state: 'open' })
  return writer.writeTurn(turn, { spellings: [], fragments: [] })
}

function recordingOf(
  { title, source }: Pick<HttpRow, 'title' | 'source'>,
  wire: WireName,
  id: string,
  answer: Answer | undefined,
  end: RecordingEnd = { how: 'complete' },
): Recording {
  return {
    name: `error-${id}`,
    wire,
    title,
    request: {
      method: 'POST',
      url: `https://provider.invalid${wireOf(wire).path}`,
      headers: { 'content-type': 'application/json' },
    },
    ...(answer && {
      response: {
        status: answer.status,
        headers: answer.headers,
        body: Buffer.concat(answer.reads),
        chunks: answer.reads.map((read) => [read.length, 0]),
      },
    }),
    end:
      answer === undefined && end.how === 'reset'
        ? { ...end, how: 'no-response', reason: end.reason ?? '' }
        : end,
    borders: 'unknown',
    framing: 'synthesised',
    provenance: { kind: 'written', by: 'hand', source },
    redactions: [],
  }
}
