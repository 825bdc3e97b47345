/** Known-failing lines about generated sessions: binding them to their triggers and witnesses, and what they excuse. Not here: the text of a line (harness/verdict/known-failing.ts), the trigger language (triggers.ts). */

import { dirname, resolve } from 'node:path'
import { checks } from '../checks/checks.ts'
import { caseId, unknownRules } from '../verdict/case-id.ts'
import {
  excuseOf,
  KnownFailingError,
  unmatchedFault,
  useOf,
  type KnownFailing,
  type LineFault,
  type LineUse,
} from '../verdict/known-failing.ts'
import { isExcusable, type Result } from '../verdict/result.ts'
import { deliveryNamed } from './generated/delivery.ts'
import { wireOf } from '../wire/wires.ts'
import type { PlannedCase, Source } from './plan.ts'
import { parseTrigger, TriggerError, type SessionFacts, type Trigger } from './triggers.ts'

/** The rules there are, with the two that answer for a whole run or recording. */
export const knownRules: readonly string[] = [...checks.map(({ id }) => id), 'capabilities', 'golden']

type BoundLine = { line: KnownFailing; trigger: Trigger; witnessId: string }

/** @throws KnownFailingError for a line that names a rule there is not. */
export function mustKnowRules(lines: readonly KnownFailing[]): void {
  for (const { place, pattern } of lines) {
    const [unknown] = unknownRules(pattern, knownRules)
    if (unknown !== undefined) {
      throw new KnownFailingError(
        `${place}: \`${unknown}\` in \`${pattern.text}\` is no rule. Known: ${knownRules.join(', ')}.`,
      )
    }
  }
}

/** What the lines about sessions say of the results of a run. */
export class TriggerLines {
  readonly #lines: readonly BoundLine[]
  readonly #shown = new Set<BoundLine>()

  /** @throws KnownFailingError for a trigger that cannot be read, and for a witness that is missing or shows something else. */
  constructor(lines: readonly KnownFailing[], sources: readonly Source[]) {
    this.#lines = lines.flatMap((line) => (line.sessions ? [bind(line, sources)] : []))
  }

  /** A fail where a trigger holds becomes `known-fail`. The witness of a line must fail: where it does not, the line is stale. */
  judge(result: Result, facts: SessionFacts): Result {
    const speaking = this.#lines.filter(({ line }) => line.pattern.matches(result))
    const own = speaking.find(({ witnessId }) => witnessId === result.id)
    if (own && result.status !== 'error' && !result.beyondExcuse) this.#shown.add(own)
    if (own && (result.status === 'pass' || result.status === 'not-applicable')) {
      return { ...result, status: 'stale', excuse: excuseOf(own.line) }
    }
    if (!isExcusable(result)) return result
    const excusing = own ?? speaking.find(({ trigger }) => trigger.holds(facts))
    return excusing ? { ...result, status: 'known-fail', excuse: excuseOf(excusing.line) } : result
  }

  /** The same of a stored case, which may be a witness. */
  judgeCase(cases: readonly PlannedCase[], result: Result): Result {
    const planned = cases.find(({ delivery }) => delivery.name === result.delivery)
    const facts = planned && factsOf(planned)
    return facts ? this.judge(result, facts) : result
  }

  /** Each line with the result that has to show it, and whether it did. */
  uses(): LineUse[] {
    return this.#lines.map((bound) => ({
      ...useOf(bound.line),
      matched: this.#shown.has(bound),
      witness: bound.witnessId,
    }))
  }

  /** Lines whose witness did not run; only an unfiltered run can tell. */
  unmatched(): LineFault[] {
    return this.#lines.filter((bound) => !this.#shown.has(bound)).map(({ line }) => unmatchedFault(line))
  }
}

function bind(line: KnownFailing, sources: readonly Source[]): BoundLine {
  const { trigger: text = '', witness: path = '' } = line.sessions ?? {}
  const trigger = readTrigger(text, line.place)
  const folder = resolve(dirname(line.place), path)
  const found = witnessAt(folder, sources)
  if (!found) {
    throw new KnownFailingError(
      `${line.place}: \`${path}\` is no witness. Name the folder of one, from the folder of this file.`,
    )
  }
  const { name, facts, witness } = found
  const { driver, rule, session } = witness
  const id = { wire: session.wire, recording: name, delivery: session.delivery, driver, rule }
  if (!line.pattern.matches(id)) {
    throw new KnownFailingError(
      `${line.place}: \`${line.pattern.text}\` does not match its own witness, ${caseId(id)}. Widen the pattern, or name another witness.`,
    )
  }
  if (!trigger.holds(facts)) {
    throw new KnownFailingError(
      `${line.place}: the trigger \`${text}\` does not hold in its own witness, \`${path}\`. Correct one of them.`,
    )
  }
  return { line, trigger, witnessId: caseId(id) }
}

function readTrigger(text: string, place: string): Trigger {
  try {
    return parseTrigger(text)
  } catch (error) {
    if (error instanceof TriggerError) throw new KnownFailingError(`${place}: ${error.message}`)
    throw error
  }
}

function witnessAt(folder: string, sources: readonly Source[]) {
  for (const { witnesses } of sources) {
    for (const [recording, witness] of witnesses ?? []) {
      if (recording.path === undefined || resolve(recording.path) !== folder) continue
      const { session } = witness
      const delivery = deliveryNamed(session.delivery, recording, wireOf(session.wire))
      const facts = delivery && factsOf({ session, delivery })
      if (facts) return { name: recording.name, witness, facts }
    }
  }
  return undefined
}

export function factsOf({
  session,
  delivery,
}: Pick<PlannedCase, 'session' | 'delivery'>): SessionFacts | undefined {
  return session && { turn: session.turn, choice: session.choice, delivery }
}
