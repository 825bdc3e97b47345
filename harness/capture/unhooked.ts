/**
 * What of a program runs without the hook, because it was started with an environment of its own: children, seen by their parent, and worker threads, which
 * their parent counts and which say themselves where they have the hook. Not here: what passes a hook unrecorded (tap.ts, connection.ts).
 */

import { subscribe } from 'node:diagnostics_channel'
import { isMainThread, threadId, type Worker } from 'node:worker_threads'
import type { HookEvent } from './capture-event.ts'
import type { Notice } from './exchange.ts'
import { settingsVariable } from './hook-settings.ts'

type Tell = { event: (event: HookEvent) => void; notice: (notice: Notice) => void }

/**
 * Hears, from now on, what this thread starts; changes nothing of it. Nothing is said by Node of what runs synchronously (spawnSync and its like).
 * https://nodejs.org/docs/latest-v24.x/api/diagnostics_channel.html#child-process
 */
export function watchStarts({ event, notice }: Tell): void {
  if (!isMainThread) event({ type: 'thread', pid: process.pid, thread: threadId, of: 'hook' })
  subscribe('worker_threads', (message) => {
    const { worker } = message as { worker: Worker }
    // The other kind is Node's own, for the hooks of modules.
    if (worker.constructor.name !== 'InternalWorker')
      event({ type: 'thread', pid: process.pid, thread: worker.threadId, of: 'parent' })
  })
  subscribe('tracing:child_process.spawn:start', (message) => {
    const { options } = message as { options?: SpawnOptions }
    const found = options && noticeOf(options)
    if (found !== undefined) notice(found)
  })
}

/** As Node hands it to the system. */
type SpawnOptions = { file?: string; args?: string[]; shell?: unknown; envPairs?: string[] }

/** Whether a command line runs Node; others send nothing that could be recorded. */
const nodeCommand = /(?:^|[\s/\\;&|"'])(node|npm|npx|pnpm|yarn|tsx|ts-node)(?:\.exe|\.cmd)?(?=$|["'\s;&|])/

function noticeOf({ file = '', args = [], shell, envPairs }: SpawnOptions): Notice | undefined {
  // The rest of a command line may hold a secret.
  const command = file === process.execPath ? 'node' : nodeCommand.exec(shell ? args.join(' ') : file)?.[1]
  const lacking = envPairs && lackingIn(envPairs)
  if (command === undefined || lacking === undefined) return undefined
  return {
    kind: 'unhooked-child',
    subject: command,
    message: `The program starts \`${command}\` with an environment of its own, without our ${lacking}, so what that process sends is not recorded. Give it all of \`process.env\`.`,
  }
}

/** What of ours is not in an environment. */
function lackingIn(envPairs: readonly string[]): string | undefined {
  const has = (start: string, part: string) =>
    envPairs.some((pair) => pair.startsWith(`${start}=`) && pair.includes(part))
  const lacking = [
    ...(has('NODE_OPTIONS', '/capture/register.mjs') ? [] : ['NODE_OPTIONS']),
    ...(has(settingsVariable, '{') ? [] : [settingsVariable]),
  ]
  return lacking.length === 0 ? undefined : lacking.join(' and ')
}

/** The threads of a program, by who tells of them. */
export class Threads {
  readonly #parent = new Set<string>()
  readonly #hook = new Set<string>()

  hear({ pid, thread, of }: HookEvent & { type: 'thread' }): void {
    const threads = of === 'hook' ? this.#hook : this.#parent
    threads.add(`${pid} ${thread}`)
  }

  /** Those that ran without the hook, where the program is over. */
  notice(): Notice | undefined {
    const count = [...this.#parent].filter((thread) => !this.#hook.has(thread)).length
    if (count === 0) return undefined
    const [who, whom] = count === 1 ? ['A worker thread', 'it'] : [`${count} worker threads`, 'them']
    return {
      kind: 'unhooked-thread',
      subject: 'worker threads',
      message: `${who} of the program ran without the recorder, so nothing of ${whom} is recorded. A thread that is made by \`eval\`, or with an \`env\` of its own, has none: give it a file, and all of \`process.env\`.`,
    }
  }
}
