/** Rule identity-stable: the id and the name of a call do not change. */

import type { AssembledBlock } from '../trace/assemble.ts'
import type { Part } from '../trace/part.ts'
import type { Check, Finding } from './check.ts'
import { defineCheck } from './define-check.ts'

export const identityStable: Check = defineCheck(
  {
    id: 'identity-stable',
    severity: 'must',
    law: 'Once told, the id and the name of a call do not change.',
    needs: 'A call.',
    source: 'https://platform.openai.com/docs/guides/function-calling#streaming',
    check({ assembled, trace }) {
      const calls = assembled.blocks.filter(({ ids, names }) => ids.length + names.length > 0)
      if (calls.length === 0) return { notApplicable: 'the converter told no call with an id or a name' }
      return {
        findings: calls.flatMap((call) => [
          ...changes(trace.parts, call, 'id', call.ids),
          ...changes(trace.parts, call, 'name', call.names),
        ]),
      }
    },
  },
  { judgesUnended: true },
)

function changes(
  parts: readonly Part[],
  call: AssembledBlock,
  field: 'id' | 'name',
  told: readonly string[],
): Finding[] {
  const [first] = told
  const other = told.find((value) => value !== first)
  if (first === undefined || other === undefined) return []
  const at = [call.start, ...call.deltas, call.end].find(
    (part) => part !== undefined && identityOf(parts[part])?.[field] === other,
  )
  return [
    {
      message: `the ${field} of the call at index ${call.index} changes`,
      ...(at === undefined ? {} : { place: { part: at } }),
      expected: first,
      got: other,
    },
  ]
}

function identityOf(part: Part | undefined): { id?: string; name?: string } | undefined {
  if (part?.type === 'block-start' || part?.type === 'tool-call-delta') return part
  return part?.type === 'block-end' && part.block.type === 'tool-call' ? part.block : undefined
}
