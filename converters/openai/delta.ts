/** Reads the prose of a delta or a message: text, reasoning and refusal, in every spelling. Not here: tool calls (tool-calls.ts). */
import {
  LlmEventType,
  type ReasoningDeltaEvent,
  type RefusalDeltaEvent,
  type TextDeltaEvent,
} from './events.ts'
import { asList, asObject, asText, type WireObject } from './wire-values.ts'

export type ProseEvent = TextDeltaEvent | ReasoningDeltaEvent | RefusalDeltaEvent

/** The prose in order: reasoning, content, refusal. Empty pieces give nothing. */
export function readProse(delta: WireObject): ProseEvent[] {
  return [
    ...piece(LlmEventType.ReasoningDelta, reasoningOf(delta)),
    ...readContent(delta.content),
    ...piece(LlmEventType.RefusalDelta, delta.refusal),
  ]
}

/**
 * Names for one thing; a provider that fills several sends the same text several times. OpenRouter's details repeat it once more, and
 * count only where they stand alone (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
function reasoningOf(delta: WireObject): string {
  const said = asText(delta.reasoning_content) || asText(delta.reasoning) || asText(delta.reasoning_text)
  return said || asList(delta.reasoning_details).map(detailText).join('')
}

function detailText(value: unknown): string {
  const detail = asObject(value)
  return asText(detail?.text) || asText(detail?.summary)
}

/** Content is text, or typed parts: Mistral's thinking (https://docs.mistral.ai/capabilities/reasoning), Databricks' reasoning with a summary. */
function readContent(content: unknown): ProseEvent[] {
  if (!Array.isArray(content))
    return typeof content === 'string' ? piece(LlmEventType.TextDelta, content) : readPart(content)
  return content.flatMap((part) =>
    typeof part === 'string' ? piece(LlmEventType.TextDelta, part) : readPart(part),
  )
}

function readPart(value: unknown): ProseEvent[] {
  const part = asObject(value)
  switch (part?.type) {
    case 'text':
    case 'output_text':
      return piece(LlmEventType.TextDelta, part.text)
    case 'thinking':
      return piece(LlmEventType.ReasoningDelta, textOfParts(part.thinking))
    case 'reasoning':
      return piece(LlmEventType.ReasoningDelta, textOfParts(part.summary ?? part.text))
    case 'refusal':
      return piece(LlmEventType.RefusalDelta, part.refusal)
    default:
      return []
  }
}

function textOfParts(value: unknown): string {
  if (!Array.isArray(value)) return asText(value)
  return value.map((part) => asText(part) || asText(asObject(part)?.text)).join('')
}

function piece<T extends ProseEvent['type']>(type: T, text: unknown): { type: T; text: string }[] {
  return typeof text === 'string' && text !== '' ? [{ type, text }] : []
}
