/** What fails in the background of a converter's run: promises that are rejected and that nobody handles, exceptions of timers and sockets. Each is charged to the run that started it, however late it comes. Not here: judging it (harness/checks/no-unhandled-rejection.ts). */

import { AsyncLocalStorage } from 'node:async_hooks'
import { namedMessageOf } from './thrown.ts'

/** The name of the case that a run is of. */
type CaseName = { wire: string; recording: string; delivery: string; driver: string }

/**
 * A failure in no trace that is judged: it came when its run was over, or in a further run of a case. `case` or `trial`, a
 * driver's name: whose it is, where that can be told. `ended`: it ended the process.
 */
export type LateFailure = { case?: CaseName; trial?: string; message: string; ended?: boolean }

/** Whose work something is. A trial is a run of a driver that is no case: the smoke run, and the search for a small failure. */
export type Owner = CaseName | { trial: string }

type Run = { owner: Owner | undefined; failures: string[]; isOver: boolean }

const owners = new AsyncLocalStorage<Owner>()
const runs = new AsyncLocalStorage<Run>()
const openRuns = new Set<Run>()
const listeners = new Set<(failure: LateFailure) => void>()

/** What runs in `work` is of that owner. */
export function ofOwner<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  return owners.run(owner, work)
}

/** Whose code is running now. */
export function ownerAtWork(): Owner | undefined {
  return owners.getStore()
}

/**
 * Does `work` as a run of its own, and hands it what has failed in its background so far. While it runs, a failure in the
 * background does not end the process.
 */
export async function withBackground<T>(work: (failures: () => string[]) => Promise<T>): Promise<T> {
  const run: Run = { owner: owners.getStore(), failures: [], isOver: false }
  openRuns.add(run)
  listen()
  try {
    return await runs.run(run, () => work(() => [...run.failures]))
  } finally {
    run.isOver = true
    openRuns.delete(run)
    listen()
  }
}

/** Hears of failures of runs that are over, until the returned function is called; as long as anybody does, none ends the process. */
export function onLateFailure(hear: (failure: LateFailure) => void): () => void {
  const own = (failure: LateFailure) => hear(failure)
  listeners.add(own)
  listen()
  for (const failure of unheard.splice(0)) hear(failure)
  return () => {
    listeners.delete(own)
    listen()
  }
}

/** Told before anybody heard. */
const unheard: LateFailure[] = []

export function tellLate(failure: LateFailure): void {
  if (listeners.size === 0) unheard.push(failure)
  for (const hear of listeners) hear(failure)
}

/** The same of an owner, where it is known. */
export function tellLateOf(owner: Owner | undefined, failure: Pick<LateFailure, 'message' | 'ended'>): void {
  tellLate({ ...failure, ...(owner && ('trial' in owner ? owner : { case: owner })) })
}

/** Tells what has failed in a run whose trace nobody judges, as failures of the case that it is a further run of. */
export function tellUnjudged(failures: readonly string[]): void {
  for (const message of failures) tellLateOf(owners.getStore(), { message })
}

let isListening = false

/** Node's own way with such failures is restored where nobody asks: they are not ours then. */
function listen(): void {
  const isAsked = openRuns.size > 0 || listeners.size > 0
  if (isAsked === isListening) return
  isListening = isAsked
  const change = isAsked ? 'on' : 'off'
  process[change]('unhandledRejection', rejected)
  process[change]('uncaughtException', uncaught)
}

function rejected(reason: unknown): void {
  note(namedMessageOf(reason))
}

function uncaught(error: unknown): void {
  note(`uncaught ${namedMessageOf(error)}`)
}

/** Node 24 calls both listeners in the context of what failed; without that context every run that is open is suspect. */
function note(message: string): void {
  const run = runs.getStore()
  const isLate = run?.isOver ?? openRuns.size === 0
  if (isLate && listeners.size > 0) return tellLateOf(run?.owner, { message })
  for (const each of run && !run.isOver ? [run] : openRuns) each.failures.push(message)
}
