/**
 * `npm run bench -- capture`: what recording costs, ours beside no recording and beside the peers in the same run. Every number is a median over rounds, and a ratio
 * to the run without a recorder: times alone say more about the machine. Exit code 1 where a target is missed.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Table from 'cli-table3'
import { hookedEnvironment } from '../../harness/watch.ts'
import type { Measured } from './client.ts'
import { median, roundsOr, tellMissed } from './measuring.ts'
import { labels, recorders, type RecorderName } from './recorders.ts'

const rounds = roundsOr(5)
const bulkBytes = 50 * 1000 * 1000
const targets = { fetch: { first: 1.3, rate: 0.85 }, tap: { first: 1.5, rate: 0.85 } } as const
const mostMemory = 200 * 1000 * 1000

type Row = { name: RecorderName; first: number[]; rate: number[]; missing?: string }

/** As built, since that is what people run: source would have to be stripped of its types first. */
const registerUrl = new URL('../../dist/harness/capture/register.mjs', import.meta.url).href
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** BENCH_DIR says where the recordings go; a slow disk is part of what is measured. */
const directory = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'streamproof-bench-'))
const helpers: ChildProcess[] = []
let folders = 0

/** Starts a helper process that prints its port. */
async function startHelper(name: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [file(name), ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  helpers.push(child)
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
    child.once('exit', () => reject(new Error(`${name} ended`)))
  })
  return `http://127.0.0.1:${port}`
}

async function measure(name: RecorderName, what: string, origin: string): Promise<Measured> {
  const out = join(directory, String((folders += 1)))
  const settings = { out, hosts: [], report: `${out}.report`, key: randomBytes(16).toString('base64') }
  writeFileSync(settings.report, '')
  const env = name === 'tap' ? hookedEnvironment(process.env, settings, registerUrl) : process.env
  const flags = name === 'layer' ? ['--import', new URL('layer.mjs', import.meta.url).href] : []
  const child = spawn(process.execPath, [...flags, file('client.ts'), name, what, origin, out], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  rmSync(out, { recursive: true, force: true })
  if (code !== 0) throw new Error(whyOf(stderr))
  return JSON.parse(stdout) as Measured
}

function whyOf(stderr: string): string {
  if (stderr.includes('ERR_MODULE_NOT_FOUND')) return 'not installed'
  return /^\w*Error.*$/m.exec(stderr)?.[0] ?? stderr.slice(0, 200)
}

/** One row per recorder; in each round every recorder has its turn, so that a busy moment hits all. */
async function measureAll(originOf: (name: RecorderName) => string): Promise<Row[]> {
  const rows: Row[] = recorders.map((name) => ({ name, first: [], rate: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const row of rows.filter(({ missing }) => missing === undefined)) {
      try {
        row.first.push(median((await measure(row.name, 'first', originOf(row.name))).first ?? []))
        row.rate.push((await measure(row.name, String(bulkBytes), originOf(row.name))).rate ?? 0)
      } catch (error) {
        row.missing = error instanceof Error ? error.message : String(error)
      }
    }
  }
  return rows
}

type Ratios = { first: number; rate: number }

/** Of medians: beyond 1 is slower for `first`, faster for `rate`. */
function ratiosOf(row: Row, none: Row | undefined): Ratios {
  return {
    first: median(row.first) / median(none?.first ?? []),
    rate: median(row.rate) / median(none?.rate ?? []),
  }
}

function print(rows: readonly Row[]): string[] {
  const table = new Table({
    head: ['recorder', 'first chunk p50', 'ratio', 'target', '50 MB', 'ratio', 'target'],
  })
  const none = rows.find(({ name }) => name === 'none')
  const missed: string[] = []
  for (const row of rows) {
    const label = labels[row.name]
    if (row.missing !== undefined) {
      table.push([label, { content: row.missing, colSpan: 6 }])
      continue
    }
    const ratios = ratiosOf(row, none)
    const target = row.name === 'fetch' || row.name === 'tap' ? targets[row.name] : undefined
    if (target && ratios.first > target.first)
      missed.push(`${label}: first chunk ${ratios.first.toFixed(2)}x`)
    if (target && ratios.rate < target.rate) missed.push(`${label}: throughput ${ratios.rate.toFixed(2)}x`)
    table.push([
      label,
      `${median(row.first).toFixed(2)} ms`,
      ratios.first.toFixed(2),
      target ? `<= ${target.first}` : '',
      `${(median(row.rate) / 1e6).toFixed(0)} MB/s`,
      ratios.rate.toFixed(2),
      target ? `>= ${target.rate}` : '',
    ])
  }
  console.log(table.toString())
  return missed
}

/** Most of the memory is the client's own (Node collects the buffers of a fast stream late): it is shown beside the same client without a recorder. */
async function giants(origin: string): Promise<string[]> {
  const missed: string[] = []
  for (const [name, client] of [
    ['tap', 'node:http'],
    ['fetch', 'fetch'],
  ] as const) {
    const alone = (await measure('none', `giant-${client}`, origin)).peak / 1e6
    const recorded = (await measure(name, `giant-${client}`, origin)).peak / 1e6
    const line = `1 GiB by ${client}: peak memory ${recorded.toFixed(0)} MB with ${labels[name]}, ${alone.toFixed(0)} MB alone`
    console.log(line)
    if (recorded > mostMemory / 1e6) missed.push(`${line} (target: ${mostMemory / 1e6} MB)`)
  }
  return missed
}

try {
  const origin = await startHelper('upstream.ts')
  const aimock = await startHelper('aimock-proxy.ts', origin, directory).catch(() => origin)
  const rows = await measureAll((name) => (name === 'aimock' ? aimock : origin))
  if (aimock === origin) rows.forEach((row) => row.name === 'aimock' && (row.missing = 'not installed'))
  const missed = [...print(rows), ...(await giants(origin))]
  if (rows.some(({ missing }) => missing === 'not installed'))
    console.log('Peers are installed apart: npm ci --prefix scripts/bench')
  tellMissed(missed)
} finally {
  for (const helper of helpers) helper.kill()
  rmSync(directory, { recursive: true, force: true })
}
