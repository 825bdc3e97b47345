/** Reads an answer that was not streamed. Not here: streams (stream.ts); both use the same readers, so they agree. */
import { readProse, type ProseEvent } from './delta.ts'
import { LlmEventType, type ToolCallRequestEvent } from './events.ts'
import { localFailure, type LlmFailure } from './failure.ts'
import { mapFinishReason } from './finish-reason.ts'
import { readStreamError } from './stream-error.ts'
import { readFragments, settleToolCalls, type SettledToolCalls } from './tool-calls.ts'
import type { LlmContent, LlmResponse, LlmToolCallContent } from './types.ts'
import { readUsage } from './usage.ts'
import { asList, asObject, asText, type WireObject } from './wire-values.ts'

/** Reads any body and never throws; `error` says when it is an error or no answer. `model` is used where the answer names none. */
export function fromOpenAiResponse(body: unknown, model: string, generateId: () => string): LlmResponse {
  const response = asObject(body) ?? {}
  const choices = asList(response.choices).map(asObject)
  const choice = choices.find((choice) => choice?.index === 0) ?? choices[0]
  const message = asObject(choice?.message) ?? {}
  const reason = asText(choice?.finish_reason)
  const calls = readCalls(message, reason, generateId)
  return {
    id: asText(response.id),
    model: asText(response.model) || model,
    content: [...toBlocks(readProse(message)), ...calls.requests.map(toToolCall)],
    stopReason: mapFinishReason(reason),
    ...(reason !== '' && { rawFinishReason: reason }),
    ...usageOf(response, choice),
    ...(calls.incomplete.length > 0 && { incompleteToolCalls: calls.incomplete }),
    ...errorOf(body, response, choice),
  }
}

/** A body is sent whole, so a missing reason does not make its calls doubtful, unlike in a stream. */
function readCalls(message: WireObject, reason: string, generateId: () => string): SettledToolCalls {
  const calls = readFragments(message).map(({ id, name, text }) => ({ id, name, argumentsJson: text }))
  return settleToolCalls(calls, reason || 'stop', generateId)
}

/** Neighbours of one kind become one block. */
function toBlocks(pieces: ProseEvent[]): LlmContent[] {
  const joined: ProseEvent[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.type === piece.type) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined.map(toBlock)
}

function toBlock({ type, text }: ProseEvent): LlmContent {
  if (type === LlmEventType.TextDelta) return { type: 'text', text }
  return type === LlmEventType.ReasoningDelta
    ? { type: 'thought', thought: text }
    : { type: 'refusal', refusal: text }
}

/** The text is kept only where it says more than the value: blanks, big integers, repeated keys, or what does not parse. */
function toToolCall({
  callId,
  name,
  args,
  argumentsText,
  argumentsError,
}: ToolCallRequestEvent): LlmToolCallContent {
  const saysMore = argumentsText.trim() !== '' && argumentsText !== JSON.stringify(args)
  return {
    type: 'tool_call',
    id: callId,
    name,
    arguments: args,
    ...(saysMore && { argumentsText }),
    ...(argumentsError && { argumentsError }),
  }
}

function usageOf(
  response: WireObject,
  choice: WireObject | undefined,
): Pick<LlmResponse, 'usage' | 'rawUsage'> {
  const report = readUsage(response, choice)
  return report ? { usage: report.usage, rawUsage: report.raw } : {}
}

function errorOf(
  body: unknown,
  response: WireObject,
  choice: WireObject | undefined,
): { error?: LlmFailure } {
  const error = readStreamError(response, choice)
  if (error) return { error }
  return choice ? {} : { error: localFailure('EMPTY_RESPONSE', emptyMessage(body)) }
}

function emptyMessage(body: unknown): string {
  const found = body === null ? 'null' : Array.isArray(body) ? 'a list' : `a ${typeof body}`
  return `The answer holds no \`choices\`: expected an object with at least one choice, found ${found}.`
}
