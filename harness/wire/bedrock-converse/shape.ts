/** What a ConverseStream can say, and the mending of drawn turns to it. Not here: the events that say it (write-turn.ts). */

import type { TurnShape } from '../../turn/shape.ts'
import type { Turn, TurnBlock, TurnFinish, TurnUsage } from '../../turn/turn.ts'
import { objectOf } from '../json-fields.ts'
import { isWholeCall } from '../whole-call.ts'
import { callEndOf, outcomes, reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'

export const shape: TurnShape = {
  kinds: ['reasoning', 'text', 'opaque', 'tool-call'],
  segments: true,
  parallelCalls: true,
  callIds: 'always',
  signatures: ['reasoning'],
  redacted: true,
  argumentsAs: 'text',
  loneSurrogates: true,
  finishes: Object.keys(outcomes).map((raw) => ({ raw, reason: reasonOf(raw) })),
  usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'],
  meta: ['stopSequence'],
  opaques: [
    { kind: 'citation', raw: { location: { web: { url: 'https://example.org/a', domain: 'example.org' } } } },
    {
      kind: 'server_tool_use',
      raw: {
        toolUse: {
          toolUseId: 'tooluse_1',
          name: 'nova_grounding',
          type: 'server_tool_use',
          input: { query: 'weather' },
        },
      },
    },
    {
      kind: 'nova_grounding_result',
      raw: {
        toolResult: {
          toolUseId: 'tooluse_1',
          type: 'nova_grounding_result',
          status: 'success',
          content: [{ text: 'a' }, { text: 'b' }],
        },
      },
    },
    { kind: 'image', raw: { image: { format: 'png', source: { bytes: 'AAAA' } } } },
    { kind: 'notYetInvented', raw: { notYetInvented: { payload: [1, null] } } },
  ],
  errors: [
    { throttlingException: { message: 'Too many tokens, please wait before trying again.' } },
    { throttlingException: { message: 'Too many requests, please wait before trying again.' } },
    {
      internalServerException: {
        message: 'The system encountered an unexpected error during processing. Try your request again.',
      },
    },
    {
      modelStreamErrorException: {
        message: 'The model stream failed.',
        originalStatusCode: 500,
        originalMessage: 'upstream',
      },
    },
    { serviceUnavailableException: { message: 'Bedrock is unable to process your request.' } },
    { validationException: { message: 'The provided request is not valid.' } },
    { validationException: { message: 'Input is too long for requested model.' } },
    { novelException: { message: 'Nobody has seen this exception yet.' } },
  ],
}

/** A body without events. */
export function isSilent({ blocks, finish }: Turn): boolean {
  return finish === undefined && blocks.length === 0
}

/**
 * Usage comes with `metadata` alone, so only a closed turn has it, and always both counts. What a turn cannot say here is
 * dropped: ids and models, a stop sequence beside another reason, a citation without text, a failure beside a reason.
 */
export function normalise(turn: Turn): Turn {
  const finish = finishOf(turn)
  const isFailed = finish?.reason === 'error'
  const state = finish === undefined ? 'open' : isFailed || turn.state !== 'answered' ? 'closed' : 'answered'
  const { stopSequence = '' } = turn.meta
  return {
    blocks: blocksOf(turn.blocks, finish),
    ...(state === 'closed' && !isFailed ? { usage: usageOf(turn.usage ?? {}) } : {}),
    ...(finish === undefined ? {} : { finish }),
    meta: finish?.raw === 'stop_sequence' && stopSequence !== '' ? { stopSequence } : {},
    state,
  }
}

function finishOf({ finish, state }: Turn): TurnFinish | undefined {
  if (finish?.reason === 'error') {
    return { reason: 'error', failure: readInBandError(finish.failure?.raw ?? shape.errors[0]) }
  }
  if (finish?.raw === undefined || state === 'open') return undefined
  return { reason: reasonOf(finish.raw), raw: finish.raw }
}

function blocksOf(drawn: readonly TurnBlock[], finish: TurnFinish | undefined): TurnBlock[] {
  const kept: TurnBlock[] = []
  for (const block of drawn) if (canFollow(kept.at(-1), block)) kept.push(block)
  return kept.map((block, at) => mend(block, at === kept.length - 1, finish))
}

/** A citation belongs to a text, and an opaque block is an object with one member. */
function canFollow(before: TurnBlock | undefined, block: TurnBlock): boolean {
  if (block.type !== 'opaque') return true
  if (block.kind !== 'citation') return Object.keys(objectOf(block.raw) ?? {}).length === 1
  return before?.type === 'text' || (before?.type === 'opaque' && before.kind === 'citation')
}

function mend(block: TurnBlock, isLast: boolean, finish: TurnFinish | undefined): TurnBlock {
  switch (block.type) {
    case 'tool-call': {
      const { signature: _unsigned, ...call } = block
      const ended = !isLast || block.complete
      return { ...call, complete: isWholeCall({ ended, finish: callEndOf(finish), text: call.arguments }) }
    }
    case 'reasoning': {
      const { signature = '' } = block
      if (block.redacted === true && signature !== '')
        return { type: 'reasoning', text: '', redacted: true, signature }
      return { type: 'reasoning', text: block.text, ...(signature === '' ? {} : { signature }) }
    }
    case 'refusal':
      return { type: 'text', text: block.text }
    case 'text':
    case 'opaque':
      return block
  }
}

function usageOf(usage: TurnUsage): TurnUsage {
  const { raw: _raw, contradiction: _contradiction, reasoningTokens: _untold, ...counts } = usage
  return { inputTokens: 0, outputTokens: 0, ...counts }
}
