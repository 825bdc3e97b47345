/** The jobs of a run for its workers: the smoke run, the cases of some groups, a block of generated sessions, a failure to make small. Not here: the processes (pool.ts). */

import {
  caseId,
  diedOutcome,
  drawnNumber,
  foundAsDrawn,
  SmokeError,
  tellLateOf,
  wireNames,
  brokenDriverText,
  type BlockOutcome,
  type CaseGroup,
  type CaseOutcome,
  type DrawExecute,
  type DrawnFrom,
  type Execute,
  type FoundFailure,
  type Owner,
  type PlannedCase,
  type Session,
  type SessionBlock,
} from '../../harness/index.ts'
import type { Job, Pool } from './pool.ts'
import { unpackOutcome } from './worker-messages.ts'

type Take = (group: CaseGroup, outcome: CaseOutcome) => void
/** A group, and where it stands in the plan that parent and worker share. */
type NumberedGroup = { group: CaseGroup; index: number }

/** Cases of a job: enough that a worker seldom waits for the next one, few enough that none is long at work when the others are done. */
const jobCases = 24

/** Runs groups in the pool, wire by wire. */
export function groupsIn(pool: Pool): Execute {
  return async (groups, _options, take) => {
    const numbered = groups
      .map((group, index) => ({ group, index }))
      .toSorted((a, b) => wireNames.indexOf(a.group.wire) - wireNames.indexOf(b.group.wire))
    await Promise.all(inJobs(numbered).map((some) => pool.run(new CasesJob(some, take))))
  }
}

/** Neighbours together: the groups of one recording share its deliveries. */
function inJobs(groups: readonly NumberedGroup[]): NumberedGroup[][] {
  const jobs: NumberedGroup[][] = []
  let cases = Infinity
  for (const each of groups) {
    if (cases >= jobCases) {
      jobs.push([])
      cases = 0
    }
    jobs.at(-1)?.push(each)
    cases += each.group.cases.length
  }
  return jobs
}

/** The cases of some groups, one after the other, from one of them on. */
class CasesJob implements Job {
  readonly #groups: readonly NumberedGroup[]
  readonly #cases: readonly { group: CaseGroup; planned: PlannedCase }[]
  readonly #take: Take
  readonly #from: number
  /** How many are done, those before `from` among them: the next one is running. */
  #done: number

  constructor(groups: readonly NumberedGroup[], take: Take, from = 0) {
    this.#groups = groups
    this.#cases = groups.flatMap(({ group }) => group.cases.map((planned) => ({ group, planned })))
    this.#take = take
    this.#from = from
    this.#done = from
  }

  ask() {
    return { type: 'cases', groups: this.#groups.map(({ index }) => index), from: this.#from } as const
  }

  hear(message: Parameters<Job['hear']>[0]): void {
    if (message.type === 'outcome') this.#tell(() => unpackOutcome(message.outcome))
  }

  /** The case that was running is told as dead, unless another one is to blame; what is behind it is left to do. */
  died(cause: string, culprit?: Owner): Job | undefined {
    const running = this.#cases[this.#done]
    if (culprit && !(running && isOwner(culprit, running.planned))) {
      tellLateOf(culprit, { message: cause, ended: true })
    } else {
      this.#tell((planned) => diedOutcome(planned, cause))
    }
    return this.#done < this.#cases.length ? new CasesJob(this.#groups, this.#take, this.#done) : undefined
  }

  #tell(outcome: (planned: PlannedCase) => CaseOutcome): void {
    const running = this.#cases[this.#done]
    this.#done += 1
    if (running) this.#take(running.group, outcome(running.planned))
  }
}

function isOwner(owner: Owner, { name }: PlannedCase): boolean {
  return !('trial' in owner) && caseId(owner) === caseId(name)
}

/** Makes the smoke run of the drivers of these groups in the pool. @throws SmokeError for a driver that is broken, or ends or blocks its process. */
export async function smokeIn(pool: Pool, groups: readonly CaseGroup[]): Promise<void> {
  const job = new SmokeJob(groups)
  await pool.run(job)
  if (job.fault !== undefined) throw new SmokeError(job.fault)
}

class SmokeJob implements Job {
  fault: string | undefined
  readonly #groups: readonly CaseGroup[]
  /** The driver and wire that are under way. */
  #running: CaseGroup | undefined

  constructor(groups: readonly CaseGroup[]) {
    this.#groups = groups
  }

  ask() {
    return { type: 'smoke' } as const
  }

  hear(message: Parameters<Job['hear']>[0]): void {
    if (message.type === 'smoked') this.fault = message.fault
    if (message.type !== 'smokes') return
    const { driver: name, wire } = message
    this.#running = this.#groups.find((group) => group.driver.name === name && group.wire === wire)
  }

  died(cause: string): undefined {
    const fault = `the simplest streams there are did not come to an end: ${cause}.`
    this.fault = this.#running ? brokenDriverText(this.#running.driver, this.#running.wire, fault) : fault
  }
}

/** Runs generated sessions in the pool. */
export function drawnIn(pool: Pool, settings: DrawnFrom): DrawExecute {
  return {
    async block(makeBlock) {
      let outcome: BlockOutcome | undefined
      await pool.run(new BlockJob(makeBlock, (done) => (outcome = done)))
      return outcome
    },
    async shrink(found) {
      let small: Session | undefined
      await pool.run(new ShrinkJob(found, (session) => (small = session)))
      return small ?? foundAsDrawn(found, settings)
    },
  }
}

/** Deaths of a block's process that none of its sessions is to blame for, after which it is left: it may never come through. */
const mostStrangers = 5

class BlockJob implements Job {
  readonly #makeBlock: () => SessionBlock
  readonly #take: (outcome: BlockOutcome) => void
  #asked: SessionBlock | undefined
  /** The run that is under way. */
  #running: { number: number; driver: string } | undefined
  #strangers = 0

  constructor(makeBlock: () => SessionBlock, take: (outcome: BlockOutcome) => void) {
    this.#makeBlock = makeBlock
    this.#take = take
  }

  ask() {
    this.#asked ??= this.#makeBlock()
    return { type: 'block', block: this.#asked } as const
  }

  hear(message: Parameters<Job['hear']>[0]): void {
    if (message.type === 'draws') this.#running = { number: message.number, driver: message.driver }
    if (message.type === 'block-outcome') this.#take(message.outcome)
  }

  /** The block is run again without the run that ended its process: what it counted went with it. */
  died(cause: string, culprit?: Owner): Job | undefined {
    const block = this.#asked
    if (!block) return undefined
    const found = culprit ? sessionOf(culprit, block) : this.#running
    this.#running = undefined
    if (!found) {
      tellLateOf(culprit, { message: cause, ended: true })
      this.#strangers += 1
      return this.#strangers < mostStrangers ? this : undefined
    }
    const deaths = [...block.deaths, { ...found, cause }]
    // What other blocks have found meanwhile changes nothing: the runs that it has had count again.
    return new BlockJob(() => ({ ...block, deaths }), this.#take)
  }
}

/** The run of a block that a case is, by the name of its recording: `generated-1-17`. */
function sessionOf(owner: Owner, block: SessionBlock): { number: number; driver: string } | undefined {
  if ('trial' in owner) return undefined
  const { wire, recording, driver } = owner
  const number = drawnNumber(recording)
  if (number === undefined || wire !== block.wire) return undefined
  return number >= block.from && number < block.to ? { number, driver } : undefined
}

class ShrinkJob implements Job {
  readonly #found: FoundFailure
  readonly #take: (session: Session) => void

  constructor(found: FoundFailure, take: (session: Session) => void) {
    this.#found = found
    this.#take = take
  }

  ask() {
    return { type: 'shrink', found: this.#found } as const
  }

  hear(message: Parameters<Job['hear']>[0]): void {
    if (message.type === 'shrunk') this.#take(message.session)
  }

  /** What kills its process is not tried again. */
  died(): undefined {
    return undefined
  }
}
