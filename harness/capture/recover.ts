/** Completes what a crash left: every exchange in a journal whose process is gone becomes a recording that says how far it came. Not here: one journal (journal-folder.ts). */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defaultRedactor } from './default-redactor.ts'
import { foldingPrefix, type Folded } from './fold.ts'
import { JournalFolder, type FoldWith } from './journal-folder.ts'
import { isOpenHere, journalPrefix } from './journal.ts'
import type { Redactor } from './redactor.ts'
import { reportPrefix } from './report-tail.ts'

export type RecoverOptions = {
  redactor?: Redactor
  /** Opens what was sealed; without it, what had not been redacted yet is lost. */
  key?: Buffer | undefined
  /** Also take journals whose process seems to live: its number may be another's by now. */
  force?: boolean
}

export type Recovered = {
  recorded: Folded[]
  /** Left as they are: the process that writes them still runs. */
  running: { journal: string; pid: number }[]
  /** Journals that stay, with the first reason. */
  failed: { journal: string; reason: string }[]
  /** Removed: not even one request had been written. */
  empty: string[]
}

/** Folds the journals in `out`, and removes each that is folded whole. Throws where `out` cannot be read. */
export function recover(out: string, options: RecoverOptions = {}): Recovered {
  const { redactor = defaultRedactor, force = false, key } = options
  const result: Recovered = { recorded: [], running: [], failed: [], empty: [] }
  for (const journal of namesIn(out, journalPrefix)) {
    const pid = pidOf(journal)
    if (isOpenHere(journal) || (isRunning(pid) && !force)) result.running.push({ journal, pid })
    else recoverOne(new JournalFolder(out, journal), { redactor, key }, result)
  }
  // A half-made folder: its journal was still there, and is folded by now.
  if (result.failed.length + result.running.length === 0)
    for (const folding of namesIn(out, foldingPrefix)) rmSync(folding, { recursive: true, force: true })
  // Of a `streamproof record` that was killed: nobody reads it any more.
  for (const report of namesIn(out, reportPrefix))
    if (!isRunning(pidOf(report, reportPrefix))) rmSync(report, { force: true })
  return result
}

/** The journals in a folder, by name. Throws where the folder cannot be read. */
export function journalsIn(out: string): string[] {
  return namesIn(out, journalPrefix)
}

/** The process a file was made by, by its name. */
export function pidOf(path: string, prefix = journalPrefix): number {
  return Number.parseInt(path.slice(path.lastIndexOf(prefix) + prefix.length), 10)
}

/** Whether another process of this number runs. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    // EPERM: it runs, and is another user's. https://man7.org/linux/man-pages/man2/kill.2.html
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether it has ended, and its parent has not asked how: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. False where there is no /proc. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold anything.
    return stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  } catch {
    return false
  }
}

function namesIn(out: string, prefix: string): string[] {
  return readdirSync(out)
    .filter((name) => name.startsWith(prefix))
    .sort()
    .map((name) => join(out, name))
}

function recoverOne(folder: JournalFolder, foldWith: FoldWith, result: Recovered): void {
  const journal = folder.path
  const reasons: string[] = []
  let known = 0
  folder.finish()
  const exchanges = folder.unfolded()
  for (const { x } of exchanges) {
    try {
      const folded = folder.fold(x, foldWith)
      if (folded === undefined) continue
      known += 1
      result.recorded.push(folded)
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  const [reason] = reasons
  if (reason !== undefined) result.failed.push({ journal, reason })
  else if (known === 0) result.empty.push(journal)
  folder.removeIfDone()
}
