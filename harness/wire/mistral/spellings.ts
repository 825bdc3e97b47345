/** The ways a Mistral chat stream is written, each with where it was seen. Not here: writing them (../openai-chat/write-turn.ts, for the two streams are alike). */

import {
  usesOf as chatUsesOf,
  spellings as chatSpellings,
  type SpellingId,
  type Uses,
} from '../openai-chat/spellings.ts'
import type { Spelling } from '../wire.ts'

/** How Mistral itself writes: whole calls, reasoning in typed parts, usage with the finish (https://docs.mistral.ai/api/endpoint/chat). */
export const preset = [
  'thinking-parts',
  'arguments-whole',
  'usage-on-finish',
] as const satisfies readonly SpellingId[]

type Told = Pick<Spelling, 'status' | 'title' | 'source'>

const sdk = 'https://github.com/mistralai/client-ts, src/models/components'
const vercel = 'https://github.com/vercel/ai'

/** Spellings of chat completions that Mistral, its gateways and older models use; what is told here goes before what is told there. */
const told: Partial<Record<SpellingId, Partial<Told>>> = {
  'text-parts': { status: 'legal', source: 'https://docs.mistral.ai/capabilities/reasoning' },
  'prose-together': { status: 'dialect' },
  'prose-alternating': { source: 'https://docs.mistral.ai/capabilities/reasoning' },
  'role-with-content': { source: `${sdk}/deltamessage.ts (role is optional)` },
  'role-everywhere': {},
  'start-null-content': { source: `${sdk}/deltamessage.ts (content is nullable)` },
  'content-everywhere': { source: `${vercel}/issues/19178` },
  'nulls-everywhere': { source: `${sdk}/deltamessage.ts (fields are nullable)` },
  'second-choice': { source: `${sdk}/chatcompletionstreamrequest.ts (n)` },
  'second-choice-beside': { source: `${sdk}/chatcompletionstreamrequest.ts (n)` },
  'arguments-with-name': { source: `${vercel}/issues/19178` },
  'arguments-object': { status: 'legal', source: `${sdk}/functioncall.ts (arguments: object | string)` },
  'id-repeated': { source: `${vercel}/pull/19181` },
  'id-blank-later': { status: 'dialect' },
  'index-missing': { source: `${sdk}/toolcall.ts (index is optional)` },
  'calls-interleaved': { source: `${sdk}/toolcall.ts (index)` },
  'calls-in-one-delta': { source: `${sdk}/deltamessage.ts (tool_calls is an array)` },
  'calls-between-prose': {},
  'type-absent': { source: `${sdk}/toolcall.ts (type is optional)` },
  'type-repeated': { source: `${vercel}/issues/19178` },
  'finish-with-content': { source: 'https://docs.mistral.ai/capabilities/function_calling' },
  'usage-twice': { status: 'dialect' },
  'usage-everywhere': {},
  'usage-null-before': {},
  'unknown-fields': { source: `${sdk}/completionchunk.ts` },
  'named-chunks': {},
  'escaped-json': {},
  'sorted-keys': {},
  'error-then-done': { status: 'dialect' },
  'error-named': {},
}

export const spellings: readonly Spelling[] = chatSpellings.flatMap((spelling) => {
  const own = told[spelling.id as SpellingId]
  return own === undefined ? [] : [{ ...spelling, ...own }]
})

/** These say something about later pieces of a call, which a whole call has not. */
const inPieces: readonly string[] = ['id-repeated', 'id-blank-later', 'calls-interleaved', 'type-repeated']

/** The chosen spellings over Mistral's own. */
export function usesOf(chosen: readonly string[]): Uses {
  const isWhole = !chosen.some((id) => inPieces.includes(id))
  return chatUsesOf(chosen, isWhole ? preset : preset.filter((id) => id !== 'arguments-whole'))
}
