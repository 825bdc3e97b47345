/** Counts the results of generated sessions, so that a run of any length has a bounded report. Not here: the stored cases, which keep one entry a result. */

import { caseId } from '../verdict/case-id.ts'
import type { Result } from '../verdict/result.ts'

/**
 * One entry for each driver, wire, rule and status, with its count; beside them, whole, the first result of each rule
 * that failed or broke. `delivery` of a counted entry is its status: `openai-chat/generated-1/pass@acme:ends`.
 */
export class SessionTally {
  readonly #name: string
  readonly #counted = new Map<string, { first: Result; count: number; reasons: Map<string, number> }>()
  readonly #firsts = new Map<string, Result>()
  cases = 0

  /** `name`: of the counted entries, in place of a recording. */
  constructor(name: string) {
    this.#name = name
  }

  /** Takes the results of one session and driver; gives those that are the first failure of their rule. */
  add(results: readonly Result[]): Result[] {
    this.cases += 1
    return results.flatMap((result) => {
      const { status, wire, driver, rule } = result
      const key = `${driver} ${wire} ${rule} ${status}`
      if ((status === 'fail' || status === 'error') && !this.#firsts.has(key)) {
        const first = { ...result }
        this.#firsts.set(key, first)
        return [first]
      }
      this.#count(`${key} ${result.excuse?.pattern ?? ''}`, result)
      return []
    })
  }

  #count(key: string, result: Result): void {
    const entry = this.#counted.get(key) ?? { first: result, count: 0, reasons: new Map<string, number>() }
    entry.count += 1
    const { reason } = result
    if (reason !== undefined) entry.reasons.set(reason, (entry.reasons.get(reason) ?? 0) + 1)
    this.#counted.set(key, entry)
  }

  results(): Result[] {
    const ids = new Map<string, number>()
    const counted = [...this.#counted.values()].map(({ first, count, reasons }): Result => {
      const plain = {
        ...nameOf(first),
        recording: this.#name,
        delivery: first.status as string,
      }
      const nth = (ids.get(caseId(plain)) ?? 0) + 1
      ids.set(caseId(plain), nth)
      const name = nth === 1 ? plain : { ...plain, delivery: `${first.status}-${nth}` }
      const { reason: _reason, findings: _findings, witness: _witness, ...rest } = first
      return {
        ...rest,
        ...name,
        id: caseId(name),
        findings: [],
        count,
        ...(reasons.size > 0 ? { reason: told(reasons) } : {}),
      }
    })
    return [...this.#firsts.values(), ...counted]
  }
}

function nameOf({ wire, recording, delivery, driver, rule }: Result) {
  return { wire, recording, delivery, driver, rule }
}

const mostReasons = 3

/** The commonest reasons with their counts. */
function told(reasons: ReadonlyMap<string, number>): string {
  const sorted = [...reasons].sort(([, a], [, b]) => b - a)
  const rest = sorted.length > mostReasons ? [`and ${sorted.length - mostReasons} other reasons`] : []
  return [...sorted.slice(0, mostReasons).map(([reason, count]) => `${count} x ${reason}`), ...rest].join(
    '; ',
  )
}
