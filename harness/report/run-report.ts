/** What every report is made from: the judged run with its input and its ending. */

import type { Missing } from '../verdict/missing.ts'
import type { LineFault, LineUse } from '../verdict/known-failing.ts'
import type { ExitCode } from '../verdict/exit-code.ts'
import type { Result, Summary } from '../verdict/result.ts'
import type { FeatureEntry } from '../verdict/features.ts'
import type { SourceCounts } from './source-counts.ts'

/** A file that no recording could be read from. `broken`: it is in our own format. */
export type RefusedFile = { file: string; reason: string; field?: string; broken?: boolean }

export type RunReport = {
  results: readonly Result[]
  summary: Summary
  cases: number
  sources: SourceCounts
  refused: readonly RefusedFile[]
  lineFaults: readonly LineFault[]
  /** Recordings whose reading is not what their turn.json says; `added`: the user's own, not those that ship. */
  turnFaults: readonly { recording: string; message: string; added?: boolean }[]
  /** Cases of the plan that gave no results, although the run was not ended. */
  missing: readonly Missing[]
  /** What failed in the background, and of which no run can be told. */
  strays: readonly string[]
  updated: readonly string[]
  drivers: readonly { name: string; version: string; wires: readonly string[]; level: string }[]
  run: {
    startedAt: string
    durationMs: number
    argv: readonly string[]
    platform: string
    toolVersion: string
  }
  exitCode: ExitCode
  /** The run was ended before its last case. */
  interrupted: boolean
  /** The part of a run that this is; `index` counts from 1; `plan` is the digest of what all of them divide. */
  shard?: { index: number; of: number; plan: string }
  /** What was asked for, of all shards together: every case of every driver, under every delivery. Only then is a line that nothing matches a fault. */
  covers: { cases: boolean; deliveries: boolean }
  /** What each driver was offered and showed on each wire, for `merge`. */
  features: readonly FeatureEntry[]
  /** Known-failing lines, and whether a result was met that they speak of, for `merge`. */
  lines: readonly LineUse[]
  /** The command that shows one result again. */
  again(result: Result): string
}
