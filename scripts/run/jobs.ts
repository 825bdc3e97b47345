/** The jobs of a run for its workers: the cases of a group, a block of generated sessions, a failure to make small. Not here: the processes (pool.ts). */

import {
  diedOutcome,
  foundAsDrawn,
  wireNames,
  type BlockOutcome,
  type BlockSettings,
  type CaseGroup,
  type CaseOutcome,
  type DrawExecute,
  type Execute,
  type FoundFailure,
  type Session,
  type SessionBlock,
} from '../../harness/index.ts'
import type { Job, Pool } from './pool.ts'
import { unpackOutcome } from './worker-messages.ts'

type Take = (group: CaseGroup, outcome: CaseOutcome) => void

/** Runs groups in the pool, wire by wire. */
export function groupsIn(pool: Pool): Execute {
  return async (groups, _options, take) => {
    const jobs = groups
      .map((group, index) => ({ group, index }))
      .toSorted((a, b) => wireNames.indexOf(a.group.wire) - wireNames.indexOf(b.group.wire))
    await Promise.all(jobs.map(({ group, index }) => pool.run(new GroupJob(group, index, take))))
  }
}

/** The cases of a group, from one of them on. */
class GroupJob implements Job {
  readonly #group: CaseGroup
  readonly #index: number
  readonly #take: Take
  readonly #from: number
  /** The case that is running. */
  #running: number | undefined

  constructor(group: CaseGroup, index: number, take: Take, from = 0) {
    this.#group = group
    this.#index = index
    this.#take = take
    this.#from = from
  }

  ask() {
    return { type: 'group', group: this.#index, from: this.#from } as const
  }

  hear(message: Parameters<Job['hear']>[0]): void {
    if (message.type === 'starts') this.#running = message.at
    if (message.type === 'outcome') {
      this.#running = undefined
      this.#take(this.#group, unpackOutcome(message.outcome))
    }
  }

  /** The case that was running is told as dead; what is behind it is left to do. */
  died(cause: string): Job | undefined {
    const at = this.#running
    const planned = at === undefined ? undefined : this.#group.cases[at]
    if (at === undefined || !planned) return undefined
    this.#take(this.#group, diedOutcome(planned, cause))
    if (at + 1 >= this.#group.cases.length) return undefined
    return new GroupJob(this.#group, this.#index, this.#take, at + 1)
  }
}

/** Runs generated sessions in the pool. */
export function drawnIn(pool: Pool, settings: BlockSettings): DrawExecute {
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

class BlockJob implements Job {
  readonly #makeBlock: () => SessionBlock
  readonly #take: (outcome: BlockOutcome) => void
  #asked: SessionBlock | undefined
  /** The run that is under way. */
  #running: { number: number; driver: string } | undefined

  constructor(makeBlock: () => SessionBlock, take: (outcome: BlockOutcome) => void) {
    this.#makeBlock = makeBlock
    this.#take = take
  }

  ask() {
    this.#asked = this.#makeBlock()
    return { type: 'block', block: this.#asked } as const
  }

  hear(message: Parameters<Job['hear']>[0]): void {
    if (message.type === 'draws') this.#running = message
    if (message.type === 'block-outcome') this.#take(message.outcome)
  }

  /** The block is run again without the run that ended its process: what it counted went with it. */
  died(cause: string): Job | undefined {
    const block = this.#asked
    if (!block || !this.#running) return undefined
    const { number, driver } = this.#running
    const deaths = [...block.deaths, { number, driver, cause }]
    return new BlockJob(() => ({ ...this.#makeBlock(), deaths }), this.#take)
  }
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
