/** Projects the converter's stream chunks to neutral parts, and declares what it keeps. Not here: the driver (driver.ts). */

import type {
  Capabilities,
  Failure,
  FailureCode,
  Outcome,
  Part,
  RequestFeature,
  WireName,
} from '../../harness/index.ts'
import type { BlockEnd, ErrorCode, FinishReason, StreamChunk } from './vocabulary.ts'
import { LlmError } from './vocabulary.ts'

const filtered: Outcome = { reason: 'error', code: 'CONTENT_FILTER' }

/**
 * pi-ai holds arguments as objects, takes images inline only, has no refusal, and drops reasoning of a message whose origin
 * it is not told: that comes with the replay state.
 */
const lacking: readonly RequestFeature[] = [
  'argument-text',
  'image-url',
  'refusal',
  'reasoning',
  'reasoning-signature',
  'redacted-reasoning',
  'call-signature',
]
/** Fields that only the adapters of OpenAI's APIs can be given. */
const lackingOptions: readonly RequestFeature[] = [
  ...lacking,
  'top-p',
  'stop',
  'format-json',
  'format-schema',
]

/** pi-ai has no refusal block, and makes an error of every finish that is not a plain one. */
export const capabilities: Partial<Capabilities> = {
  refusal: 'none',
  usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
  usageBase: { inputHasCache: false, outputHasReasoning: true },
  finish: { empty: { reason: 'error', code: 'EMPTY_RESPONSE' }, content_filter: filtered },
  requestLacks: lacking,
}

export const capabilitiesByWire: Partial<Record<WireName, Partial<Capabilities>>> = {
  // What pi-ai loses here is its fault, not a choice: see known-failing.txt.
  'openai-chat': { refusal: 'own' },
  // It shows a refusal as text here.
  'openai-responses': { refusal: 'as-text' },
  'anthropic-messages': { requestLacks: lackingOptions },
  gemini: { requestLacks: [...lackingOptions, 'tool-choice-named'] },
  mistral: { requestLacks: lackingOptions },
  // It sends the model's limit where none is asked for.
  'bedrock-converse': { requestLacks: [...lackingOptions, 'no-max-tokens'] },
}

/** The converter throws only where pi-ai broke its own contract. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { code: error instanceof LlmError && error.code === 'TRANSPORT' ? 'TRANSPORT' : 'UNKNOWN', message }
}

export function* project(chunk: StreamChunk): Generator<Part> {
  switch (chunk.type) {
    case 'block-start':
      yield { type: 'block-start', index: chunk.index, kind: chunk.blockType }
      return
    case 'text-delta':
    case 'reasoning-delta':
      yield { type: chunk.type, index: chunk.index, text: chunk.text }
      return
    case 'tool-call-delta': {
      const { index, id, name, argumentsDelta } = chunk
      yield { type: 'tool-call-delta', index, id, argumentsDelta, ...(name === undefined ? {} : { name }) }
      return
    }
    case 'block-end':
      yield { type: 'block-end', index: chunk.index, block: neutralBlock(chunk.block) }
      return
    case 'usage':
      yield { type: 'usage', usage: chunk.usage }
      return
    case 'finish':
      yield { type: 'finish', ...neutralFinish(chunk.reason, chunk.rawStopReason) }
  }
}

function neutralBlock(block: BlockEnd['block']) {
  if (block.type !== 'tool-call') return block
  const { id, name, arguments: text, argumentsError } = block
  return {
    type: 'tool-call' as const,
    id,
    name,
    arguments: text,
    ...(argumentsError === undefined ? {} : { invalid: true }),
  }
}

function neutralFinish(reason: FinishReason, rawStopReason: string | undefined) {
  const raw = rawStopReason === undefined ? {} : { raw: rawStopReason }
  switch (reason.kind) {
    case 'stop':
    case 'max-tokens':
    case 'tool-calls':
      return { reason: reason.kind, ...raw }
    case 'other':
      return { reason: reason.kind, raw: reason.raw }
    case 'aborted':
    case 'error':
      return {
        reason: reason.kind,
        failure: { code: neutralCode(reason.failure.code), message: reason.failure.message },
        ...raw,
      }
  }
}

function neutralCode(code: ErrorCode): FailureCode {
  return code === 'PI_AI_ERROR' ? 'UNKNOWN' : code
}
