/** Rule blocks-closed: at the finish every block has ended. */

import type { AssembledBlock } from '../trace/assemble.ts'
import type { FinishReason } from '../turn/turn.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf, saidMoreAfterFinish, type Ending } from './shared/fate.ts'

const fairEnds: ReadonlySet<FinishReason> = new Set(['stop', 'tool-calls', 'other'])

export const blocksClosed: Check = defineCheck({
  id: 'blocks-closed',
  severity: 'must',
  law: 'At stop, tool-calls and other every block has ended; after a cut or a failure only a call may stay open.',
  needs: '`blockEnds` for text and reasoning; a finish that is no cut and no failure.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#event-types',
  check(subject) {
    const ending = endingOf(subject)
    if (ending === undefined) return { notApplicable: 'the converter gave no finish' }
    const judged = subject.assembled.blocks.filter((block) => isJudged(subject, block, ending))
    if (judged.length === 0) return { notApplicable: 'no block of the trace has to end here' }
    return { findings: judged.flatMap((block) => openFinding(block, ending)) }
  },
})

/**
 * Calls end even without `blockEnds`, since their end is what makes them runnable. A converter that throws has no way
 * left to end its blocks.
 */
function isJudged(subject: Subject, block: AssembledBlock, { reason, part }: Ending): boolean {
  const { capabilities, trace } = subject
  const first = block.start ?? block.deltas[0] ?? block.end ?? 0
  if (part !== undefined && first > part && saidMoreAfterFinish(subject)) return false
  if (block.kind === 'tool-call') return fairEnds.has(reason)
  return capabilities.blockEnds && (trace.end.how !== 'threw' || fairEnds.has(reason))
}

function openFinding(block: AssembledBlock, { reason, part = -1 }: Ending): Finding[] {
  const { kind, index, end } = block
  const last = block.deltas.at(-1) ?? block.start ?? 0
  if (end !== undefined) return []
  return [
    {
      message: `the ${kind} block at index ${index} is still open at the finish \`${reason}\``,
      place: { part: last },
      expected: part === -1 ? 'a block-end' : `a block-end before the finish at part ${part}`,
      got: 'an open block',
    },
  ]
}
