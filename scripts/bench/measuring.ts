/** What the benchmarks share: medians, measured processes, and how a missed target is told. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import Table from 'cli-table3'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Rounds of each measurement: ROUNDS, or what the benchmark thinks enough. */
export function roundsOr(usual: number): number {
  return Number(process.env['ROUNDS'] ?? usual)
}

/** One after the other, so that they do not disturb each other. */
export async function inRounds<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measure())
  return measured
}

/** Runs a script in a process of its own: what it prints last is one line of JSON. @throws when it fails. */
export async function measuredBy<T>(script: URL, ...args: string[]): Promise<T> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${fileURLToPath(script)} ${args.join(' ')} ended with ${String(code)}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T
}

/** One measured number, with its target where it has one. */
export type Row = { what: string; measured: string; target?: string; missed?: boolean }

/** Prints the rows; gives those that missed their target. */
export function printRows(rows: readonly Row[]): string[] {
  const table = new Table({ head: ['measured', 'median', 'target'] })
  for (const { what, measured, target = '' } of rows) table.push([what, measured, target])
  console.log(table.toString())
  return rows
    .filter(({ missed }) => missed)
    .map(({ what, measured, target }) => `${what}: ${measured} (target: ${target})`)
}

/** Names what missed its target and lets the process end with 1. */
export function tellMissed(missed: readonly string[]): void {
  for (const line of missed) console.log(`missed: ${line}`)
  process.exitCode = missed.length > 0 ? 1 : 0
}
