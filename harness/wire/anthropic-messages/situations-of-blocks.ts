/** Situations of the Messages API about content blocks: text and thinking, and what nobody knows. Not here: calls (situations-of-calls.ts), ends (situations-of-ends.ts). */

import type { Situation } from '../situation.ts'
import { call, counts, finish, opaque, reasoning, said, text } from '../situation-turns.ts'

const streaming = 'https://platform.claude.com/docs/en/build-with-claude/streaming'
const versioning = 'https://platform.claude.com/docs/en/api/versioning'
const sdk = 'https://github.com/anthropics/anthropic-sdk-typescript, src/resources/messages/messages.ts'
const json = 'https://www.rfc-editor.org/rfc/rfc8259#section-7'

const stop = finish('stop', 'end_turn')
const toolUse = finish('tool-calls', 'tool_use')
const hello = said([text('Hello')], stop, { usage: counts })

export const blockSituations: readonly Situation[] = [
  {
    id: 'text-with-ping',
    status: 'legal',
    title: 'Text, a ping behind message_start',
    source: `${streaming}#ping-events`,
    must: 'The text and the counts; a ping is nothing.',
    turn: hello,
    spellings: ['ping-after-start'],
    fragments: [3],
    deliveries: ['stall-after-4'],
  },
  {
    id: 'text-in-block-start',
    status: 'legal',
    title: 'content_block_start holds the first piece of the text',
    source: `${sdk}, RawContentBlockStartEvent`,
    must: 'The first piece is kept.',
    turn: hello,
    spellings: ['text-in-start'],
    fragments: [3],
  },
  {
    id: 'two-texts',
    status: 'legal',
    title: 'Two text blocks behind each other',
    source: `${streaming}#event-types`,
    must: 'Both texts.',
    turn: said([text('One.'), text('Two.')], stop),
  },
  {
    id: 'text-split-between-surrogates',
    status: 'legal',
    title: 'A character of two UTF-16 units is split over two deltas',
    source: json,
    must: 'The joined text has the character.',
    turn: said([text('ok \u{1F600}!')], stop),
    fragments: [4, 10],
  },
  {
    id: 'citations-beside-text',
    status: 'legal',
    title: 'A citation of a web search stands in the text block',
    source: 'https://github.com/vercel/ai/issues/11835',
    must: 'The text without change.',
    turn: said(
      [
        text('It rains.'),
        opaque('citation', {
          type: 'web_search_result_location',
          url: 'https://example.org/a',
          title: 'A',
          cited_text: 'rain',
          encrypted_index: 'Eo8B',
        }),
      ],
      stop,
    ),
  },
  {
    id: 'thinking-then-text',
    status: 'legal',
    title: 'Thinking with its signature, then text',
    source: `${streaming}#streaming-request-with-extended-thinking`,
    must: 'Thinking and text in two blocks; the signature belongs to the first.',
    turn: said([reasoning('Let me think.', { signature: 'EqoB' }), text('Hello')], stop, { usage: counts }),
    fragments: [6],
  },
  {
    id: 'thinking-without-text',
    status: 'legal',
    title: 'A thinking block has a signature and no text',
    source: 'https://github.com/langchain-ai/langchain-google/issues/2005',
    must: 'The text; the block keeps its signature where signatures are kept.',
    turn: said([reasoning('', { signature: 'EqoB' }), text('Hello')], stop),
  },
  {
    id: 'thinking-redacted',
    status: 'legal',
    title: 'A redacted thinking block, then text',
    source: `${sdk}, RedactedThinkingBlock`,
    must: 'The text; the encrypted data is not told as text.',
    turn: said([reasoning('', { redacted: true, signature: 'EmwKAhgB' }), text('Hello')], stop),
  },
  {
    id: 'thinking-signature-in-block-start',
    status: 'dialect',
    title: 'content_block_start holds the signature, no signature_delta follows',
    source: `${sdk}, ThinkingBlock`,
    must: 'The thinking and the text.',
    turn: said([reasoning('Hm.', { signature: 'EqoB' }), text('Hello')], stop),
    spellings: ['signature-in-start'],
  },
  {
    id: 'block-of-an-unknown-type',
    status: 'legal',
    title: 'A content block of a type nobody knows, then text',
    source: versioning,
    must: 'The text, and no error.',
    turn: said([opaque('hologram', { type: 'hologram', payload: [1, null] }), text('Hello')], stop),
  },
  {
    id: 'delta-of-an-unknown-type',
    status: 'legal',
    title: 'A delta of a type nobody knows in a text block',
    source: versioning,
    must: 'The text, and no error.',
    turn: hello,
    spellings: ['unknown-delta'],
  },
  {
    id: 'event-of-an-unknown-type',
    status: 'legal',
    title: 'A vertex_event behind message_start',
    source: 'https://github.com/vercel/ai/issues/13350',
    must: 'The text, and no error.',
    turn: hello,
    spellings: ['unknown-event'],
  },
  {
    id: 'unknown-fields-everywhere',
    status: 'legal',
    title: 'Every event and every delta has a field nobody knows',
    source: versioning,
    must: 'The same as without them.',
    turn: hello,
    spellings: ['unknown-fields'],
  },
  {
    id: 'blocks-without-stops',
    status: 'dialect',
    title: 'No block has a content_block_stop',
    source: `${streaming}#event-types`,
    must: 'The text and the call: the stop reason says that they are whole.',
    turn: said([text('I look.'), call('{"city":"Paris"}')], toolUse),
    spellings: ['no-block-stops'],
  },
  {
    id: 'message-start-twice',
    status: 'dialect',
    title: 'message_start comes twice',
    source: 'https://github.com/vercel/ai/issues/18331',
    must: 'The text once.',
    turn: hello,
    spellings: ['duplicate-message-start'],
  },
]
