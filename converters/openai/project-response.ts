/** Projects a non-streamed answer to neutral parts, through the events a stream would have given for it. */

import type { Part } from '../../harness/index.ts'
import { LlmEventType, type LlmEvent } from './events.ts'
import { BlockIndexes, project } from './project.ts'
import type { LlmContent, LlmResponse } from './types.ts'

export function* projectResponse(response: LlmResponse): Generator<Part> {
  const indexes = new BlockIndexes()
  for (const event of eventsOf(response)) yield* project(event, indexes)
}

function* eventsOf(response: LlmResponse): Generator<LlmEvent> {
  const { content, stopReason, rawFinishReason, incompleteToolCalls, usage, rawUsage, error } = response
  for (const block of content) yield* eventOf(block)
  const incomplete = incompleteToolCalls ? { incompleteToolCalls } : {}
  if (error) {
    yield { type: LlmEventType.Error, error, ...incomplete }
  } else {
    const raw = rawFinishReason === undefined ? {} : { rawFinishReason }
    yield { type: LlmEventType.Finished, finishReason: stopReason, ...raw, ...incomplete }
  }
  if (usage) yield { type: LlmEventType.MessageEnd, usage, rawUsage: rawUsage ?? {} }
}

function* eventOf(block: LlmContent): Generator<LlmEvent> {
  switch (block.type) {
    case 'text':
      yield { type: LlmEventType.TextDelta, text: block.text }
      return
    case 'thought':
      yield { type: LlmEventType.ReasoningDelta, text: block.thought }
      return
    case 'refusal':
      yield { type: LlmEventType.RefusalDelta, text: block.refusal }
      return
    case 'tool_call': {
      const { id: callId, name, arguments: args, argumentsText, argumentsError } = block
      yield {
        type: LlmEventType.ToolCallRequest,
        callId,
        name,
        args,
        argumentsText: argumentsText ?? JSON.stringify(args),
        ...(argumentsError ? { argumentsError } : {}),
      }
      return
    }
    // An answer holds neither.
    case 'image':
    case 'tool_result':
  }
}
