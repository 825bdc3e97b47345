/** Builds a Subject for the test of a rule: the truth by hand, no wire reader. Not here: parts of a trace (told.ts). */

import { defaultCapabilities } from '../../driver/capabilities.ts'
import type { Capabilities, Level } from '../../driver/driver.ts'
import type { Delivered } from '../../replay/delivery.ts'
import { assemble } from '../../trace/assemble.ts'
import type { Part } from '../../trace/part.ts'
import type { Trace } from '../../trace/trace.ts'
import type { Turn, TurnBlock, TurnFinish } from '../../turn/turn.ts'
import type { BlockEvidence, Reading, Wire, WireEvent } from '../../wire/wire.ts'
import type { MadeRequest, Subject } from '../check.ts'

export type SubjectOptions = {
  blocks?: TurnBlock[]
  /** `null`: none. Default: a stop. */
  finish?: TurnFinish | null
  state?: Turn['state']
  usage?: Turn['usage']
  /** By block; default: block i is spoken of by event i alone, which ends it on an indexed wire. */
  evidence?: (Partial<BlockEvidence> | undefined)[]
  /** Default: the event behind the blocks, where there is a finish. `null`: none. */
  finishEvent?: number | null
  /** Default: not told. */
  terminatorEvent?: number
  damage?: Reading['damage']
  /** Payloads of the events; default: an empty object for each block, one for the finish, one for the terminator. */
  payloads?: unknown[]
  /** Whether the last event has its end; default yes. */
  terminated?: boolean
  /** The last event is none: JSON between events. */
  stray?: boolean
  wire?: Partial<Wire>
  /** A wire with block indexes and end markers, like anthropic-messages. */
  indexed?: boolean
  level?: Level
  mapId?: (id: string) => string
  capabilities?: Partial<Capabilities>
  delivery?: Subject['delivery']
  status?: number
  end?: Delivered['end']
  parts?: Part[]
  /** Reads handed out when each part came; default: all. */
  reads?: number[]
  trace?: Partial<Trace>
  /** What the rules of requests are given. */
  request?: MadeRequest
  history?: MadeRequest
  replay?: MadeRequest
  /** Parts of the recording as recorded. */
  reference?: Part[] | Partial<Trace>
}

/** Bytes of one event of a built subject; each event is one read. */
export const eventSize = 10

export function subjectOf(options: SubjectOptions = {}): Subject {
  const truth = readingOf(options)
  const events = eventsOf(options, truth)
  const delivered = deliveredOf(options, events)
  const wire = wireOf(options, truth, events)
  const trace = traceOf(options, delivered)
  const { reference, request, history, replay } = options
  return {
    wire,
    driver: {
      name: 'test',
      level: options.level ?? 'http',
      ...(options.mapId ? { mapId: options.mapId } : {}),
    },
    capabilities: { ...defaultCapabilities, ...options.capabilities },
    delivery: options.delivery ?? { name: 'as-recorded', kind: 'rechunk' },
    delivered,
    events,
    truth,
    trace,
    assembled: assemble(trace),
    ...(reference === undefined ? {} : { reference: toldOf(reference, delivered) }),
    ...(request && { request }),
    ...(history && { history }),
    ...(replay && { replay }),
  }
}

function readingOf(options: SubjectOptions): Reading {
  const { blocks = [], usage, damage } = options
  const finish = options.finish === undefined ? ({ reason: 'stop', raw: 'stop' } as const) : options.finish
  const finishEvent = options.finishEvent === undefined ? blocks.length : options.finishEvent
  return {
    turn: {
      blocks,
      ...(usage === undefined ? {} : { usage }),
      ...(finish === null ? {} : { finish }),
      meta: {},
      state: options.state ?? (finish === null ? 'open' : 'closed'),
    },
    evidence: blocks.map((block, at) => evidenceOf(block, at, options)),
    ...(finish === null || finishEvent === null ? {} : { finishEvent }),
    ...(options.terminatorEvent === undefined ? {} : { terminatorEvent: options.terminatorEvent }),
    ...(damage === undefined ? {} : { damage }),
  }
}

function evidenceOf({ type }: TurnBlock, at: number, { indexed, evidence }: SubjectOptions): BlockEvidence {
  return {
    firstEvent: at,
    lastEvent: at,
    ...(indexed ? { endEvent: at } : {}),
    ...(type === 'tool-call' ? { argumentsAs: 'text' } : {}),
    ...evidence?.[at],
  }
}

function eventsOf(
  { payloads, terminated = true, stray = false }: SubjectOptions,
  { turn }: Reading,
): WireEvent[] {
  const given = payloads ?? Array.from({ length: turn.blocks.length + (turn.finish ? 2 : 0) }, () => ({}))
  return given.map((payload, index) => ({
    index,
    data: JSON.stringify(payload),
    payload,
    start: index * eventSize,
    end: (index + 1) * eventSize,
    terminated: terminated || index < given.length - 1,
    ...(stray && index === given.length - 1 ? { damage: 'outside of any event' } : {}),
  }))
}

function deliveredOf(
  { status = 200, end = 'clean' }: SubjectOptions,
  events: readonly WireEvent[],
): Delivered {
  return { status, headers: {}, reads: events.map(() => new Uint8Array(eventSize)), end }
}

const chatOutcomes: Wire['outcomes'] = {
  stop: [{ reason: 'stop' }],
  tool_calls: [{ reason: 'tool-calls' }],
  length: [{ reason: 'max-tokens' }],
  content_filter: [{ reason: 'content-filter' }, { reason: 'error', code: 'CONTENT_FILTER' }],
  pause_turn: [{ reason: 'stop' }, { reason: 'other' }],
  network_error: [{ reason: 'error' }, { reason: 'other' }],
}

/** Reads fewer events than the subject has as a cut turn without blocks, unless the test says otherwise. */
function wireOf({ wire, indexed = false }: SubjectOptions, truth: Reading, all: readonly WireEvent[]): Wire {
  const nothing: Reading = { turn: { blocks: [], meta: {}, state: 'open' }, evidence: [] }
  const failure = { code: 'UNKNOWN', message: '' } as const
  return {
    name: indexed ? 'anthropic-messages' : 'openai-chat',
    framings: ['sse'],
    contentType: 'text/event-stream',
    path: '/',
    announcesUnknownEvents: indexed,
    hasBlockIndexes: indexed,
    outcomes: chatOutcomes,
    readTurn: (events) => (events.length === all.length ? truth : nothing),
    readError: () => failure,
    readInBandError: () => failure,
    ...wire,
  }
}

function traceOf({ parts = [], reads, trace }: SubjectOptions, delivered: Delivered): Trace {
  return {
    parts,
    marks: parts.map((_, at) => ({ native: at, reads: reads?.[at] ?? delivered.reads.length })),
    end: { how: 'returned' },
    natives: [],
    requests: [],
    rejections: [],
    driverFaults: [],
    ...trace,
  }
}

function toldOf(
  reference: NonNullable<SubjectOptions['reference']>,
  delivered: Delivered,
): NonNullable<Subject['reference']> {
  const options = Array.isArray(reference) ? { parts: reference } : { trace: reference }
  const trace = traceOf(options, delivered)
  return { trace, assembled: assemble(trace) }
}
