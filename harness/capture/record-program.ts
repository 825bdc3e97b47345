/** Runs a program with the hook in it, and follows what it records. Not here: the hook (hook.ts), showing progress (scripts/record). */

import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CaptureEvent } from './capture-event.ts'
import { defaultRedactor } from './default-redactor.ts'
import { foldJournal } from './fold.ts'
import { hookedEnvironment } from './hook-settings.ts'
import { recover } from './recover.ts'
import { ReportTail } from './report-tail.ts'

export type ProgramOptions = {
  command: readonly [string, ...string[]]
  out: string
  hosts: readonly string[]
  /** Hears of everything, also of what is completed after the program's end. */
  onEvent(event: CaptureEvent): void
  /** Called while the program runs, about every 100 ms, after the events. */
  onTick?(): void
}

const tickMilliseconds = 100
const registerUrl = new URL('./register.mjs', import.meta.url).href

/** Gives the program's exit code; 128 plus the signal's number where a signal ended it, as shells do. Throws where the program cannot be started. */
export async function recordProgram(options: ProgramOptions): Promise<number> {
  const out = resolve(options.out)
  const folder = mkdtempSync(join(tmpdir(), 'streamproof-record-'))
  try {
    const report = join(folder, 'report.ndjson')
    const [command, ...args] = options.command
    const env = hookedEnvironment(process.env, { out, hosts: [...options.hosts], report }, registerUrl)
    const unfinished = new Set<string>()
    const hear = (event: CaptureEvent) => {
      if (event.type === 'ended') return hear(folded(out, event))
      if (event.type === 'started') unfinished.add(event.journal)
      else if ((event.type === 'recorded' || event.type === 'failed') && event.journal !== undefined)
        unfinished.delete(event.journal)
      options.onEvent(event)
    }
    const tail = new ReportTail(report, hear)
    const code = await runToEnd(spawn(command, args, { stdio: 'inherit', env }), () => {
      tail.read()
      options.onTick?.()
    })
    tail.read()
    completeLeftovers(out, [...unfinished], hear)
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function folded(out: string, { journal, url }: Extract<CaptureEvent, { type: 'ended' }>): CaptureEvent {
  try {
    const done = foldJournal(out, journal, (recording) => defaultRedactor.recording(recording))
    if (done === undefined) throw new Error('its journal cannot be read')
    const { folder: _folder, ...rest } = done
    return { type: 'recorded', ...rest }
  } catch (error) {
    return { type: 'failed', journal, url, reason: error instanceof Error ? error.message : String(error) }
  }
}

async function runToEnd(child: ChildProcess, tick: () => void): Promise<number> {
  const timer = setInterval(tick, tickMilliseconds)
  const letGo = passSignals(child)
  try {
    return await new Promise<number>((resolveCode, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolveCode(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      )
    })
  } finally {
    clearInterval(timer)
    letGo()
  }
}

/** The program decides what a signal means. A terminal sends its Ctrl-C to both of us, so that one is not passed on. */
function passSignals(child: ChildProcess): () => void {
  const handlers = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const handler = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, handler)
    return () => process.removeListener(signal, handler)
  })
  return () => handlers.forEach((remove) => remove())
}

/** The journals of processes that were killed. */
function completeLeftovers(
  out: string,
  journals: readonly string[],
  hear: (event: CaptureEvent) => void,
): void {
  const present = journals.filter((journal) => existsSync(journal))
  const { recorded, failed, running } = recover(out, { journals: present })
  for (const { journal, name, wire, end, bytes } of recorded)
    hear({ type: 'recorded', journal, name, ...(wire && { wire }), end, bytes })
  for (const { journal, reason } of failed) hear({ type: 'failed', journal, url: journal, reason })
  for (const { journal, pid } of running) {
    const message = `Process ${pid} still records into \`${journal}\`; \`streamproof recover\` completes it after its end.`
    hear({ type: 'notice', kind: 'still-running', subject: journal, message })
  }
}
