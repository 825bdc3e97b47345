/** Spreads the groups of a run over worker processes. A converter that kills, blocks or floods its process costs its case only. */

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  diedOutcome,
  wireNames,
  type CaseGroup,
  type CaseOutcome,
  type Execute,
} from '../../harness/index.ts'
import type { RunSpec } from './load-run.ts'
import { unpackOutcome, type FromWorker, type ToWorker } from './worker-messages.ts'

/** A case whose process has said nothing for so long blocks its event loop: a hang that the process itself cannot see. */
export const blockedAfterMs = 30_000

export type PoolOptions = {
  workers: number
  spec: RunSpec
  /** Rewrites goldens instead of comparing them. */
  update?: boolean
  blockedAfterMs?: number
  signal?: AbortSignal
  /** Called when a worker has loaded the run and is given its first cases. */
  onReady?: () => void
}

/** Worker processes that load a run while this one still does. */
export class Pool {
  readonly #options: PoolOptions
  readonly #started: Session[]

  constructor(options: PoolOptions) {
    this.#options = options
    this.#started = Array.from({ length: options.workers }, () => new Session(options))
  }

  /** Runs the groups. @throws when a worker cannot load what this process could. */
  readonly execute: Execute = async (groups, _options, take) => {
    const queue = queueOf(groups)
    const places = this.#started.map(
      (session, at) =>
        new Place(groups, queue, at % 2 === 0 ? 'first' : 'last', take, this.#options, session),
    )
    await Promise.all(places.map((place) => place.run()))
  }

  /** The run does not need them. */
  stop(): void {
    for (const session of this.#started) session.stop()
  }
}

/** By wire, so that workers which take from both ends seldom need the same client, nor compile the same code. */
function queueOf(groups: readonly CaseGroup[]): Job[] {
  return groups
    .map((group, at) => ({ wire: group.wire, job: { group: at, from: 0 } }))
    .toSorted((a, b) => wireNames.indexOf(a.wire) - wireNames.indexOf(b.wire))
    .map(({ job }) => job)
}

type Job = { group: number; from: number }
type Take = (group: CaseGroup, outcome: CaseOutcome) => void

/** One place in the pool: it runs jobs until the queue is empty, in one process after the other where they die. */
class Place {
  readonly #groups: readonly CaseGroup[]
  readonly #queue: Job[]
  readonly #end: 'first' | 'last'
  readonly #take: Take
  readonly #options: PoolOptions
  #ready: Session | undefined

  constructor(
    groups: readonly CaseGroup[],
    queue: Job[],
    end: 'first' | 'last',
    take: Take,
    options: PoolOptions,
    session: Session,
  ) {
    this.#groups = groups
    this.#queue = queue
    this.#end = end
    this.#take = take
    this.#options = options
    this.#ready = session
  }

  async run(): Promise<void> {
    while (this.#queue.length > 0 && !this.#options.signal?.aborted) await this.#runProcess()
    this.#ready?.stop()
  }

  /** Lives as long as one process. What it leaves behind goes back into the queue. */
  async #runProcess(): Promise<void> {
    const session = this.#ready ?? new Session(this.#options)
    this.#ready = undefined
    const { code, signal } = await session.listen((message) => this.#hear(message, session))
    if (this.#options.signal?.aborted) return
    if (!session.loaded) throw new Error(`a worker died while it loaded the run (${signal ?? code})`)
    this.#bury(session, code, signal)
  }

  #hear(message: Heard, session: Session): void {
    switch (message.type) {
      case 'ready':
        if (message.groups !== this.#groups.length) {
          session.child.kill()
          return
        }
        session.loaded = true
        this.#options.onReady?.()
        return this.#next(session)
      case 'starts':
        session.current = { group: message.group, from: message.at }
        return
      case 'outcome':
        session.current = undefined
        return this.#take(this.#groups[message.group] as CaseGroup, unpackOutcome(message.outcome))
      case 'done':
        session.job = undefined
        return this.#next(session)
    }
  }

  #next(session: Session): void {
    session.job = this.#end === 'first' ? this.#queue.shift() : this.#queue.pop()
    session.say(session.job ? { type: 'run', ...session.job } : { type: 'stop' })
  }

  /** The case that was running is told as dead; the rest of its group is run in the next process. */
  #bury({ current, job, blocked }: Session, code: number | null, signal: NodeJS.Signals | null): void {
    if (!current || !job) return
    const group = this.#groups[current.group]
    const planned = group?.cases[current.from]
    if (!group || !planned) return
    const cause = blocked
      ? 'it blocked its process until that was killed'
      : `its process died (${signal ?? `exit ${code}`})`
    this.#take(group, diedOutcome(planned, cause))
    if (current.from + 1 < group.cases.length)
      this.#queue.unshift({ group: current.group, from: current.from + 1 })
  }
}

const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'

type Heard = Exclude<FromWorker, { type: 'failed' }>
type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** One process, and what is known of it. */
class Session {
  readonly child: ChildProcess
  loaded = false
  blocked = false
  job: Job | undefined
  /** The case that is running. */
  current: Job | undefined
  readonly #limitMs: number
  readonly #exit: Promise<Exit>
  #watch: NodeJS.Timeout | undefined
  #early: FromWorker[] = []
  #take = (message: FromWorker): void => void this.#early.push(message)

  /** Starts a process that loads the run. */
  constructor({ spec, update = false, blockedAfterMs: limitMs = blockedAfterMs, signal }: PoolOptions) {
    this.#limitMs = limitMs
    this.child = fork(fileURLToPath(new URL(workerFile, import.meta.url)), {
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    const stop = () => this.stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.child.on('message', (message: FromWorker) => this.#take(message))
    this.#exit = new Promise<Exit>((resolve, reject) => {
      this.child.once('error', reject)
      this.child.once('exit', (code, exitSignal) => {
        clearTimeout(this.#watch)
        signal?.removeEventListener('abort', stop)
        resolve({ code, signal: exitSignal })
      })
    })
    // Nobody may be listening yet when a process cannot be started.
    this.#exit.catch(() => {})
    this.say({ type: 'load', spec, update })
  }

  say(message: ToWorker): void {
    this.child.send(message)
  }

  stop(): void {
    this.child.kill()
  }

  /** Hands on what the process said and says until it ends. @throws when it cannot be started, or has failed. */
  async listen(hear: (message: Heard) => void): Promise<Exit> {
    const failure = new Promise<never>((_, reject) => {
      this.#take = (message) => {
        this.#heard()
        if (message.type === 'failed') reject(new Error(`a worker failed: ${message.message}`))
        else hear(message)
      }
    })
    for (const message of this.#early) this.#take(message)
    this.#early = []
    return Promise.race([this.#exit, failure])
  }

  #heard(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      this.blocked = true
      this.child.kill('SIGKILL')
    }, this.#limitMs).unref()
  }
}
