/** Arguments that `@google/genai` hands on in pieces, put together by their JSON paths. Not here: the parts they stand in (gemini-client.ts). */

import type { PartialArg } from '@google/genai'

type Step = string | number
type Leaf = { steps: Step[]; value: string | number | boolean | null | undefined; goesOn: boolean }

/** The pieces of one call, flat: one leaf a path, in the order of their first mention. */
export type Leaves = Map<string, Leaf>

export function addPieces(leaves: Leaves, pieces: readonly PartialArg[]): void {
  for (const piece of pieces) {
    const path = piece.jsonPath ?? ''
    const before = leaves.get(path)
    const value = valueOf(piece)
    const goesOn = piece.willContinue === true
    const held = before?.goesOn === true ? before.value : undefined
    const joined = typeof held === 'string' && typeof value === 'string' ? held + value : value
    leaves.set(path, { steps: stepsOf(path), value: joined === undefined ? held : joined, goesOn })
  }
}

/** A piece without a value only names its path: an empty container. */
function valueOf({ stringValue, numberValue, boolValue, nullValue }: PartialArg): Leaf['value'] {
  return stringValue ?? numberValue ?? boolValue ?? (nullValue === undefined ? undefined : null)
}

function stepsOf(path: string): Step[] {
  const steps = path.slice(1).match(/\[\d+\]|\['(?:[^'\\]|\\.)*'\]|\["(?:[^"\\]|\\.)*"\]|[^.[\]]+/g) ?? []
  return steps.map((step) => {
    if (!step.startsWith('[')) return step
    const inner = step.slice(1, -1)
    return /^\d+$/.test(inner) ? Number(inner) : inner.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  })
}

/** The object the leaves spell; `whole` holds arguments that came at once. */
export function objectOfLeaves(whole: Record<string, unknown>, leaves: Leaves): Record<string, unknown> {
  return { ...whole, ...(containerOf([...leaves.values()], 0) as Record<string, unknown>) }
}

function containerOf(leaves: readonly Leaf[], depth: number): unknown {
  const members = Map.groupBy(leaves, ({ steps }) => steps[depth]!)
  const entries = [...members].map(([step, inner]): [Step, unknown] => [step, memberOf(inner, depth + 1)])
  if (entries.some(([step]) => typeof step === 'number')) return entries.map(([, value]) => value)
  return Object.fromEntries(entries)
}

function memberOf(leaves: readonly Leaf[], depth: number): unknown {
  const deeper = leaves.filter(({ steps }) => steps.length > depth)
  if (deeper.length > 0) return containerOf(deeper, depth)
  const value = leaves.at(-1)?.value
  return value === undefined ? {} : value
}
