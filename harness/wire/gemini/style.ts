/** The chosen spellings of a writing, ready to be asked. Not here: which spellings there are (spellings.ts). */

import type { WriteChoice } from '../wire.ts'
import type { SpellingId } from './spellings.ts'

export type Style = { has(id: SpellingId): boolean; fragments: readonly number[] }

export function styleOf({ spellings, fragments }: WriteChoice): Style {
  const chosen = new Set<string>(spellings)
  return { has: (id) => chosen.has(id), fragments }
}
