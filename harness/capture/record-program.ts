/** Runs a program with the hook in it, follows its journals, and folds what has ended. Not here: the hook (hook.ts), following (program-journals.ts), showing progress (scripts/record). */

import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import type { CaptureEvent } from './capture-event.ts'
import { hookedEnvironment } from './hook-settings.ts'
import { makeFolder } from './out-folder.ts'
import { ProgramJournals, type Watch } from './program-journals.ts'
import { ReportTail } from './report-tail.ts'
import { newSealKey } from './sealing.ts'
import { Threads } from './unhooked.ts'

export type ProgramOptions = {
  command: readonly [string, ...string[]]
  out: string
  hosts: readonly string[]
  /** Hears of everything, also of what is completed after the program's end. */
  onEvent(event: CaptureEvent): void
  /** Hears of each read of a body, some time after it. */
  onRead?: Watch['onRead']
  /** Called while the program runs, about every 100 ms, after the events. */
  onTick?(): void
}

const tickMilliseconds = 100
/** What a program to be recorded loads by `--import`. */
export const registerUrl = new URL('./register.mjs', import.meta.url).href

/**
 * Gives the program's exit code; 128 plus the signal's number where a signal ended it, as shells do. Throws where the program cannot be started, and where
 * `out` cannot be written.
 */
export async function recordProgram(options: ProgramOptions): Promise<number> {
  const out = resolve(options.out)
  const [command, ...args] = options.command
  const key = newSealKey()
  const threads = new Threads()
  const journals = new ProgramJournals(out, key, options)
  makeFolder(out)
  const tail = new ReportTail(out, (event) => {
    if (event.type === 'journal') journals.add(event.path)
    else if (event.type === 'thread') threads.hear(event)
    else options.onEvent(event)
  })
  const settings = { out, hosts: [...options.hosts], report: tail.path, key: key.toString('base64') }
  const env = hookedEnvironment(process.env, settings, registerUrl)
  try {
    return await runToEnd(spawn(command, args, { stdio: 'inherit', env }), () => {
      tail.read()
      journals.update()
      options.onTick?.()
    })
  } finally {
    tail.end()
    journals.complete()
    const notice = threads.notice()
    if (notice !== undefined) options.onEvent({ type: 'notice', ...notice })
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
