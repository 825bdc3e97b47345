/** pi-ai's events -> stream chunks, one state per stream. Not here: how a message ended (stop-reason.ts), what closes a call's arguments (tool-arguments.ts). */

import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai'
import { toPiReplayState } from './replay.ts'
import { mapStopReason } from './stop-reason.ts'
import { closeArguments } from './tool-arguments.ts'
import { mapUsage } from './usage.ts'
import { CallId, LlmError, type BlockEnd, type ReasoningBlock, type StreamChunk } from './vocabulary.ts'

export { mapStopReason } from './stop-reason.ts'
export { mapUsage } from './usage.ts'

type Event<T extends AssistantMessageEvent['type']> = Extract<AssistantMessageEvent, { type: T }>
type Prose = { kind: 'text' | 'reasoning'; text: string }
type Call = { kind: 'tool-call'; text: string; id: string; name: string; ended?: BlockEnd }
type State = { blocks: Map<number, Prose | Call> }

/**
 * `events` is what pi-ai's `stream()` returns; `contextWindow`, in tokens, is passed to mapStopReason. Every event is read
 * while it is at hand, since `partial` is one live object that pi-ai goes on changing.
 *
 * @throws LlmError (TRANSPORT) when the events stop without `done` or `error`; what `events` throws passes through.
 */
export async function* toStreamChunks(
  events: AsyncIterable<AssistantMessageEvent>,
  contextWindow?: number,
): AsyncGenerator<StreamChunk> {
  const state: State = { blocks: new Map() }
  for await (const event of events) {
    yield* toChunks(event, state, contextWindow)
    if (event.type === 'done' || event.type === 'error') return
  }
  throw new LlmError('pi-ai stream ended without done/error', { code: 'TRANSPORT' })
}

function toChunks(event: AssistantMessageEvent, state: State, contextWindow?: number): StreamChunk[] {
  switch (event.type) {
    case 'start':
      return []
    case 'text_start':
      return startProse(event.contentIndex, 'text', state)
    case 'thinking_start':
      return startProse(event.contentIndex, 'reasoning', state)
    case 'toolcall_start':
      state.blocks.set(event.contentIndex, { kind: 'tool-call', text: '', ...readCall(event) })
      return [{ type: 'block-start', index: event.contentIndex, blockType: 'tool-call' }]
    case 'text_delta':
    case 'thinking_delta':
      return proseDelta(event, state)
    case 'toolcall_delta':
      return callDelta(event, state)
    case 'text_end':
    case 'thinking_end':
      return endProse(event, state)
    case 'toolcall_end':
      return endCall(event, state)
    case 'done':
      return finish(event.message, state, contextWindow)
    case 'error':
      return finish(withErrorStop(event), state, contextWindow)
    default:
      // An event of a later pi-ai: it carries nothing this vocabulary has a word for.
      return []
  }
}

function startProse(index: number, kind: Prose['kind'], { blocks }: State): StreamChunk[] {
  blocks.set(index, { kind, text: '' })
  return [{ type: 'block-start', index, blockType: kind }]
}

function proseDelta(event: Event<'text_delta' | 'thinking_delta'>, { blocks }: State): StreamChunk[] {
  const { contentIndex: index, delta, partial } = event
  if (delta === redactedNotice && isRedacted(partial, index)) return []
  const block = blocks.get(index)
  if (block !== undefined) block.text += delta
  return [{ type: event.type === 'text_delta' ? 'text-delta' : 'reasoning-delta', index, text: delta }]
}

/** What pi-ai writes in place of an encrypted block: on Bedrock as a delta, elsewhere at once. It is not the model's text. */
const redactedNotice = '[Reasoning redacted]'

/** `content` is the whole block: what no delta said is said now. */
function endProse(event: Event<'text_end' | 'thinking_end'>, { blocks }: State): StreamChunk[] {
  const { contentIndex: index, content, partial } = event
  const said = blocks.get(index)?.text ?? ''
  blocks.delete(index)
  if (event.type === 'thinking_end' && isRedacted(partial, index)) {
    return [endOf(index, { kind: 'reasoning', text: said }, { redacted: true })]
  }
  const kind = event.type === 'text_end' ? 'text' : 'reasoning'
  return [...lateDelta(index, { kind, text: said }, content), endOf(index, { kind, text: content })]
}

/** What of the whole text no delta said; a beginning that was left out cannot be put before what was said since. */
function lateDelta(index: number, { kind, text }: Prose, whole: string): StreamChunk[] {
  const rest = whole.startsWith(text) ? whole.slice(text.length) : ''
  return rest === '' ? [] : [{ type: `${kind}-delta`, index, text: rest }]
}

function isRedacted(partial: AssistantMessage, index: number): boolean {
  const block = partial.content[index]
  return block?.type === 'thinking' && block.redacted === true
}

function endOf(index: number, { kind, text }: Prose, extra?: Pick<ReasoningBlock, 'redacted'>): BlockEnd {
  return { type: 'block-end', index, block: { type: kind, text, ...extra } }
}

function callDelta(event: Event<'toolcall_delta'>, state: State): StreamChunk[] {
  const { contentIndex: index, delta } = event
  const call = callAt(index, state)
  const seen = readCall(event)
  call.id ||= seen.id
  call.name ||= seen.name
  call.text += delta
  const name = call.name === '' ? undefined : { name: call.name }
  return [{ type: 'tool-call-delta', index, id: CallId(call.id), ...name, argumentsDelta: delta }]
}

function callAt(index: number, { blocks }: State): Call {
  const block = blocks.get(index)
  if (block?.kind === 'tool-call') return block
  const call: Call = { kind: 'tool-call', text: '', id: '', name: '' }
  blocks.set(index, call)
  return call
}

/** Id and name so far; the entry may still be missing, and either may come late. */
function readCall(event: Event<'toolcall_start' | 'toolcall_delta'>): { id: string; name: string } {
  const entry = event.partial.content[event.contentIndex]
  return entry?.type === 'toolCall' ? { id: entry.id, name: entry.name } : { id: '', name: '' }
}

/** Kept back until `done`: after a cut pi-ai ends the calls it has, and reports the cut only then. */
function endCall({ contentIndex: index, toolCall }: Event<'toolcall_end'>, state: State): StreamChunk[] {
  const call = callAt(index, state)
  const id = CallId(toolCall.id || call.id)
  const name = toolCall.name || call.name
  const block = { type: 'tool-call' as const, id, name, ...closeArguments(call.text, toolCall) }
  call.ended = { type: 'block-end', index, block }
  return []
}

function withErrorStop({ error, reason }: Event<'error'>): AssistantMessage {
  const isFailure = error.stopReason === 'error' || error.stopReason === 'aborted'
  return isFailure ? error : { ...error, stopReason: reason }
}

function finish(message: AssistantMessage, state: State, contextWindow?: number): StreamChunk[] {
  const reason = mapStopReason(message, contextWindow)
  const hasFailed = reason.kind === 'error' || reason.kind === 'aborted'
  const prose = endsOfProse(message, state)
  const ends = hasFailed ? prose : [...prose, ...endsOfCalls(state, reason.kind === 'max-tokens')]
  const { rawStopReason } = message
  return [
    ...ends,
    { type: 'usage', usage: mapUsage(message.usage) },
    {
      type: 'finish',
      reason,
      ...(!hasFailed && { replayState: toPiReplayState(withoutOpen(message, state, ends)) }),
      ...(rawStopReason !== undefined && { rawStopReason }),
    },
  ]
}

/** pi-ai leaves a text open when the stream fails inside it; the message may hold more of it than the deltas said. */
function endsOfProse({ content }: AssistantMessage, { blocks }: State): StreamChunk[] {
  return [...blocks].flatMap(([index, block]) => {
    if (block.kind === 'tool-call') return []
    const whole = wholeText(content[index], block)
    return [...lateDelta(index, block, whole), endOf(index, { kind: block.kind, text: whole })]
  })
}

function wholeText(entry: AssistantMessage['content'][number] | undefined, { text }: Prose): string {
  const held = entry?.type === 'text' ? entry.text : readableThinking(entry)
  return held.startsWith(text) ? held : text
}

function readableThinking(entry: AssistantMessage['content'][number] | undefined): string {
  return entry?.type === 'thinking' && entry.redacted !== true ? entry.thinking : ''
}

/** A call that the token limit cut before its arguments would close as `{}`, which the model never said: it stays open. */
function endsOfCalls({ blocks }: State, isCut: boolean): BlockEnd[] {
  return [...blocks.values()].flatMap((block) => {
    if (block.kind !== 'tool-call' || block.ended === undefined) return []
    return isCut && block.text.trim() === '' ? [] : [block.ended]
  })
}

/** Replay metadata goes with the blocks that were ended: only those become content. */
function withoutOpen(
  message: AssistantMessage,
  { blocks }: State,
  ends: readonly StreamChunk[],
): AssistantMessage {
  const isOpen = (index: number): boolean =>
    blocks.has(index) && !ends.some((end) => end.type === 'block-end' && end.index === index)
  return { ...message, content: message.content.filter((_, index) => !isOpen(index)) }
}
