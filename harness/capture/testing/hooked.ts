/** Runs a program with the hook in it, for the tests of capture: what it saw, and what the hook told. Its journals are folded afterwards, as `streamproof record` does. */

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { HookEvent } from '../capture-event.ts'
import { hookedEnvironment } from '../hook-settings.ts'
import { recover } from '../recover.ts'
import { newSealKey } from '../sealing.ts'
import { runNode, type Ran } from './run-node.ts'

const registerUrl = new URL('../register.mjs', import.meta.url).href

export type Hooked = Ran & { events: HookEvent[] }

/** `out` is the folder of the recordings; the report is written beside it. */
export async function runHooked(
  out: string,
  args: readonly string[],
  options: { hosts?: string[]; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void } = {},
): Promise<Hooked> {
  const report = `${out}.report`
  const key = newSealKey()
  // Where that cannot be, the hook says all on stderr.
  await writeFile(report, '').catch(() => {})
  const settings = { out, hosts: options.hosts ?? [], report, key: key.toString('base64') }
  const env = hookedEnvironment(options.env ?? process.env, settings, registerUrl)
  const ran = await runNode(args, { env, ...(options.onOutput && { onOutput: options.onOutput }) })
  const text = await readFile(report, 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  if (existsSync(out)) recover(out, { key })
  return { ...ran, events: lines.map((line) => JSON.parse(line) as HookEvent) }
}
