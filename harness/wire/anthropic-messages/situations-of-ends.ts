/** Situations of the Messages API about stop reasons and about framing. Not here: counts (situations-of-usage.ts), cuts and errors (situations-of-cuts.ts). */

import type { Situation } from '../situation.ts'
import { call, counts, finish, said, text } from '../situation-turns.ts'

const streaming = 'https://platform.claude.com/docs/en/build-with-claude/streaming'
const sdk = 'https://github.com/anthropics/anthropic-sdk-typescript, src/resources/messages/messages.ts'
const html = 'https://html.spec.whatwg.org/multipage/server-sent-events.html'

const stop = finish('stop', 'end_turn')
const hello = said([text('Hello')], stop, { usage: counts })
const framed = said([text('Grüße'), call('{"city":"Paris"}')], finish('tool-calls', 'tool_use'), {
  usage: counts,
})

export const endSituations: readonly Situation[] = [
  {
    id: 'context-management-in-message-delta',
    status: 'legal',
    title: 'message_delta has context_management beside its delta',
    source: 'https://github.com/vercel/ai/pull/12154',
    must: 'The same as without it.',
    turn: hello,
    spellings: ['context-management'],
  },
  {
    id: 'refusal-with-details',
    status: 'legal',
    title: 'Stop reason `refusal`, with its explanation',
    source: 'https://github.com/earendil-works/pi/pull/5666',
    must: 'The text that came, and an end that says filter, or a plain stop; never tool calls or length.',
    turn: said([text('I cannot')], finish('content-filter', 'refusal'), { usage: counts }),
    spellings: ['stop-details'],
  },
  {
    id: 'pause-turn',
    status: 'legal',
    title: 'Stop reason `pause_turn`',
    source: 'https://github.com/vercel/ai/pull/8422',
    must: 'A stop, or the word kept; not an error.',
    turn: said([text('Searching')], finish('stop', 'pause_turn'), { usage: counts }),
  },
  {
    id: 'ends-by-stop-sequence',
    status: 'legal',
    title: 'A stop sequence ends the text',
    source: `${sdk}, StopReason`,
    must: 'A plain stop.',
    turn: said([text('Hello')], finish('stop', 'stop_sequence'), {
      usage: counts,
      meta: { stopSequence: 'END' },
    }),
  },
  {
    id: 'context-window-exceeded-by-output',
    status: 'legal',
    title: 'Stop reason `model_context_window_exceeded`',
    source: `${sdk}, StopReason`,
    must: 'A finish that says length, or an overflow of the context window.',
    turn: said([text('Hello')], finish('max-tokens', 'model_context_window_exceeded'), { usage: counts }),
  },
  {
    id: 'max-tokens-inside-text',
    status: 'legal',
    title: 'The token limit ends the text',
    source: `${sdk}, StopReason`,
    must: 'The text, and a finish that says length.',
    turn: said([text('Par')], finish('max-tokens', 'max_tokens'), { usage: counts }),
  },
  {
    id: 'max-tokens-inside-input',
    status: 'legal',
    title: 'The token limit ends the input of a call',
    source: 'https://github.com/anthropics/anthropic-sdk-typescript, tests/lib (incomplete partial JSON)',
    must: 'A finish that says length, and no valid call made of the cut text.',
    turn: said([call('{"city":"Pa', { complete: false })], finish('max-tokens', 'max_tokens'), {
      usage: counts,
    }),
    fragments: [8],
  },
  {
    id: 'max-tokens-inside-input-block-open',
    status: 'legal',
    title: 'The token limit ends the input of a call, whose block is never stopped',
    source: 'https://github.com/anthropics/anthropic-sdk-typescript, tests/lib (incomplete partial JSON)',
    must: 'A finish that says length, and no valid call made of the cut text.',
    turn: said([call('{"city":"Pa', { complete: false })], finish('max-tokens', 'max_tokens'), {
      usage: counts,
    }),
    spellings: ['cut-block-open'],
    fragments: [8],
  },
  {
    id: 'empty-answer',
    status: 'legal',
    title: 'Stop reason `end_turn` and no content',
    source: `${streaming}#event-types`,
    must: 'An end without content, told as empty or as stopped.',
    turn: said([], stop, { usage: counts }),
  },
  {
    id: 'done-behind-message-stop',
    status: 'dialect',
    title: 'The [DONE] of chat completions follows message_stop',
    source: 'https://github.com/badlogic/pi-mono/issues/3708',
    must: 'The stream has ended well.',
    turn: hello,
    spellings: ['done-trailer'],
  },
  {
    id: 'data-lines-only',
    status: 'dialect',
    title: 'No event names',
    source: 'https://github.com/BerriAI/litellm, Anthropic pass-through',
    must: 'The same as with names, or an error; not an empty success.',
    turn: hello,
    spellings: ['no-event-names'],
  },
  {
    id: 'keys-in-alphabetical-order',
    status: 'legal',
    title: 'The type comes last in every event',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
    must: 'The same in any order of keys.',
    turn: framed,
    spellings: ['sorted-keys'],
  },
  {
    id: 'sse-crlf',
    status: 'legal',
    title: 'Lines end with CR LF, which reads may split',
    source: `${html}#parsing-an-event-stream`,
    must: 'The same as with LF, wherever the reads end.',
    turn: framed,
    fragments: [6],
    manner: 'crlf',
    deliveries: ['per-byte', 'between-cr-lf'],
  },
  {
    id: 'sse-crlf-and-comments',
    status: 'legal',
    title: 'Comments, and CR LF line ends',
    source: `${html}#authoring-notes`,
    must: 'The same as plainly framed.',
    turn: framed,
    manner: 'crlf-and-comments',
  },
  {
    id: 'sse-comments',
    status: 'legal',
    title: 'Comments stand between the events',
    source: `${html}#authoring-notes`,
    must: 'The same as without comments.',
    turn: framed,
    manner: 'comments',
  },
  {
    id: 'sse-cr-alone',
    status: 'legal',
    title: 'Lines end with CR alone',
    source: `${html}#parsing-an-event-stream`,
    must: 'The same as with LF.',
    turn: framed,
    manner: 'cr',
  },
]
