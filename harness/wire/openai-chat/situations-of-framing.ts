/** Situations of chat completions about server-sent events: the same chunks, framed in other ways. */

import type { SseManner } from '../framing/sse-manners.ts'
import type { Situation } from '../situation.ts'
import { call, counts, finish, said, text } from '../situation-turns.ts'

const html = 'https://html.spec.whatwg.org/multipage/server-sent-events.html'
const turn = said([text('Grüße'), call('{"city":"Paris"}')], finish('tool-calls', 'tool_calls'), {
  usage: counts,
})

function framed(manner: SseManner, id: string, title: string, source: string): Situation {
  const must = 'The same as plainly framed.'
  return { id, status: 'legal', title, source, must, turn, fragments: [4], manner }
}

export const framingSituations: readonly Situation[] = [
  framed('comments', 'sse-comments', 'Comments stand between the events', `${html}#authoring-notes`),
  {
    ...framed('crlf', 'sse-crlf', 'Lines end with CR LF', `${html}#parsing-an-event-stream`),
    deliveries: ['between-cr-lf'],
  },
  framed('cr', 'sse-cr-alone', 'Lines end with CR alone', `${html}#parsing-an-event-stream`),
  framed('bom', 'sse-bom', 'A byte order mark comes first', `${html}#parsing-an-event-stream`),
  framed(
    'several-data-lines',
    'sse-several-data-lines',
    'The data of each event stands on two lines',
    `${html}#event-stream-interpretation`,
  ),
  framed(
    'no-space',
    'sse-no-space-behind-the-colon',
    'No space follows the colon',
    `${html}#parsing-an-event-stream`,
  ),
  framed(
    'other-fields',
    'sse-event-id-and-retry',
    'Events have a name, an id and a retry time',
    `${html}#event-stream-interpretation`,
  ),
  framed(
    'crlf-and-comments',
    'sse-crlf-and-comments',
    'Comments, and CR LF line ends',
    `${html}#parsing-an-event-stream`,
  ),
  {
    ...framed(
      'no-last-blank-line',
      'sse-last-event-without-blank-line',
      'No blank line follows the last event',
      'https://github.com/openai/openai-node/issues/2726',
    ),
    status: 'dialect',
    must: 'The last event is read, or its loss is told as a cut.',
  },
  {
    id: 'sse-last-chunk-without-blank-line',
    status: 'dialect',
    title: 'The stream ends right behind the chunk with the finish reason: no blank line, no [DONE]',
    source: 'https://github.com/openai/openai-node/issues/2726',
    must: 'The finish is read, or its loss is told as a cut.',
    turn: said([text('Hello')], finish('stop', 'stop'), { state: 'answered' }),
    fragments: [3],
    manner: 'no-last-blank-line',
  },
  {
    id: 'chunks-escaped-to-ascii',
    status: 'legal',
    title: 'All but ASCII is escaped in the JSON of each event',
    source: 'https://docs.python.org/3/library/json.html#basic-usage (ensure_ascii)',
    must: 'The same as without escapes.',
    turn,
    spellings: ['escaped-json'],
    fragments: [4],
  },
  {
    id: 'chunks-with-sorted-keys',
    status: 'legal',
    title: 'Keys stand in alphabetical order',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
    must: 'The same in any order of keys.',
    turn,
    spellings: ['sorted-keys'],
  },
  {
    id: 'chunks-named-message',
    status: 'legal',
    title: 'Every chunk has the event name `message`',
    source: `${html}#event-stream-interpretation`,
    must: 'The same as without a name.',
    turn,
    spellings: ['named-chunks'],
  },
]
