/** What a case rests on: how its recording came to be. */

import type { Recording } from '../recording/format.ts'
import type { Result } from '../verdict/result.ts'

export function shownBy({ provenance }: Pick<Recording, 'provenance'>): Result['shownBy'] {
  if (provenance.kind !== 'written') return provenance.kind
  return provenance.by === 'generator' ? 'generated' : 'written'
}
