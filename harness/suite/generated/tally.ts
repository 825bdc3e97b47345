/** Counts the results of generated sessions, so that a run of any length has a bounded report. Not here: the stored cases, which keep one entry a result. */

import { caseId } from '../../verdict/case-id.ts'
import { isExcusable, isUnexpected, type Result } from '../../verdict/result.ts'
import type { TriggerWords } from '../written-trigger.ts'

type Counted = { first: Result; count: number; reasons: Map<string, number> }

/** The first failure of a rule, and the number of its session. */
export type First = { result: Result; number: number }

/** A tally as plain data. */
export type TallyData = {
  cases: number
  firsts: First[]
  counted: { first: Result; count: number; reasons: [string, number][] }[]
  failed: [key: string, words: string[]][]
}

/** The sessions in which a driver broke a rule, as a trigger may speak of them, each kind of them once. */
export type FailedSessions = { driver: string; wire: string; rule: string; words: TriggerWords[] }

/**
 * One entry for each driver, wire, rule and status, with its count; beside them, whole, the first result of each rule
 * that failed or broke. `delivery` of a counted entry is its status: `openai-chat/generated-1/pass@acme:ends`.
 */
export class SessionTally {
  readonly #name: string
  readonly #counted = new Map<string, Counted>()
  readonly #firsts = new Map<string, First>()
  /** By driver, wire and rule; the words as JSON, so that each kind of session is kept once. */
  readonly #failed = new Map<string, Set<string>>()
  cases = 0

  /** `name`: of the counted entries, in place of a recording. */
  constructor(name: string) {
    this.#name = name
  }

  /** Takes the results of one driver over the session of that number, and what a trigger may say of it. */
  add(results: readonly Result[], number: number, words?: TriggerWords): void {
    this.cases += 1
    for (const result of results) this.#addOne(result, number)
    const failed = words === undefined ? [] : results.filter(isExcusable)
    if (failed.length === 0) return
    const text = JSON.stringify(words)
    for (const { driver, wire, rule } of failed) this.#addFailed(`${driver} ${wire} ${rule}`, [text])
  }

  /** Takes the results of one driver over a session that was not run: none of them is a first one, of which more is kept. */
  count(results: readonly Result[]): void {
    this.cases += 1
    for (const result of results) this.#count(result, 1, reasonsOf(result))
  }

  /** Takes what another tally counted, of later sessions. */
  merge({ cases, firsts, counted, failed }: TallyData): void {
    this.cases += cases
    for (const [key, words] of failed) this.#addFailed(key, words)
    for (const { result, number } of firsts) this.#addOne(result, number)
    for (const { first, count, reasons } of counted) this.#count(first, count, reasons)
  }

  data(): TallyData {
    const counted = [...this.#counted.values()].map((entry) => ({ ...entry, reasons: [...entry.reasons] }))
    const failed = [...this.#failed].map(([key, words]): [string, string[]] => [key, [...words]])
    return { cases: this.cases, firsts: this.firsts(), counted, failed }
  }

  failed(): FailedSessions[] {
    return [...this.#failed].map(([key, texts]) => {
      const [driver = '', wire = '', rule = ''] = key.split(' ')
      return { driver, wire, rule, words: [...texts].map((text) => JSON.parse(text) as TriggerWords) }
    })
  }

  #addFailed(key: string, words: readonly string[]): void {
    const known = this.#failed.get(key) ?? new Set()
    for (const word of words) known.add(word)
    this.#failed.set(key, known)
  }

  /** In the order in which they were found. */
  firsts(): First[] {
    return [...this.#firsts.values()]
  }

  #addOne(result: Result, number: number): void {
    const isFirst = isUnexpected(result) && !this.#firsts.has(keyOf(result))
    if (isFirst) this.#firsts.set(keyOf(result), { result: { ...result }, number })
    else this.#count(result, 1, reasonsOf(result))
  }

  #count(first: Result, count: number, reasons: readonly [string, number][]): void {
    const key = `${keyOf(first)} ${first.excuse?.pattern ?? ''}`
    const entry = this.#counted.get(key) ?? { first, count: 0, reasons: new Map<string, number>() }
    entry.count += count
    for (const [reason, times] of reasons) entry.reasons.set(reason, (entry.reasons.get(reason) ?? 0) + times)
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
    return [...this.firsts().map(({ result }) => result), ...counted]
  }
}

/** How many runs there were, and how many results that should not be. */
export function summed({ cases, firsts, counted }: TallyData): { cases: number; unexpected: number } {
  const more = counted.map(({ first, count }) => (isUnexpected(first) ? count : 0))
  return { cases, unexpected: more.reduce((sum, count) => sum + count, firsts.length) }
}

function keyOf({ driver, wire, rule, status, beyondExcuse }: Result): string {
  return `${driver} ${wire} ${rule} ${status}${beyondExcuse ? ' beyond excuse' : ''}`
}

/** Why it says nothing; where it has no trace, why it has none. */
function reasonsOf({ reason, beyondExcuse, findings }: Result): [string, number][] {
  const told = reason ?? (beyondExcuse && findings[0]?.message)
  return told === undefined ? [] : [[told, 1]]
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
