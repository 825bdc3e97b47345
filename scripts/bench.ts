/** The benchmarks, one after the other; `npm run bench -- suite` runs one. Exit code 1 where a target is missed. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Name -> the scripts that make it up. What people run as built is built first. */
const benches: Readonly<Record<string, readonly string[]>> = {
  suite: ['scripts/bench/suite.ts'],
  capture: ['scripts/build.ts', 'scripts/bench/capture.ts'],
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `bench: there is no benchmark \`${unknown.join('`, `')}\`. Known: ${Object.keys(benches).join(', ')}.`,
  )
  process.exitCode = 2
} else {
  for (const [name, scripts] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`bench ${name}`)
    if (!(await runAll(scripts))) process.exitCode = 1
  }
}

/** One after the other, until one fails. */
async function runAll(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) if ((await run(script)) !== 0) return false
  return true
}

function run(script: string): Promise<number> {
  const child = spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1))
  })
}
