/** The contract every wire folder fulfils, and the shapes that pass between framing and readers. Not here: the wires (one folder each), their registry (wires.ts). */

import type { Failure, FailureCode } from '../turn/failure.ts'
import type { NeutralRequest, RequestFeature } from '../turn/request.ts'
import type { TurnShape } from '../turn/shape.ts'
import type { FinishReason, Turn } from '../turn/turn.ts'

export const wireNames = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
  'mistral',
  'pi-ai-events',
] as const
export type WireName = (typeof wireNames)[number]

export const framings = ['sse', 'ndjson', 'json-array', 'eventstream'] as const
export type Framing = (typeof framings)[number]

/** One framed unit: an SSE event, an NDJSON line, an eventstream message. */
export type WireEvent = {
  /** Position among the events of the body, from 0. */
  index: number
  /** SSE event name, or the eventstream `:event-type` / `:exception-type`. */
  event?: string
  /** The text of the unit; for eventstream the payload decoded as UTF-8. */
  data: string
  /** `data` parsed as JSON; absent when it is not JSON (`[DONE]`, malformed). */
  payload?: unknown
  /** eventstream `:message-type`: `event`, `exception` or `error`. */
  messageType?: string
  /** Half-open byte range in the body, the unit's terminator included. */
  start: number
  end: number
  /** False where the body ended before the unit's terminator. */
  terminated: boolean
  /** Why the unit could not be framed (bad CRC, cut prelude). `data` is then whatever was read. */
  damage?: string
}

/** What a reader noticed about one block, parallel to `turn.blocks`. */
export type BlockEvidence = {
  /** Wire events that spoke of the block, first and last (indexes into the events). */
  firstEvent: number
  lastEvent: number
  /** The wire event that is the block's own end marker (content_block_stop, output_item.done, a whole functionCall); absent on wires without one, or when it did not come. */
  endEvent?: number
  /** How a tool call's arguments came: as text in fragments, or as a JSON value. */
  argumentsAs?: 'text' | 'value'
  /** Offsets in a reasoning block's text (UTF-16 units) where one part of it ends and the next begins; a converter may put a separator there. */
  partBorders?: number[]
}

/** A place where the bytes were not what the wire allows. */
export type Damage = { event: number; start: number; end: number; reason: string }

/** A turn with the evidence for it. A reader never throws: malformed bytes give a failure in the turn and a damage. */
export type Reading = {
  turn: Turn
  /** Parallel to `turn.blocks`. */
  evidence: BlockEvidence[]
  /** The event that carried the finish (or the in-band error), if any. */
  finishEvent?: number
  /** The event that was the terminator, if any. */
  terminatorEvent?: number
  damage?: Damage
}

/** One of the ends a correct converter may give a turn. */
export type Outcome = { reason: FinishReason; code?: FailureCode }

/** An HTTP answer that is not a stream to read: status, lower-case header names, body as read. */
export type HttpAnswer = { status: number; headers: Readonly<Record<string, string>>; body: Uint8Array }

/** One thing to write: an SSE event or eventstream message before framing. */
export type EventDraft = { event?: string; data: string; messageType?: string; contentType?: string }

/** A named way to write a turn. `legal`: the provider's documents allow it; `dialect`: seen in the wild, or a bend of the rules. */
export type Spelling = {
  /** Slug, unique in its wire, e.g. `tool-name-late`. */
  id: string
  status: 'legal' | 'dialect'
  /** What it does to the stream, one sentence. */
  title: string
  /** Where it was seen or is documented: a public URL, an SDK type, or a recording. */
  source: string
  /** At most one spelling of a group can be chosen. */
  group: string
  /** Whether it changes this turn at all; default yes. */
  fits?: (turn: Turn) => boolean
}

/** How one turn is written. The plainest choice, to which generated sessions shrink, is `{ spellings: [], fragments: [] }`. */
export type WriteChoice = {
  /** Ids of chosen spellings, at most one of a group. */
  spellings: readonly string[]
  /** Lengths in UTF-16 units of successive deltas, used in a cycle over every text; empty: one delta a text. */
  fragments: readonly number[]
}

/** A provider's request as the wire's reader understands it. `problems`: what the provider would refuse, or the reader does not know. */
export type RequestReading = { request: NeutralRequest; problems: string[] }

/** The requests of a wire that is asked over HTTP. */
export type WireRequests = {
  /** `body` is the parsed JSON; `url` may be `''` where only the body is known. Never throws. */
  read(body: unknown, url: string): RequestReading
  /** What a request on this wire has no word for. */
  lacks: readonly RequestFeature[]
  /** The ids of calls that it takes; one that does not fit must be replaced, in call and result alike. */
  callId?: RegExp
}

export type Wire = {
  name: WireName
  /** Framing of a streamed body, by preference; the reader accepts each of them. */
  framings: readonly Framing[]
  /** Content type of a streamed answer. */
  contentType: string
  /** Path of a request to it, for replay and capture, e.g. `/v1/chat/completions`. */
  path: string
  /** Unknown event types must be tolerated by a converter of this wire. */
  announcesUnknownEvents: boolean
  /** Whether blocks carry indexes, so that segments are told apart on the wire. */
  hasBlockIndexes: boolean
  /** Raw finish reason -> every outcome a correct converter may give, the plainest first. A raw reason not listed is unknown to the wire. */
  outcomes: Readonly<Record<string, readonly Outcome[]>>
  /** Reads the events of a body into what the provider said. Never throws. */
  readTurn(events: readonly WireEvent[]): Reading
  /** Tells the truth about an answer whose status is an error. Never throws. */
  readError(answer: HttpAnswer): Failure
  /** Tells the truth about an error object inside a stream. Never throws. */
  readInBandError(payload: unknown): Failure
  /** Absent where the wire has no requests of its own. */
  requests?: WireRequests
}

/** The writing half of a wire: the inverse of `readTurn` under every legal spelling. */
export type WireWriter = {
  name: WireName
  shape: TurnShape
  spellings: readonly Spelling[]
  /** Mends a drawn turn where the wire knows more than `shape` says (flags of cut calls, sums of usage). Idempotent. */
  normalise(turn: Turn): Turn
  /** The events of the turn, before framing (harness/wire/framing). */
  writeTurn(turn: Turn, choice: WriteChoice): EventDraft[]
  /** The non-streamed answer that says the same turn, as a JSON value. */
  writeBody(turn: Turn): unknown
}
