/** Situations of the Messages API about token counts. */

import type { Situation } from '../situation.ts'
import { counts, finish, said, text } from '../situation-turns.ts'

const streaming = 'https://platform.claude.com/docs/en/build-with-claude/streaming'
const sdk = 'https://github.com/anthropics/anthropic-sdk-typescript, src/resources/messages/messages.ts'

const stop = finish('stop', 'end_turn')
const full = { inputTokens: 10, cacheReadTokens: 100, cacheWriteTokens: 20, outputTokens: 50 }
const hello = said([text('Hello')], stop, { usage: counts })
const counted = said([text('Hello')], stop, { usage: full })

export const usageSituations: readonly Situation[] = [
  {
    id: 'usage-with-cache',
    status: 'legal',
    title: 'Cache counts in message_start, cumulative output in message_delta',
    source: `${streaming}#event-types`,
    must: 'Each count once: 50 tokens came out, not the sum of both events.',
    turn: counted,
  },
  {
    id: 'usage-repeated-in-message-delta',
    status: 'legal',
    title: 'message_delta repeats the counts of message_start',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10249',
    must: 'Each count once, not doubled.',
    turn: counted,
    spellings: ['usage-repeated'],
  },
  {
    id: 'usage-only-in-message-delta',
    status: 'legal',
    title: 'message_start counts zero, message_delta has the counts',
    source: 'https://github.com/vercel/ai/pull/11611',
    must: 'The counts of message_delta.',
    turn: counted,
    spellings: ['usage-in-delta-only'],
  },
  {
    id: 'usage-corrected-by-message-delta',
    status: 'legal',
    title: 'message_start guesses the input too high, message_delta corrects it',
    source: 'https://github.com/agentgateway/agentgateway (message_delta usage of glm-5.2)',
    must: 'The corrected count.',
    turn: counted,
    spellings: ['usage-corrected'],
  },
  {
    id: 'usage-nulls-in-message-delta',
    status: 'legal',
    title: 'Counts that message_delta does not repeat are null',
    source: `${sdk}, MessageDeltaUsage`,
    must: 'The counts of message_start: null counts nothing.',
    turn: counted,
    spellings: ['usage-nulls'],
  },
  {
    id: 'usage-absent-from-message-delta',
    status: 'dialect',
    title: 'message_delta has no usage',
    source: 'https://github.com/earendil-works/pi/issues/6567',
    must: 'The stop reason is read, and the counts of message_start.',
    turn: hello,
    spellings: ['usage-at-start'],
  },
  {
    id: 'usage-in-two-message-deltas',
    status: 'legal',
    title: 'Two message_delta events, output cumulative',
    source: `${streaming}#event-types (one or more message_delta events)`,
    must: 'The last count of output, not the sum.',
    turn: counted,
    spellings: ['message-delta-twice'],
  },
  {
    id: 'usage-after-the-stop-reason',
    status: 'dialect',
    title: 'The stop reason comes first, the counts in a second message_delta',
    source: `${streaming}#event-types (one or more message_delta events)`,
    must: 'The stop reason and the last counts.',
    turn: counted,
    spellings: ['usage-after-finish'],
  },
  {
    id: 'usage-with-extras',
    status: 'legal',
    title: 'Usage has a service tier and the cache by lifetime',
    source: 'https://github.com/vercel/ai/pull/12375',
    must: 'The counts without change.',
    turn: counted,
    spellings: ['usage-extras'],
  },
  {
    id: 'usage-with-thinking-tokens',
    status: 'legal',
    title: 'A part of the output is counted as thinking',
    source: 'https://github.com/vercel/ai/pull/17923',
    must: '50 tokens came out, 40 of them thinking.',
    turn: said([text('Hello')], stop, { usage: { inputTokens: 10, outputTokens: 50, reasoningTokens: 40 } }),
  },
]
