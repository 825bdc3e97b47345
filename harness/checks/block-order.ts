/** Rule block-order: deltas address open blocks of their kind, and blocks appear in turn order. */

import type { AssembledBlock } from '../trace/assemble.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { orderFindings } from './shared/block-sequence.ts'
import { segmentFindings } from './shared/segments.ts'

export const blockOrder: Check = defineCheck(
  {
    id: 'block-order',
    severity: 'must',
    law: 'A delta addresses an open block of its kind, and blocks appear in the order in which the provider sent them.',
    needs: 'Segments are asserted on wires with block indexes, or where `segments` is declared.',
    source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#event-types',
    check(subject) {
      const { blocks } = subject.assembled
      if (blocks.length === 0) return { notApplicable: 'the converter told no block' }
      return {
        findings: [
          ...blocks.flatMap((block, at) => openingFindings(subject, block, at)),
          ...orderFindings(subject),
          ...segmentFindings(subject),
        ],
      }
    },
  },
  { judgesUnended: true },
)

function openingFindings(subject: Subject, block: AssembledBlock, at: number): Finding[] {
  const earlier = subject.assembled.blocks.slice(0, at).findLast(({ index }) => index === block.index)
  if (block.start !== undefined) return reopening(block, earlier)
  const [first] = block.deltas
  if (first === undefined) return endWithoutStart(block, earlier)
  return [
    {
      message: `a ${block.kind} delta addresses index ${block.index}, where ${openAt(earlier)}`,
      place: { part: first },
      expected: `an open ${block.kind} block`,
      got: earlier?.kind ?? 'no block',
    },
  ]
}

/** A second start while the first block is open: from then on nobody can tell whose the deltas are. */
function reopening(block: AssembledBlock, earlier: AssembledBlock | undefined): Finding[] {
  const isOpen = earlier !== undefined && (earlier.end === undefined || earlier.end > (block.start ?? 0))
  if (!isOpen || block.start === undefined) return []
  return [
    {
      message: `index ${block.index} starts again while its ${earlier.kind} block is open`,
      place: { part: block.start },
      expected: 'an index that is free',
      got: `an open ${earlier.kind} block`,
    },
  ]
}

/** A second end of an ended block belongs to the rule delta-after-end. */
function endWithoutStart(block: AssembledBlock, earlier: AssembledBlock | undefined): Finding[] {
  if (block.end === undefined || (earlier?.kind === block.kind && earlier.end !== undefined)) return []
  return [
    {
      message: `a ${block.kind} block ends at index ${block.index}, where ${openAt(earlier)}`,
      place: { part: block.end },
      expected: `an open ${block.kind} block`,
      got: earlier?.kind ?? 'no block',
    },
  ]
}

function openAt(earlier: AssembledBlock | undefined): string {
  return earlier === undefined ? 'no block was started' : `a ${earlier.kind} block was started`
}
