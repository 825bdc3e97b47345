/** How long the shipped suite takes: `npm run conformance` as it is, on two cores. */

import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inRounds, median, type Row } from '../measuring.ts'

const targetSeconds = 5
const root = fileURLToPath(new URL('../../../', import.meta.url))

export async function shippedRows(rounds: number): Promise<Row[]> {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
    scripts: { conformance: string }
  }
  const seconds = median(await inRounds(rounds, () => secondsOf(`${scripts.conformance} --workers 2`)))
  return [
    {
      what: 'the shipped suite, both reference converters, two workers',
      measured: `${seconds.toFixed(2)} s`,
      target: `< ${targetSeconds} s`,
      missed: seconds >= targetSeconds,
    },
  ]
}

/** Wall time of a command of package.json. @throws when it does not end well. */
async function secondsOf(command: string): Promise<number> {
  const started = performance.now()
  const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`\`${command}\` ended with ${String(code)}`)
  return (performance.now() - started) / 1_000
}
