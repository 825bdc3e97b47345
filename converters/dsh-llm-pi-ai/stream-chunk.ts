/** The stream chunks of dsh's LLM seam, and what they mean: they are nearly the neutral parts. Not here: the context that gives them (driver.ts). */

import type { FailureCode, Part } from '../../harness/index.ts'
import { argumentsGiven, proseGiven } from '../published/given-text.ts'

type Failure = {
  message: string
  code: string
  status?: number
  providerRetryAfterMs?: number
  requestId?: string
}
type Block =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string }

export type StreamChunk =
  | { type: 'block-start'; index: number; blockType: 'text' | 'reasoning' | 'tool-call' }
  | { type: 'text-delta' | 'reasoning-delta'; index: number; text: string }
  | { type: 'tool-call-delta'; index: number; id: string; name?: string; argumentsDelta: string }
  | { type: 'block-end'; index: number; block: Block }
  | {
      type: 'usage'
      usage: {
        inputTokens: number
        outputTokens: number
        cacheReadTokens?: number
        cacheWriteTokens?: number
        reasoningTokens?: number
      }
    }
  | {
      type: 'finish'
      replayState?: unknown
      reason: { kind: 'stop' | 'tool-calls' | 'max-tokens' } | { kind: 'aborted' | 'error'; failure: Failure }
    }

export function* project(chunk: StreamChunk): Generator<Part> {
  switch (chunk.type) {
    case 'block-start':
      yield { type: 'block-start', index: chunk.index, kind: chunk.blockType }
      return
    case 'text-delta':
    case 'reasoning-delta':
      yield { type: chunk.type, index: chunk.index, text: proseGiven(chunk.text) }
      return
    case 'tool-call-delta': {
      const { index, id, name, argumentsDelta } = chunk
      yield {
        type: 'tool-call-delta',
        index,
        id,
        argumentsDelta: argumentsGiven(argumentsDelta),
        ...(name === undefined ? {} : { name }),
      }
      return
    }
    case 'block-end':
      yield { type: 'block-end', index: chunk.index, block: blockOf(chunk.block) }
      return
    case 'usage':
      yield { type: 'usage', usage: usageOf(chunk.usage) }
      return
    case 'finish':
      yield { type: 'finish', ...finishOf(chunk.reason) }
  }
}

function blockOf(block: Block): Extract<Part, { type: 'block-end' }>['block'] {
  if (block.type !== 'tool-call') return { type: block.type, text: proseGiven(block.text) }
  return { type: 'tool-call', id: block.id, name: block.name, arguments: block.arguments }
}

type Usage = Extract<StreamChunk, { type: 'usage' }>['usage']

function usageOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens }: Usage) {
  return {
    inputTokens,
    outputTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  }
}

type Reason = Extract<StreamChunk, { type: 'finish' }>['reason']

function finishOf(reason: Reason): Omit<Extract<Part, { type: 'finish' }>, 'type'> {
  if (!('failure' in reason)) return { reason: reason.kind }
  const { code, message } = reason.failure
  return { reason: reason.kind, failure: { code: codes[code] ?? 'UNKNOWN', message } }
}

/** Its codes by the names of ours. */
const codes: Readonly<Record<string, FailureCode>> = {
  AUTH: 'AUTH',
  QUOTA: 'QUOTA',
  RATE_LIMIT: 'RATE_LIMIT',
  SERVER: 'SERVER',
  TIMEOUT: 'TIMEOUT',
  TRANSPORT: 'TRANSPORT',
  CONTEXT_WINDOW_EXCEEDED: 'CONTEXT_WINDOW_EXCEEDED',
  INVALID_REQUEST: 'INVALID_REQUEST',
  EMPTY_RESPONSE: 'EMPTY_RESPONSE',
  ABORTED: 'ABORTED',
  PI_AI_ERROR: 'UNKNOWN',
}
