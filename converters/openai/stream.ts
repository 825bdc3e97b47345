/** Turns the chunks of one stream into events: what each chunk gives, how a stream finishes, and what to say when it just ends. */
import { readProse } from './delta.ts'
import { LlmEventType, type AbortedEvent, type ErrorEvent, type LlmEvent } from './events.ts'
import { localFailure, type LlmFailure } from './failure.ts'
import { mapFinishReason } from './finish-reason.ts'
import { fromOpenAiError } from './sdk-error.ts'
import { readStreamError } from './stream-error.ts'
import type { StreamState } from './stream-state.ts'
import { collectToolCalls, pendingCalls, settleToolCalls, toIncomplete } from './tool-calls.ts'
import type { IncompleteToolCall } from './types.ts'
import { readUsage } from './usage.ts'
import { asList, asObject, asText, type WireObject } from './wire-values.ts'

export type FlushOptions = {
  /** The caller stopped the stream. */
  aborted?: boolean
  /** What reading the stream threw. */
  error?: unknown
}

/** The events of one chunk. Takes anything and never throws; what is not a chunk gives no events. */
export function convertChunk(value: unknown, state: StreamState, generateId: () => string): LlmEvent[] {
  const chunk = asObject(value)
  if (chunk === undefined || state.failed) return []
  state.started = true
  const choice = firstChoice(chunk)
  const hasNewUsage = noteUsage(chunk, choice, state)
  const endsHere = hasNewUsage && isWithoutChoices(chunk)
  const events = state.finishedEmitted ? [] : convertChoice(chunk, choice, endsHere, state, generateId)
  if (endsHere && state.finishedEmitted) events.push(...takeUsage(state))
  return events
}

function convertChoice(
  chunk: WireObject,
  choice: WireObject | undefined,
  endsHere: boolean,
  state: StreamState,
  generateId: () => string,
): LlmEvent[] {
  const delta = deltaOf(choice, state)
  const events: LlmEvent[] = delta ? readProse(delta) : []
  if (delta) collectToolCalls(delta, state)
  if (events.length > 0) state.hasSpoken = true
  const failure = readStreamError(chunk, choice)
  if (failure) return [...events, fail(state, failure)]
  const reason = asText(choice?.finish_reason)
  if (reason !== '' || endsHere) events.push(...finish(state, reason, generateId))
  return events
}

/** A whole `message` counts where nothing was said before it: some servers repeat the answer so far beside or after the deltas. */
function deltaOf(choice: WireObject | undefined, state: StreamState): WireObject | undefined {
  const hasSpoken = state.hasSpoken === true || state.toolCallSlots !== undefined
  return asObject(choice?.delta) ?? (hasSpoken ? undefined : asObject(choice?.message))
}

/** The choice with index 0; with n > 1 the others are other answers. A choice without an index counts by its place. */
function firstChoice(chunk: WireObject): WireObject | undefined {
  return asList(chunk.choices)
    .map(asObject)
    .find((choice, place) => choice && (typeof choice.index === 'number' ? choice.index : place) === 0)
}

/** The extra chunk of `stream_options.include_usage` has an empty list: https://platform.openai.com/docs/api-reference/chat/create */
function isWithoutChoices(chunk: WireObject): boolean {
  return (
    chunk.choices === undefined ||
    chunk.choices === null ||
    (Array.isArray(chunk.choices) && chunk.choices.length === 0)
  )
}

/** Keeps the newest usage and says whether there was any. Values are running totals, so they replace and never add up. */
function noteUsage(chunk: WireObject, choice: WireObject | undefined, state: StreamState): boolean {
  const report = readUsage(chunk, choice)
  if (report === undefined) return false
  state.pendingUsage = report
  return true
}

/** MessageEnd for usage not reported yet, or corrected since. */
function takeUsage(state: StreamState): LlmEvent[] {
  const report = state.pendingUsage
  delete state.pendingUsage
  if (report === undefined || isSame(report.raw, state.reportedUsage?.raw)) return []
  state.reportedUsage = report
  return [{ type: LlmEventType.MessageEnd, usage: report.usage, rawUsage: report.raw }]
}

function isSame(one: WireObject, other: WireObject | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** `reason` is `''` when a usage-only chunk ends the answer; no call is requested then, because nobody said it was whole. */
function finish(state: StreamState, reason: string, generateId: () => string): LlmEvent[] {
  const { requests, incomplete } = settleToolCalls(pendingCalls(state), reason, generateId)
  state.finishedEmitted = true
  return [
    ...requests,
    {
      type: LlmEventType.Finished,
      finishReason: mapFinishReason(reason),
      ...(reason !== '' && { rawFinishReason: reason }),
      ...withIncomplete(incomplete),
    },
  ]
}

function withIncomplete(calls: IncompleteToolCall[]): { incompleteToolCalls?: IncompleteToolCall[] } {
  return calls.length > 0 ? { incompleteToolCalls: calls } : {}
}

function fail(state: StreamState, error: LlmFailure): ErrorEvent | AbortedEvent {
  state.failed = true
  const calls = withIncomplete(pendingCalls(state).map(toIncomplete))
  return error.code === 'ABORTED'
    ? { type: LlmEventType.Aborted, ...calls }
    : { type: LlmEventType.Error, error, ...calls }
}

/**
 * To be called once the stream has ended, however it did. A stream that never finished gives Error (TRANSPORT, EMPTY_RESPONSE when there
 * was no chunk at all, or what `error` says) or Aborted, never Finished; usage that is still held back follows. A second call gives nothing.
 */
export function flushStream(state: StreamState, options: FlushOptions = {}): LlmEvent[] {
  const hasEnded = state.finishedEmitted || state.failed === true
  const events: LlmEvent[] = hasEnded ? [] : [fail(state, endOf(state, options))]
  return [...events, ...takeUsage(state)]
}

function endOf(state: StreamState, options: FlushOptions): LlmFailure {
  if (options.aborted) return localFailure('ABORTED', 'The caller stopped the stream.')
  if (options.error !== undefined) return fromOpenAiError(options.error)
  return state.started
    ? localFailure('TRANSPORT', 'The stream ended before the provider sent a `finish_reason`.')
    : localFailure('EMPTY_RESPONSE', 'The stream ended without a single chunk.')
}
