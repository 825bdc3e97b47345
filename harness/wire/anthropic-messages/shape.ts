/** What a Messages stream can say, and the mending of drawn turns to it. Not here: the events that say it (write-turn.ts). */

import type { TurnShape } from '../../turn/shape.ts'
import type { Turn, TurnBlock, TurnFinish, TurnMeta, TurnUsage } from '../../turn/turn.ts'
import { objectOf } from '../json-fields.ts'
import { isWholeCall } from '../whole-call.ts'
import { callEndOf } from './content-blocks.ts'
import { outcomes, reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'

const inBand = (type: string, message: string, more: object = {}) => ({
  type: 'error',
  error: { type, message, ...more },
  request_id: 'req_011CTicMbCpUxgi69Pdh',
})

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
  usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
  meta: ['responseId', 'model', 'stopSequence'],
  opaques: [
    {
      kind: 'citation',
      raw: { type: 'web_search_result_location', url: 'https://example.org/a', title: 'A', cited_text: 'a' },
    },
    {
      kind: 'server_tool_use',
      raw: {
        type: 'server_tool_use',
        id: 'srvtoolu_1',
        name: 'web_search',
        input: { query: 'weather "Paris"' },
      },
    },
    {
      kind: 'web_search_tool_result',
      raw: {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{ type: 'web_search_result', url: 'https://example.org/a', title: 'A' }],
      },
    },
    { kind: 'container_upload', raw: { type: 'container_upload', file_id: 'file_1' } },
    { kind: 'not_yet_invented', raw: { type: 'not_yet_invented', payload: [1, null] } },
  ],
  errors: [
    inBand('overloaded_error', 'Overloaded', { details: null }),
    inBand('api_error', 'Internal server error'),
    inBand('rate_limit_error', 'This request would exceed the rate limit for your organization.'),
    inBand('authentication_error', 'invalid x-api-key'),
    inBand('permission_error', 'Your API key does not have permission to use this model.'),
    inBand('not_found_error', 'model: claude-0'),
    inBand('billing_error', 'Extra usage is required for long context requests.'),
    inBand('timeout_error', 'The request took too long.'),
    inBand('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    inBand('invalid_request_error', 'Your credit balance is too low to access the API.'),
    inBand('novel_error', 'Nobody has seen this type yet.'),
  ],
}

/** Nothing but an error, which then is the first event of the stream. */
export function isErrorAlone(turn: Turn): boolean {
  return turn.finish?.reason === 'error' && hasNothing(turn)
}

/** A body without events. */
export function isSilent(turn: Turn): boolean {
  return turn.finish === undefined && hasNothing(turn)
}

function hasNothing({ blocks, usage, meta }: Turn): boolean {
  return blocks.length === 0 && usage === undefined && Object.keys(meta).length === 0
}

/**
 * `message_start` always has an id, a model and both counts, so a turn that says anything has them too. What a turn cannot
 * say here is dropped: a stop sequence beside another reason, a citation without text, a failure beside a reason.
 */
export function normalise(turn: Turn): Turn {
  const finish = finishOf(turn)
  const bare: Turn = {
    blocks: blocksOf(turn.blocks, finish),
    ...(turn.usage === undefined ? {} : { usage: turn.usage }),
    ...(finish === undefined ? {} : { finish }),
    meta: turn.meta,
    state:
      finish === undefined
        ? 'open'
        : finish.reason === 'error' || turn.state !== 'answered'
          ? 'closed'
          : 'answered',
  }
  if (isErrorAlone(bare) || isSilent(bare)) return bare
  return { ...bare, usage: usageOf(turn.usage ?? {}), meta: metaOf(turn.meta, finish) }
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
  for (const block of drawn) {
    const before = kept.at(-1)
    const host = before?.type === 'text' || (before?.type === 'opaque' && before.kind === 'citation')
    if (
      block.type !== 'opaque' ||
      (block.kind === 'citation' ? host : objectOf(block.raw)?.['type'] === block.kind)
    )
      kept.push(block)
  }
  return kept.map((block, at) => mend(block, at === kept.length - 1, finish))
}

function mend(block: TurnBlock, isLast: boolean, finish: TurnFinish | undefined): TurnBlock {
  switch (block.type) {
    case 'tool-call': {
      const { signature: _unsigned, ...call } = block
      const ended = !isLast || block.complete
      return { ...call, complete: isWholeCall({ ended, finish: callEndOf(finish), text: call.arguments }) }
    }
    case 'reasoning': {
      const signed =
        block.signature === undefined || block.signature === '' ? {} : { signature: block.signature }
      if (block.redacted === true) return { type: 'reasoning', text: '', redacted: true, ...signed }
      return { type: 'reasoning', text: block.text, ...signed }
    }
    case 'refusal':
      return { type: 'text', text: block.text }
    case 'text':
    case 'opaque':
      return block
  }
}

function usageOf(usage: TurnUsage): TurnUsage {
  const { raw: _raw, contradiction: _contradiction, ...counts } = usage
  return {
    inputTokens: 0,
    ...counts,
    outputTokens: Math.max(counts.outputTokens ?? 0, counts.reasoningTokens ?? 0),
  }
}

function metaOf(
  { responseId = 'msg_01', model = 'claude-x', stopSequence }: TurnMeta,
  finish: TurnFinish | undefined,
): TurnMeta {
  const isSequence = finish?.raw === 'stop_sequence' && stopSequence !== undefined && stopSequence !== ''
  return { responseId, model, ...(isSequence ? { stopSequence } : {}) }
}
