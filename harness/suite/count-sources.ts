/** How many recordings, situations and requests a run has to play. */

import { isWholeAnswer } from '../recording/asked-whole.ts'
import type { SourceCounts } from '../report/source-counts.ts'
import type { Source } from './plan.ts'

/** By label; every other source holds recordings, of a folder that is its label. */
const kinds: Readonly<Record<string, Exclude<keyof SourceCounts, 'whole'>>> = {
  witnesses: 'witnesses',
  situations: 'situations',
  'error situations': 'errors',
  requests: 'requests',
}

export function countSources(sources: readonly Pick<Source, 'label' | 'recordings'>[]): SourceCounts {
  const counts = { recordings: 0, witnesses: 0, situations: 0, errors: 0, requests: 0 }
  let whole = 0
  for (const { label, recordings } of sources) {
    counts[kinds[label] ?? 'recordings'] += recordings.length
    whole += recordings.filter(isWholeAnswer).length
  }
  return whole > 0 ? { ...counts, whole } : counts
}
