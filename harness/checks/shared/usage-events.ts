/** Where token counts stand in the events and in the trace. */

import type { Trace } from '../../trace/trace.ts'
import type { WireEvent } from '../../wire/wire.ts'

/** The names under which the wires send token counts. */
const usageKeys: ReadonlySet<string> = new Set(['usage', 'usageMetadata'])

/** Deeper than any wire puts its usage (`response.usage`, `message.usage`, `choices[0].usage`). */
const maxDepth = 4

/** The events that carry token counts; a `usage: null` carries none. */
export function usageEvents(events: readonly WireEvent[]): WireEvent[] {
  return events.filter(({ data, payload }) => mayHoldUsage(data) && holdsUsage(payload, 0))
}

/** Most events carry no counts, which their text tells sooner than their payload. A key may be written in escapes. */
function mayHoldUsage(data: string): boolean {
  return data.includes('usage') || data.includes('\\u')
}

function holdsUsage(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  return Object.entries(value).some(
    ([key, inner]) =>
      (usageKeys.has(key) && typeof inner === 'object' && inner !== null) || holdsUsage(inner, depth + 1),
  )
}

export function lastUsagePart({ parts }: Pick<Trace, 'parts'>): number | undefined {
  const at = parts.findLastIndex(({ type }) => type === 'usage')
  return at === -1 ? undefined : at
}
