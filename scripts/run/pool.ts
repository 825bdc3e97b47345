/** Spreads the groups of a run over worker processes. A converter that kills, blocks or floods its process costs its case only. */

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { diedOutcome, type CaseGroup, type CaseOutcome, type Execute } from '../../harness/index.ts'
import type { RunSpec } from './load-run.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** A case whose process has said nothing for so long blocks its event loop: a hang that the process itself cannot see. */
export const blockedAfterMs = 30_000

export type PoolOptions = {
  workers: number
  spec: RunSpec
  blockedAfterMs?: number
  signal?: AbortSignal
  /** Called when a worker has loaded the run and is given its first cases. */
  onReady?: () => void
}

/** Runs groups in `workers` processes. @throws when a worker cannot load what the parent could. */
export function inWorkers(options: PoolOptions): Execute {
  return async (groups, { update = false }, take) => {
    const queue = groups.map((_, index) => ({ group: index, from: 0 }))
    const count = Math.min(options.workers, groups.length)
    const pool = Array.from({ length: count }, () => new Worker(groups, queue, take, { ...options, update }))
    await Promise.all(pool.map((worker) => worker.run()))
  }
}

type Job = { group: number; from: number }
type Take = (group: CaseGroup, outcome: CaseOutcome) => void

/** One place in the pool: it runs jobs until the queue is empty, in one process after the other where they die. */
class Worker {
  readonly #groups: readonly CaseGroup[]
  readonly #queue: Job[]
  readonly #take: Take
  readonly #options: PoolOptions & { update: boolean }

  constructor(
    groups: readonly CaseGroup[],
    queue: Job[],
    take: Take,
    options: PoolOptions & { update: boolean },
  ) {
    this.#groups = groups
    this.#queue = queue
    this.#take = take
    this.#options = options
  }

  async run(): Promise<void> {
    while (this.#queue.length > 0 && !this.#options.signal?.aborted) await this.#runProcess()
  }

  /** Lives as long as one process. What it leaves behind goes back into the queue. */
  #runProcess(): Promise<void> {
    const child = fork(fileURLToPath(new URL(workerFile, import.meta.url)), {
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    const session = new Session(child, this.#options.blockedAfterMs ?? blockedAfterMs)
    const stop = () => child.kill()
    this.#options.signal?.addEventListener('abort', stop, { once: true })
    return new Promise<void>((resolve, reject) => {
      child.on('message', (message: FromWorker) => {
        session.heard()
        if (message.type === 'failed') reject(new Error(`a worker failed: ${message.message}`))
        else this.#hear(message, session)
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        session.end()
        this.#options.signal?.removeEventListener('abort', stop)
        if (!session.loaded && !this.#options.signal?.aborted) {
          reject(new Error(`a worker died while it loaded the run (${signal ?? code})`))
          return
        }
        if (!this.#options.signal?.aborted) this.#bury(session, code, signal)
        resolve()
      })
      session.say({ type: 'load', spec: this.#options.spec, update: this.#options.update })
    })
  }

  #hear(message: Exclude<FromWorker, { type: 'failed' }>, session: Session): void {
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
        return this.#take(this.#groups[message.group] as CaseGroup, message.outcome)
      case 'done':
        session.job = undefined
        return this.#next(session)
    }
  }

  #next(session: Session): void {
    session.job = this.#queue.shift()
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

/** What is known of one living process. */
class Session {
  readonly child: ChildProcess
  loaded = false
  blocked = false
  job: Job | undefined
  /** The case that is running. */
  current: Job | undefined
  readonly #limitMs: number
  #watch: NodeJS.Timeout | undefined

  constructor(child: ChildProcess, limitMs: number) {
    this.child = child
    this.#limitMs = limitMs
  }

  say(message: ToWorker): void {
    this.child.send(message)
  }

  heard(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      this.blocked = true
      this.child.kill('SIGKILL')
    }, this.#limitMs)
  }

  end(): void {
    clearTimeout(this.#watch)
  }
}
