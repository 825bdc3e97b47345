/** Worker processes, and the jobs they do. A converter that kills, blocks or floods its process costs its job's current run only. Not here: which jobs there are (jobs.ts), what a worker does (worker.ts). */

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tellLate, tellLateOf, type Owner } from '../../harness/index.ts'
import type { RunSpec } from './load-run.ts'
import type { FromJob, FromWorker, JobMessage, ToWorker } from './worker-messages.ts'

/** A process that has said nothing for so long while it works blocks its event loop: a hang that it cannot see itself. */
export const blockedAfterMs = 30_000

export type PoolOptions = {
  workers: number
  spec: RunSpec
  /** Rewrites goldens instead of comparing them. */
  update?: boolean
  blockedAfterMs?: number
  signal?: AbortSignal
  /** The processes load the run when this is settled; default: at once. */
  mayLoad?: Promise<void>
  /** Called when a worker has loaded the run and is given its first job. */
  onReady?: () => void
}

export type Job = {
  /** What the worker is asked, when its turn comes. */
  ask(): JobMessage
  /** What the worker says while it does it. */
  hear(message: FromJob): void
  /** Its process died, or had to be killed; gives the job that is left to do. `culprit`: whose code ended it, where that can be told. */
  died(cause: string, culprit?: Owner): Job | undefined
}

type Pending = { job: Job; resolve: () => void; reject: (error: unknown) => void }

/** Starts its processes at once: they load the run while their parent still does. */
export class Pool {
  readonly #places: Place[]
  readonly #queue: Pending[] = []
  #failure: Error | undefined
  readonly #signal: AbortSignal | undefined

  constructor(options: PoolOptions) {
    this.#signal = options.signal
    this.#places = Array.from({ length: options.workers }, (_, at) => {
      // From both ends: with jobs of one kind side by side, two workers seldom need the same client, nor compile the same code.
      const next = () => (at % 2 === 0 ? this.#queue.shift() : this.#queue.pop())
      return new Place(options, next, {
        putBack: (pending) => this.#queue.unshift(pending),
        fail: (error) => this.#fail(error),
      })
    })
    options.signal?.addEventListener('abort', () => this.stop(), { once: true })
  }

  /** Settles when the job is done, or the run was aborted. @throws when a worker cannot load what its parent could. */
  run(job: Job): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (this.#signal?.aborted) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject })
      for (const place of this.#places) place.wake()
    })
  }

  /** Ends the processes, and what they do. */
  stop(): void {
    for (const place of this.#places) place.stop()
    for (const pending of this.#queue.splice(0)) pending.resolve()
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const pending of this.#queue.splice(0)) pending.reject(error)
    this.stop()
  }
}

type Hooks = { putBack(pending: Pending): void; fail(error: Error): void }

const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'

/** One place in the pool: it does jobs in one process after the other where they die. */
class Place {
  readonly #options: PoolOptions
  readonly #next: () => Pending | undefined
  readonly #hooks: Hooks
  #child: ChildProcess | undefined
  #loaded = false
  #blocked = false
  #stopped = false
  #current: Pending | undefined
  #watch: NodeJS.Timeout | undefined
  /** What the process said when it ended itself. */
  #ends: { owner?: Owner } | undefined

  constructor(options: PoolOptions, next: () => Pending | undefined, hooks: Hooks) {
    this.#options = options
    this.#next = next
    this.#hooks = hooks
    this.#start()
  }

  /** There is something to do. */
  wake(): void {
    if (this.#stopped || this.#current) return
    if (this.#child === undefined) this.#start()
    else if (this.#loaded) this.#takeNext()
  }

  stop(): void {
    this.#stopped = true
    // A converter may not listen to anything milder.
    this.#child?.kill('SIGKILL')
  }

  #start(): void {
    this.#loaded = false
    this.#blocked = false
    this.#ends = undefined
    const child = fork(fileURLToPath(new URL(workerFile, import.meta.url)), {
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    this.#child = child
    child.on('message', (message: FromWorker) => this.#hear(message))
    child.once('error', (error) => this.#hooks.fail(error))
    // Not `exit`, which may come before the last messages.
    child.once('close', (code, signal) => this.#exited(signal ?? `exit ${code}`))
    void this.#load(child)
  }

  async #load(child: ChildProcess): Promise<void> {
    const { spec, update = false, mayLoad } = this.#options
    await mayLoad
    if (this.#child === child && !this.#stopped) this.#say({ type: 'load', spec, update })
  }

  #say(message: ToWorker): void {
    this.#child?.send(message)
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        this.#loaded = true
        this.#options.onReady?.()
        return this.#takeNext()
      case 'failed': {
        const error = new Error(`a worker failed: ${message.message}`)
        this.#current?.reject(error)
        return this.#hooks.fail(error)
      }
      case 'done':
        this.#current?.resolve()
        return this.#takeNext()
      case 'late':
        return tellLate(message.failure)
      case 'ends':
        this.#ends = message
        return
      default:
        this.#keepWatch()
        this.#current?.job.hear(message)
    }
  }

  #takeNext(): void {
    this.#current = this.#stopped ? undefined : this.#next()
    this.#keepWatch()
    if (this.#current) this.#say(this.#current.job.ask())
  }

  #keepWatch(): void {
    clearTimeout(this.#watch)
    if (!this.#current) return
    this.#watch = setTimeout(() => {
      this.#blocked = true
      this.#child?.kill('SIGKILL')
    }, this.#options.blockedAfterMs ?? blockedAfterMs)
  }

  #exited(how: string): void {
    clearTimeout(this.#watch)
    this.#child = undefined
    const current = this.#current
    this.#current = undefined
    if (this.#stopped) return current?.resolve()
    if (!this.#loaded) {
      return this.#hooks.fail(new Error(`a worker died while it loaded the run (${how})`))
    }
    const cause = this.#blocked ? 'it blocked its process until that was killed' : `its process died (${how})`
    const culprit = this.#ends?.owner
    if (!current) tellIdleDeath(cause, culprit)
    const rest = current?.job.died(cause, culprit)
    if (!current || !rest) current?.resolve()
    else this.#hooks.putBack({ ...current, job: rest })
    const next = this.#next()
    if (next) {
      this.#hooks.putBack(next)
      this.#start()
    }
  }
}

/** Nothing was running: something has gone on behind the end of its run. */
function tellIdleDeath(cause: string, culprit: Owner | undefined): void {
  const message = culprit ? cause : `a converter ended a process that had nothing to do: ${cause}`
  tellLateOf(culprit, { message, ended: true })
}
