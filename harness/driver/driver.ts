/** The contract with a converter under test: what a driver declares and the hooks it gives. Not here: running one (run-driver.ts), the defaults (capabilities.ts). */

import type { Place } from './place.ts'
import type { Part } from '../trace/part.ts'
import type { Failure, FailureCode } from '../turn/failure.ts'
import type { NeutralRequest, RequestFeature } from '../turn/request.ts'
import type { TurnMeta, UsageField } from '../turn/turn.ts'
import type { Outcome, WireName } from '../wire/wire.ts'

export type { NeutralRequest, RequestBlock } from '../turn/request.ts'

/** What the harness hands a converter. Below level `http` only `wire`, `model`, `request` and `signal` matter. */
export type ConvertContext = {
  wire: WireName
  model: string
  /** Without a path; the driver appends what its client expects (`/v1`, `/v1beta`). */
  baseUrl: string
  fetch: typeof globalThis.fetch
  apiKey: string
  request: NeutralRequest
  signal: AbortSignal
}

export type Capabilities = {
  /** Emits reasoning. */
  reasoning: boolean
  /** Keeps signatures of reasoning and tool calls. */
  signatures: boolean
  /** A refusal comes as a refusal block, as text, or not at all. */
  refusal: 'own' | 'as-text' | 'none'
  /** Says where a block starts. Where it does not, the first delta of an index starts its block. */
  blockStarts: boolean
  /** Says where a block ends. */
  blockEnds: boolean
  /** Keeps several blocks of one kind apart on wires without block indexes. */
  segments: boolean
  /** Emits the arguments of a call in fragments as they come. */
  argumentDeltas: boolean
  /** A closed call holds the text the provider sent, or only its JSON value. */
  arguments: 'text' | 'value'
  /** How a call without arguments is closed. */
  emptyArguments: '{}' | ''
  /** Usage fields it reports. */
  usage: readonly UsageField[]
  usageBase: {
    /** Its input count includes tokens read from or written to a cache. */
    inputHasCache: boolean
    /** Its output count includes reasoning tokens. */
    outputHasReasoning: boolean
  }
  /** Raw finish reason -> the outcome it gives, where several are right. `empty`, `refusal` and `unknown` name those situations. */
  finish: Readonly<Record<string, Outcome>>
  /** A code of ours -> the code it gives instead, where it has fewer. */
  codes: Readonly<Partial<Record<FailureCode, FailureCode>>>
  /** Fields of a failure it keeps, beside code and message. */
  details: readonly Exclude<keyof Failure, 'code' | 'message'>[]
  opaque: boolean
  meta: readonly (keyof TurnMeta)[]
  /** Holds output back although it could be said: incremental does not apply. */
  buffering: boolean
  /** Sends a failed request again: one-request does not apply. */
  retries: boolean
  /** Makes the provider's request from one of its own; false where it takes the provider's as it is. */
  requests: boolean
  /** Features of a request that it does not carry although the wire has a word for them. */
  requestLacks: readonly RequestFeature[]
}

/**
 * What a converter cannot tell because its input does not hold it. The rule is then not applicable, and named as such; a case
 * that passes all the same makes the declaration stale, which is a finding.
 */
export type Impossible = {
  /** Case pattern with the rule, the driver left out: `openai-chat/error-x/**:error-class`. */
  pattern: string
  /** What the converter says instead: every `got` of the rule's findings is one of these. */
  got: readonly string[]
  /** The information that is missing, and who drops it. */
  missing: string
  /** URL of where it is dropped. */
  source: string
}

export type Level = 'http' | 'bytes' | 'events'

/** How a stream came to its end. */
export type StreamEnd =
  | { how: 'returned' }
  | { how: 'threw'; phase: 'start' | 'stream'; error: unknown }
  | { how: 'aborted' }

type Awaitable<T> = T | Promise<T>
type Stream<E> = Awaitable<AsyncIterable<E> | Iterable<E>>

type Convert<E> = {
  /** Makes its own request with `context.fetch` against `context.baseUrl`. */
  http: (context: ConvertContext) => Stream<E>
  /** Gets the Response. */
  bytes: (response: Response, context: ConvertContext) => Stream<E>
  /** Gets the parsed `data` of each event, `[DONE]` left out. A reset, or an event that is not JSON, makes the iteration throw. */
  events: (payloads: AsyncIterable<unknown>, context: ConvertContext) => Stream<E>
}

export type DriverHooks<E, S> = {
  /** One native event -> parts. Pure but for `state`. */
  project: (event: E, state: S, wire: WireName) => Iterable<Part>
  /** One state per stream. */
  state?: (wire: WireName) => S
  /**
   * What is left to say at the end. Default: nothing after a return, a finish `error` with `failure(error)` after a throw,
   * a finish `aborted` after an abort, the last two only where no finish was said before.
   */
  end?: (state: S, how: StreamEnd, wire: WireName) => Iterable<Part>
  /** A thrown error -> failure. Default: code UNKNOWN and its message. */
  failure?: (error: unknown) => Failure
  /** The converter's id of a call -> the wire's, where it adds something of its own (`call_1|item_1` -> `call_1`). */
  mapId?: (nativeId: string) => string
  /** The non-streamed answer -> parts. */
  convertBody?: (body: unknown, context: ConvertContext) => Awaitable<Iterable<Part>>
  /** A neutral request -> the provider's body. */
  toRequest?: (request: NeutralRequest, wire: WireName) => unknown
  /** The native events of a stream -> what must come back as `replayState` of the message when the turn is history. */
  replayState?: (events: readonly E[], wire: WireName) => unknown
}

export type DriverOptions<E, S, L extends Level = Level> = DriverHooks<E, S> & {
  name: string
  /** Version of the converter. */
  version: string
  wires: readonly WireName[]
  level: L
  /** Wires whose client takes no fetch: the converter is given a loopback server's `baseUrl` instead. */
  serverWires?: readonly WireName[]
  convert: Convert<E>[L]
  capabilities?: Partial<Capabilities>
  /** Where one wire differs. */
  capabilitiesByWire?: Partial<Record<WireName, Partial<Capabilities>>>
  /** What the converter's input cannot tell it. */
  impossible?: readonly Impossible[]
}

/** A driver as the harness holds it; made by `defineDriver`. */
export type Driver = DriverHooks<unknown, unknown> &
  (
    | { level: 'http'; convert: Convert<unknown>['http'] }
    | { level: 'bytes'; convert: Convert<unknown>['bytes'] }
    | { level: 'events'; convert: Convert<unknown>['events'] }
  ) & {
    name: string
    version: string
    wires: readonly WireName[]
    serverWires: readonly WireName[]
    impossible: readonly Impossible[]
    capabilitiesFor(wire: WireName): Capabilities
    /** Where `defineDriver` was called, for messages. */
    declaredAt?(): Place | undefined
  }
