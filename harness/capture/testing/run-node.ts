/** Runs a program under Node in the tests of capture. */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Ran = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/** Runs `node ARGS`; `onOutput` hears of stdout as it comes. */
export async function runNode(
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (options.onOutput) child.stdout.on('data', (bytes: Buffer) => options.onOutput?.(bytes.toString()))
  const ended = new Promise<Pick<Ran, 'code' | 'signal'>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { ...(await ended), stdout, stderr }
}
