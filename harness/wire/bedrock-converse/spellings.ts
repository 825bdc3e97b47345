/** The ways a ConverseStream may be written, each with where it was seen. Not here: writing them (write-turn.ts, write-blocks.ts). */

import type { Turn, TurnBlock } from '../../turn/turn.ts'
import type { Spelling } from '../wire.ts'
import { callEndOf } from './outcomes.ts'
import { isSilent } from './shape.ts'

/** Whether a spelling of this id was chosen. */
export type Uses = (id: SpellingId) => boolean
export type SpellingId = (typeof table)[number]['id']

const api = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html'
const sdk = '@aws-sdk/client-bedrock-runtime, dist-types/models/models_0.d.ts'
const vercel = 'https://github.com/vercel/ai'
const fixtures = `${vercel}/tree/main/packages/amazon-bedrock/src/__fixtures__`

const table = [
  {
    id: 'padding',
    group: 'fields',
    status: 'legal',
    title:
      'Every payload has a field `p` of letters that says nothing, as the service sends it against guessing lengths.',
    source: 'https://github.com/0xPlaygrounds/rig, tests/cassettes (bedrock)',
    fits: speaks,
  },
  {
    id: 'unknown-fields',
    group: 'fields',
    status: 'legal',
    title: 'Every payload has a field nobody knows.',
    source: 'https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html',
    fits: speaks,
  },
  {
    id: 'unknown-event',
    group: 'unknown',
    status: 'legal',
    title: 'An event of a type nobody knows follows messageStart.',
    source: `${sdk}, ConverseStreamOutput.$UnknownMember`,
    fits: speaks,
  },
  {
    id: 'unknown-delta',
    group: 'unknown',
    status: 'legal',
    title: 'A delta with a member nobody knows ends the first block of text.',
    source: `${sdk}, ContentBlockDelta.$UnknownMember`,
    fits: hasText,
  },
  {
    id: 'sorted-keys',
    group: 'json',
    status: 'legal',
    title: 'The keys of every payload stand in alphabetical order, so `p` comes between others.',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
    fits: speaks,
  },
  {
    id: 'wrapped-payload',
    group: 'wrapping',
    status: 'dialect',
    title: 'Every payload stands under the name of its event.',
    source: fixtures,
    fits: speaks,
  },
  {
    id: 'no-message-start',
    group: 'message-start',
    status: 'dialect',
    title: 'There is no messageStart.',
    source: fixtures,
    fits: speaks,
  },
  {
    id: 'text-start',
    group: 'text-start',
    status: 'dialect',
    title: 'Text has a contentBlockStart with an empty start.',
    source: `${fixtures}/amazon-bedrock-tool-no-args.chunks.txt`,
    fits: hasText,
  },
  {
    id: 'empty-first-text',
    group: 'first-text',
    status: 'legal',
    title: 'The first delta of every text is empty.',
    source: 'https://github.com/Arize-ai/openinference, recordings of Amazon Nova',
    fits: hasText,
  },
  {
    id: 'empty-input-delta',
    group: 'input',
    status: 'legal',
    title: 'The first input delta of every call is empty.',
    source: `${vercel}/pull/10859`,
    fits: hasCalls,
  },
  {
    id: 'empty-input-in-start',
    group: 'input',
    status: 'dialect',
    title: 'The start of every call has `input: {}`.',
    source: `${vercel}/pull/10859`,
    fits: hasCalls,
  },
  {
    id: 'interleaved-blocks',
    group: 'order',
    status: 'legal',
    title: 'The deltas of all blocks take turns.',
    source: `${api} (contentBlockIndex tells blocks apart)`,
    fits: (turn: Turn) => turn.blocks.length > 1,
  },
  {
    id: 'one-index',
    group: 'order',
    status: 'dialect',
    title: 'Every block has contentBlockIndex 0.',
    source: 'https://github.com/danny-avila/LibreChat/pull/10647',
    fits: (turn: Turn) => turn.blocks.length > 1,
  },
  {
    id: 'no-block-stops',
    group: 'stops',
    status: 'dialect',
    title: 'No block gets a contentBlockStop.',
    source: `${fixtures}/amazon-bedrock-json-tool.3.chunks.txt`,
    fits: (turn: Turn) => callEndOf(turn.finish) === 'fair' && turn.blocks.length > 0,
  },
  {
    id: 'cut-block-open',
    group: 'stops',
    status: 'dialect',
    title: 'The block that a limit or a filter cut gets no contentBlockStop.',
    source: 'a bend of the rules, as anthropic-messages is seen to do',
    fits: (turn: Turn) => callEndOf(turn.finish) === 'cut' && !isWhole(turn.blocks.at(-1)),
  },
  {
    id: 'metadata-before-stop',
    group: 'end',
    status: 'dialect',
    title: 'metadata comes before messageStop.',
    source: fixtures,
    fits: hasUsage,
  },
  {
    id: 'null-stop-sequence',
    group: 'stop-fields',
    status: 'legal',
    title: 'additionalModelResponseFields has a stop_sequence of null.',
    source: `${vercel}/pull/11387`,
    fits: (turn: Turn) => hasReason(turn) && turn.meta.stopSequence === undefined,
  },
  {
    id: 'stop-sequence-in-delta',
    group: 'stop-fields',
    status: 'legal',
    title: 'The stop sequence, or null, stands under `delta` in additionalModelResponseFields.',
    source: `${vercel}/pull/11410`,
    fits: hasReason,
  },
  {
    id: 'cache-count-names',
    group: 'usage',
    status: 'legal',
    title: 'The cache counts come under two names each.',
    source: 'https://github.com/DataDog/dd-trace-py, botocore cassettes (prompt caching)',
    fits: (turn: Turn) =>
      turn.usage?.cacheReadTokens !== undefined || turn.usage?.cacheWriteTokens !== undefined,
  },
  {
    id: 'usage-without-total',
    group: 'usage',
    status: 'dialect',
    title: 'Usage has no totalTokens.',
    source: 'a bend of the rules',
    fits: hasUsage,
  },
  {
    id: 'usage-extras',
    group: 'usage-extras',
    status: 'legal',
    title: 'Usage has serverToolUsage and cacheDetails beside the counts.',
    source: `${sdk}, TokenUsage`,
    fits: hasUsage,
  },
  {
    id: 'guardrail-trace',
    group: 'metadata',
    status: 'legal',
    title: 'metadata has the trace of a guardrail.',
    source: `${sdk}, ConverseStreamTrace`,
    fits: hasUsage,
  },
  {
    id: 'capital-exception',
    group: 'error',
    status: 'dialect',
    title: 'The exception’s name begins with a capital.',
    source:
      'https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html (as HTTP answers name it)',
    fits: isFailed,
  },
  {
    id: 'error-message',
    group: 'error',
    status: 'legal',
    title: 'The failure comes as a message of type error, code and text in its headers.',
    source: 'https://smithy.io/2.0/aws/amazon-eventstream.html',
    fits: isFailed,
  },
] as const satisfies readonly Spelling[]

export const spellings: readonly Spelling[] = table

function speaks(turn: Turn): boolean {
  return !isSilent(turn)
}

function hasText(turn: Turn): boolean {
  return turn.blocks.some(({ type }) => type === 'text')
}

function hasCalls(turn: Turn): boolean {
  return turn.blocks.some(({ type }) => type === 'tool-call')
}

function hasReason(turn: Turn): boolean {
  return turn.finish?.raw !== undefined
}

function hasUsage(turn: Turn): boolean {
  return turn.usage !== undefined
}

function isFailed(turn: Turn): boolean {
  return turn.finish?.reason === 'error'
}

function isWhole(block: TurnBlock | undefined): boolean {
  return block?.type === 'tool-call' && block.complete
}
