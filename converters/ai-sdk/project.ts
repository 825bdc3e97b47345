/** Projects stream parts of the AI SDK's language models to neutral parts, for the specifications V2, V3 and V4 alike. Not here: a driver's request (model-driver.ts). */

import type { Failure, Part, StreamEnd, WireName } from '../../harness/index.ts'
import { Blocks } from '../published/blocks.ts'
import { failureOf } from '../published/failure.ts'
import { isRedacted, signatureOf, type FinishReason, type StreamPart } from './stream-part.ts'
import { usageOf } from './usage.ts'

/** An error is not the end in the AI SDK: text may go on, and a finish comes. So it is remembered until then. */
export class StreamState {
  readonly blocks = new Blocks()
  /** Calls that the provider runs itself; they are none of the client's. */
  readonly hosted = new Set<string>()
  failure: Failure | undefined
  isFinished = false
}

export function* project(part: StreamPart, state: StreamState, wire: WireName): Generator<Part> {
  switch (part.type) {
    case 'text-start':
    case 'text-delta':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      return yield* prose(part, state)
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-call':
      return yield* call(part, state)
    case 'response-metadata':
      yield { type: 'meta', meta: { ...text('responseId', part.id), ...text('model', part.modelId) } }
      return
    case 'error':
      state.failure ??= failureOf(part.error, wire)
      return
    case 'finish':
      return yield* finish(part, state)
    case 'tool-input-end':
    case 'other':
  }
}

type Prose = Extract<StreamPart, { type: `text-${string}` | `reasoning-${string}` }>

function* prose(part: Prose, { blocks }: StreamState): Generator<Part> {
  const kind = part.type.startsWith('text') ? 'text' : 'reasoning'
  const key = `${kind} ${part.id}`
  const sign = () =>
    blocks.sign(key, signatureOf(part.providerMetadata), isRedacted(part.providerMetadata) || undefined)
  if (part.type === 'text-start' || part.type === 'reasoning-start') {
    yield* blocks.start(key, kind)
    return sign()
  }
  sign()
  if ('delta' in part) yield* blocks.prose(key, kind, part.delta)
  else yield* blocks.endProse(key, kind)
}

type Call = Extract<StreamPart, { type: 'tool-input-start' | 'tool-input-delta' | 'tool-call' }>

/** `tool-call` is what gets executed, so it is the end; `tool-input-end` only ends the deltas. */
function* call(part: Call, { blocks, hosted }: StreamState): Generator<Part> {
  const id = part.type === 'tool-call' ? part.toolCallId : part.id
  if ('providerExecuted' in part && part.providerExecuted) hosted.add(id)
  if (hosted.has(id)) return
  switch (part.type) {
    case 'tool-input-start':
      return yield* blocks.start(id, 'tool-call', { id, name: part.toolName })
    case 'tool-input-delta':
      return yield* blocks.argumentsDelta(id, part.delta)
    case 'tool-call': {
      const signature = signatureOf(part.providerMetadata)
      const block = { id, name: part.toolName, arguments: part.input, ...text('signature', signature) }
      yield* blocks.endCall(id, block)
    }
  }
}

function* finish(part: Extract<StreamPart, { type: 'finish' }>, state: StreamState): Generator<Part> {
  const { finishReason, usage, providerMetadata } = part
  const written = Object.values(providerMetadata ?? {}).map((fields) => fields['cacheCreationInputTokens'])
  yield {
    type: 'usage',
    usage: usageOf(
      usage,
      written.find((count) => typeof count === 'number'),
    ),
  }
  const stopSequence = Object.values(providerMetadata ?? {}).map((fields) => fields['stopSequence'])
  yield* stopped(stopSequence.find((said) => typeof said === 'string'))
  state.isFinished = true
  yield { type: 'finish', ...endOf(finishReason, state.failure) }
}

function* stopped(stopSequence: string | undefined): Generator<Part> {
  if (stopSequence !== undefined) yield { type: 'meta', meta: { stopSequence } }
}

const reasons = {
  stop: 'stop',
  length: 'max-tokens',
  'tool-calls': 'tool-calls',
  'content-filter': 'content-filter',
  other: 'other',
  /** V2: the model has not said why it finished. */
  unknown: 'other',
} as const

/** `interrupted` is V4's word for a stream that ended without a finish of the provider. */
function endOf(
  finishReason: FinishReason,
  failure: Failure | undefined,
): Omit<Extract<Part, { type: 'finish' }>, 'type'> {
  const unified = typeof finishReason === 'string' ? finishReason : finishReason.unified
  const raw = typeof finishReason === 'string' ? {} : text('raw', finishReason.raw)
  if (failure !== undefined) return { reason: 'error', failure, ...raw }
  if (unified === 'interrupted') {
    return { reason: 'error', failure: { code: 'TRANSPORT', message: 'interrupted' }, ...raw }
  }
  if (Object.hasOwn(reasons, unified)) return { reason: reasons[unified as keyof typeof reasons], ...raw }
  return { reason: 'error', failure: { code: 'UNKNOWN', message: `finish reason ${unified}` }, ...raw }
}

/** What the stream left unsaid: an error after which no finish came, or one that was thrown. */
export function* end(state: StreamState, how: StreamEnd, wire: WireName): Generator<Part> {
  if (state.isFinished) return
  if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
  else if (how.how === 'threw') {
    yield { type: 'finish', reason: 'error', failure: state.failure ?? failureOf(how.error, wire) }
  } else if (state.failure) yield { type: 'finish', reason: 'error', failure: state.failure }
}

function text<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: string })
}
