/** The ways a turn can be spelled on the Responses wire. Not here: doing it (write-turn.ts, write-item.ts). */

import type { BlockKind, Turn } from '../../turn/turn.ts'
import type { Spelling } from '../wire.ts'
import { isErrorEvent } from './normalise.ts'

const reference = 'https://platform.openai.com/docs/api-reference/responses-streaming'

function has(kind: BlockKind): (turn: Turn) => boolean {
  return ({ blocks }) => blocks.some(({ type }) => type === kind)
}

function filled(...kinds: BlockKind[]): (turn: Turn) => boolean {
  return ({ blocks }) =>
    blocks.some((block) => kinds.includes(block.type) && 'text' in block && block.text !== '')
}

const hasFilledCall = ({ blocks }: Turn) =>
  blocks.some((block) => block.type === 'tool-call' && block.arguments !== '')
/** Where nothing but its end says what a call's arguments are, a call that never ended would have none. */
const callsAreEnded = (turn: Turn) =>
  hasFilledCall(turn) && turn.blocks.every((block) => block.type !== 'tool-call' || block.complete)
const hasTerminal = ({ finish }: Turn) => finish !== undefined && !isErrorEvent(finish.failure?.raw)
const hasProse = filled('text', 'refusal')

export const spellings = [
  {
    id: 'summary-in-parts',
    group: 'reasoning',
    status: 'legal',
    title: 'The reasoning summary comes in two parts of one item.',
    source: `${reference}/response/reasoning_summary_part/added`,
    fits: ({ blocks }) => blocks.some((block) => block.type === 'reasoning' && block.text.length > 1),
  },
  {
    id: 'reasoning-text',
    group: 'reasoning',
    status: 'legal',
    title: 'Raw reasoning in reasoning_text events, as gpt-oss servers send it.',
    source: 'https://github.com/earendil-works/pi/issues/4191',
    fits: filled('reasoning'),
  },
  {
    id: 'reasoning-only-in-item-done',
    group: 'reasoning',
    status: 'dialect',
    title: 'The summary stands only in output_item.done.',
    source: 'https://github.com/vercel/ai (packages/xai, reasoning items without summary events)',
    fits: filled('reasoning'),
  },
  {
    id: 'signature-in-added',
    group: 'signature',
    status: 'legal',
    title: 'encrypted_content stands in output_item.added already, and another one in output_item.done.',
    source: 'https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items',
    fits: ({ blocks }) => blocks.some((block) => block.type === 'reasoning' && block.signature !== undefined),
  },
  {
    id: 'message-in-parts',
    group: 'message',
    status: 'legal',
    title: 'Adjacent texts and refusals are content parts of one message item.',
    source: `${reference}/response/content_part/added`,
    fits: ({ blocks }) => blocks.filter(({ type }) => type === 'text' || type === 'refusal').length > 1,
  },
  {
    id: 'text-only-in-done',
    group: 'text',
    status: 'dialect',
    title: 'No text deltas: the text stands in output_text.done.',
    source: `${reference}/response/output_text/done`,
    fits: hasProse,
  },
  {
    id: 'text-only-in-item-done',
    group: 'text',
    status: 'dialect',
    title: 'No event for the text but output_item.done.',
    source: `${reference}/response/output_item/done`,
    fits: hasProse,
  },
  {
    id: 'text-without-done',
    group: 'text',
    status: 'dialect',
    title: 'Text deltas without output_text.done and content_part.done.',
    source: 'https://github.com/agentgateway/agentgateway (response stream test data)',
    fits: hasProse,
  },
  {
    id: 'no-content-parts',
    group: 'content-parts',
    status: 'dialect',
    title: 'No content_part events around the text.',
    source: 'https://github.com/agentgateway/agentgateway (response stream test data)',
    fits: (turn) => has('text')(turn) || has('refusal')(turn),
  },
  {
    id: 'arguments-only-in-done',
    group: 'arguments',
    status: 'legal',
    title: 'No argument deltas: they stand in function_call_arguments.done.',
    source: 'https://github.com/vercel/ai (packages/open-responses, LM Studio fixtures)',
    fits: callsAreEnded,
  },
  {
    id: 'arguments-only-in-item-done',
    group: 'arguments',
    status: 'dialect',
    title: 'Arguments stand only in output_item.done.',
    source: `${reference}/response/output_item/done`,
    fits: callsAreEnded,
  },
  {
    id: 'arguments-without-done',
    group: 'arguments',
    status: 'dialect',
    title: 'Argument deltas without function_call_arguments.done.',
    source: `${reference}/response/function_call_arguments/delta`,
    fits: hasFilledCall,
  },
  {
    id: 'empty-arguments-delta',
    group: 'arguments',
    status: 'legal',
    title: 'An empty argument delta before the others.',
    source: 'https://github.com/BerriAI/litellm/issues/39288',
    fits: has('tool-call'),
  },
  {
    id: 'interleaved-calls',
    group: 'order',
    status: 'legal',
    title: 'Events of adjacent calls alternate; output_index tells them apart.',
    source: `${reference}/response/function_call_arguments/delta`,
    fits: ({ blocks }) =>
      blocks.some((block, at) => block.type === 'tool-call' && blocks[at + 1]?.type === 'tool-call'),
  },
  {
    id: 'unknown-events',
    group: 'extra-events',
    status: 'legal',
    title: 'Event types nobody knows yet stand between the others.',
    source: 'https://platform.openai.com/docs/api-reference/backward-compatibility',
  },
  {
    id: 'keepalive-events',
    group: 'extra-events',
    status: 'legal',
    title: 'keepalive events stand between the others.',
    source: 'https://github.com/Effect-TS/effect/releases/tag/@effect%2Fai-openai@0.40.1',
  },
  {
    id: 'queued',
    group: 'start',
    status: 'legal',
    title: 'response.queued comes between created and in_progress.',
    source: `${reference}/response/queued`,
  },
  {
    id: 'no-created',
    group: 'start',
    status: 'dialect',
    title: 'The stream starts with its first item.',
    source: 'https://github.com/vercel/ai (packages/openai, parallel-tool-call-wrapper fixture)',
    fits: hasTerminal,
  },
  {
    id: 'obfuscation',
    group: 'extra-fields',
    status: 'legal',
    title: 'Deltas carry an obfuscation field of random length.',
    source: 'https://platform.openai.com/docs/api-reference/responses/create (stream_options)',
  },
  {
    id: 'phase',
    group: 'extra-fields',
    status: 'legal',
    title: 'Message items carry a phase.',
    source: 'SDK openai, ResponseOutputMessage.phase',
    fits: (turn) => has('text')(turn) || has('refusal')(turn),
  },
  {
    id: 'no-event-names',
    group: 'event-names',
    status: 'dialect',
    title: 'No `event:` lines; the type in the data is all there is.',
    source: 'https://github.com/vercel/ai (packages/openai reads data only)',
  },
  {
    id: 'rotating-item-ids',
    group: 'item-ids',
    status: 'dialect',
    title: 'Every event names its item by another id.',
    source: 'https://github.com/vercel/ai (packages/openai, github-copilot-id-rotation fixture)',
  },
  {
    id: 'no-item-ids',
    group: 'item-ids',
    status: 'dialect',
    title: 'Items have no id and events no item_id; output_index is all there is.',
    source: 'SDK openai, ResponseFunctionToolCall.id is optional',
  },
  {
    id: 'completed-without-output',
    group: 'terminal',
    status: 'dialect',
    title: 'The terminal response has an empty output.',
    source: 'https://github.com/0xPlaygrounds/rig (ChatGPT backend cassettes)',
    fits: (turn) => hasTerminal(turn) && turn.blocks.length > 0,
  },
  {
    id: 'items-only-in-completed',
    group: 'terminal',
    status: 'dialect',
    title: 'No events for items at all: the output stands in the terminal response.',
    source: `${reference}/response/completed`,
    fits: (turn) => hasTerminal(turn) && turn.blocks.length > 0,
  },
  {
    id: 'sparse-response',
    group: 'response',
    status: 'dialect',
    title: 'Response objects hold only what says something.',
    source: 'https://github.com/agentgateway/agentgateway (response stream test data)',
  },
  {
    id: 'usage-without-details',
    group: 'usage',
    status: 'dialect',
    title: 'usage has no details objects.',
    source: 'https://www.openresponses.org/specification',
    fits: ({ usage }) =>
      usage !== undefined && !usage.cacheReadTokens && !usage.cacheWriteTokens && !usage.reasoningTokens,
  },
  {
    id: 'done-trailer',
    group: 'trailer',
    status: 'dialect',
    title: 'The `[DONE]` of chat completions stands behind the stream.',
    source: 'https://openrouter.ai/docs/api-reference/responses-api/basic-usage',
  },
  {
    id: 'error-then-failed',
    group: 'failure',
    status: 'legal',
    title: 'response.failed follows the error event.',
    source: 'https://github.com/vercel/ai/issues/6534',
    fits: ({ finish }) => isErrorEvent(finish?.failure?.raw),
  },
] as const satisfies readonly Spelling[]

export type SpellingId = (typeof spellings)[number]['id']
