/** All spellings of a chat completion stream, and which of them a writer uses. Not here: the tables (spellings-of-*.ts), writing (write-turn.ts and its neighbours). */

import type { Spelling } from '../wire.ts'
import { callSpellings } from './spellings-of-calls.ts'
import { contentSpellings } from './spellings-of-content.ts'
import { endSpellings } from './spellings-of-ends.ts'

const table = [...callSpellings, ...contentSpellings, ...endSpellings] as const

export type SpellingId = (typeof table)[number]['id']
/** Whether a spelling was chosen. */
export type Uses = (id: SpellingId) => boolean

export const spellings: readonly Spelling[] = table

/** The chosen spellings, over those that a wire uses without being asked; a chosen one replaces its whole group. */
export function usesOf(chosen: readonly string[], preset: readonly SpellingId[] = []): Uses {
  const groups = new Set(table.filter(({ id }) => chosen.includes(id)).map(({ group }) => group))
  const kept = table.filter(({ id, group }) => preset.includes(id) && !groups.has(group)).map(({ id }) => id)
  const used = new Set<string>([...chosen, ...kept])
  return (id) => used.has(id)
}
