/** Writes known-failing lines for what fails now. A person still has to say why: until then the file is refused. Not here: the trigger of a line (written-trigger.ts). */

import { relative } from 'node:path'
import { caseId } from '../verdict/case-id.ts'
import { unsaid } from '../verdict/known-failing.ts'
import { isExcusable, type Result } from '../verdict/result.ts'
import type { FailedSessions } from './generated/tally.ts'
import type { Witness } from './witness.ts'
import { triggerWords, writtenTrigger, type TriggerWords } from './written-trigger.ts'

/** A witness, the name of its recording, and its folder as an absolute path. */
export type StoredWitness = Witness & { name: string; folder: string }

export type Failures = {
  /** Of stored cases, and of generated sessions, the first ones with their witnesses. */
  results: readonly Result[]
  /** All generated sessions that failed. */
  failed: readonly FailedSessions[]
  /** The witnesses that were played, or found. */
  witnesses: readonly StoredWitness[]
  /** Stores a witness of what only another one shows; gives its folder. */
  save: (witness: Witness) => Promise<string>
}

/** What one driver broke on one wire: in which sessions, and the witnesses that showed it. */
type Broken = {
  result: Result
  words: TriggerWords[]
  shown: { witness: StoredWitness; delivery: string }[]
  found?: StoredWitness
}

/**
 * The text of a file in `folder`, an absolute path. Results of stored cases get a line each; those of witnesses and of
 * generated sessions one for each rule that a driver broke on a wire, with a trigger that holds in all of them.
 */
export async function knownFailingText(failures: Failures, folder: string): Promise<string> {
  const { results, witnesses } = failures
  const excusable = results.filter((result) => isExcusable(result) && result.count === undefined)
  const ofSession = (result: Result) => playedWitness(result, witnesses) ?? foundWitness(result, witnesses)
  const plain = excusable.filter((result) => !ofSession(result)).map(({ id }) => lineOf([id]))
  const lines = [...brokenIn(excusable.filter(ofSession), failures).values()].map(async (broken) => {
    const { witness, folder: place } = await witnessOf(broken, failures)
    const { wire, driver, rule } = broken.result
    const trigger = writtenTrigger(triggerWords(witness.session), broken.words)
    return lineOf(
      [caseId({ wire, recording: '*', delivery: '*', driver, rule })],
      [`trigger: ${trigger}`, `witness: ${relative(folder, place) || '.'}`],
    )
  })
  return [...plain, ...(await Promise.all(lines))].map((line) => `${line}\n`).join('')
}

function lineOf(pattern: readonly string[], sessions: readonly string[] = []): string {
  return [...pattern, unsaid, unsaid, ...sessions].join(' | ')
}

function brokenIn(results: readonly Result[], { failed, witnesses }: Failures): Map<string, Broken> {
  const all = new Map<string, Broken>()
  for (const result of results) {
    const key = keyOf(result)
    const broken = all.get(key) ?? { result, words: wordsOf(failed, key), shown: [] }
    all.set(key, broken)
    const { delivery } = result
    const witness = playedWitness(result, witnesses)
    if (witness) {
      broken.words.push(triggerWords({ ...witness.session, delivery }))
      broken.shown.push({ witness, delivery })
    }
    const found = foundWitness(result, witnesses)
    if (found) broken.found = found
  }
  return all
}

function keyOf({ driver, wire, rule }: Pick<Result, 'driver' | 'wire' | 'rule'>): string {
  return `${driver} ${wire} ${rule}`
}

function wordsOf(failed: readonly FailedSessions[], key: string): TriggerWords[] {
  return failed.filter((each) => keyOf(each) === key).flatMap(({ words }) => words)
}

/** The witness that a result is of, where it is a stored case of one. */
function playedWitness(
  { wire, recording }: Result,
  witnesses: readonly StoredWitness[],
): StoredWitness | undefined {
  return witnesses.find(({ name, session }) => name === recording && session.wire === wire)
}

/** The witness that was made of a result, where it is of a generated session. */
function foundWitness(result: Result, witnesses: readonly StoredWitness[]): StoredWitness | undefined {
  return result.witness && witnesses.find(({ folder }) => folder === result.witness?.folder)
}

/** The one whose own result failed, since a line is stale where its witness passes; else one of the same session is stored. */
async function witnessOf(
  { result, shown, found }: Broken,
  { save }: Failures,
): Promise<{ witness: Witness; folder: string }> {
  const { driver, rule } = result
  const own = shown.find(
    ({ witness, delivery }) =>
      witness.driver === driver && witness.rule === rule && witness.session.delivery === delivery,
  )
  if (own) return { witness: own.witness, folder: own.witness.folder }
  const [other] = shown
  if (!other && found) return { witness: found, folder: found.folder }
  if (!other) throw new Error(`no witness shows ${result.id}`)
  const { witness, delivery } = other
  const derived = { driver, rule, session: { ...witness.session, delivery } }
  return { witness: derived, folder: await save(derived) }
}
