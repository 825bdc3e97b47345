/** Completes what a crash left: every journal whose process is gone becomes a recording that says how far it came. Not here: one journal (fold.ts). */

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defaultRedactor } from './default-redactor.ts'
import { foldJournal, type Folded } from './fold.ts'
import { journalPrefix } from './journal.ts'
import type { Redactor } from './redactor.ts'

export type RecoverOptions = {
  redactor?: Redactor
  /** Also take journals whose process seems to live: its number may be another's by now. */
  force?: boolean
  /** Folders of journals; default: all in `out`. */
  journals?: readonly string[]
}

export type Recovered = {
  recorded: Folded[]
  /** Left as they are: the process that writes them still runs. */
  running: { journal: string; pid: number }[]
  failed: { journal: string; reason: string }[]
  /** Removed: not even the request had been written. */
  empty: string[]
}

/** Folds the journals in `out`. A journal that cannot be folded stays. */
export function recover(out: string, options: RecoverOptions = {}): Recovered {
  const result: Recovered = { recorded: [], running: [], failed: [], empty: [] }
  for (const journal of options.journals ?? journalsIn(out)) {
    const pid = pidOf(journal)
    if (isRunning(pid) && options.force !== true) result.running.push({ journal, pid })
    else recoverOne(out, journal, options.redactor ?? defaultRedactor, result)
  }
  return result
}

/** The journals in a folder, by name. Throws where the folder cannot be read. */
export function journalsIn(out: string): string[] {
  return readdirSync(out)
    .filter((name) => name.startsWith(journalPrefix))
    .sort()
    .map((name) => join(out, name))
}

function recoverOne(out: string, journal: string, redactor: Redactor, result: Recovered): void {
  try {
    const folded = foldJournal(out, journal, (recording) => redactor.recording(recording))
    if (folded !== undefined) return void result.recorded.push(folded)
    rmSync(journal, { recursive: true, force: true })
    result.empty.push(journal)
  } catch (error) {
    result.failed.push({ journal, reason: error instanceof Error ? error.message : String(error) })
  }
}

function pidOf(journal: string): number {
  const name = journal.slice(journal.lastIndexOf(journalPrefix) + journalPrefix.length)
  return Number.parseInt(name, 10)
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and is another user's. https://man7.org/linux/man-pages/man2/kill.2.html
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
