/** Rule delta-after-end: nothing comes for a block after its end. */

import type { AssembledBlock } from '../trace/assemble.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'

export const deltaAfterEnd: Check = defineCheck(
  {
    id: 'delta-after-end',
    severity: 'must',
    law: 'Nothing comes for a block after its end.',
    needs: '`blockEnds`.',
    source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#event-types',
    check(subject) {
      const { blocks } = subject.assembled
      if (blocks.every(({ end }) => end === undefined)) return { notApplicable: 'no block ended' }
      return {
        findings: blocks.flatMap((block, at) => [...lateDeltas(block), ...secondEnd(subject, block, at)]),
      }
    },
  },
  { judgesUnended: true },
)

function lateDeltas({ kind, index, deltas, end }: AssembledBlock): Finding[] {
  if (end === undefined) return []
  return deltas
    .filter((part) => part > end)
    .map((part) => ({
      message: `a ${kind} delta for index ${index} comes after the end of its block`,
      place: { part },
      expected: `nothing for index ${index} after part ${end}`,
      got: `a delta at part ${part}`,
    }))
}

/** `assemble` makes a block of its own of an end that finds its block ended. */
function secondEnd(
  { assembled }: Subject,
  { kind, index, start, end, deltas }: AssembledBlock,
  at: number,
): Finding[] {
  if (start !== undefined || deltas.length > 0 || end === undefined) return []
  const earlier = assembled.blocks
    .slice(0, at)
    .findLast((other) => other.index === index && other.kind === kind)
  if (earlier?.end === undefined) return []
  return [
    {
      message: `the ${kind} block at index ${index} ends a second time`,
      place: { part: end },
      expected: `one end, at part ${earlier.end}`,
      got: `another at part ${end}`,
    },
  ]
}
