/**
 * The long forms: round trips and fuzz of every wire, generated sessions against the plain converters, recorded programs that are killed. Run with: npm run -s soak
 * `npm run -s soak -- generated` runs one of them; SOAK_RUNS=n takes n runs in place of the full number.
 */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Name -> what runs, and what it proves. */
const parts: Readonly<Record<string, { files: readonly string[]; proves: string }>> = {
  wires: {
    files: ['harness/wire/round-trip.test.ts'],
    proves: '200,000 round trips and 10,000 broken bodies a wire',
  },
  differential: {
    files: ['harness/wire/differential.test.ts'],
    proves: '20,000 turns a wire read as the official clients read them',
  },
  generated: {
    files: ['harness/mutants/plain/generated-soak.test.ts'],
    proves: '100,000 generated sessions a wire without a finding against its plain converter',
  },
  crashes: {
    files: ['harness/capture/crash.test.ts'],
    proves: '100 programs killed at random points lose nothing that was recorded',
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(
    `soak: there is no part \`${unknown.join('`, `')}\`. Known: ${Object.keys(parts).join(', ')}.`,
  )
  process.exitCode = 2
} else {
  for (const [name, { files, proves }] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`soak ${name}: ${proves}`)
    const code = await runTests(files)
    if (code !== 0) process.exitCode = 1
  }
}

/** Exit code of vitest. */
function runTests(files: readonly string[]): Promise<number> {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const child = spawn(process.execPath, [vitest, 'run', ...files], {
    cwd: root,
    env: { SOAK: '1', ...process.env },
    stdio: 'inherit',
  })
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1))
  })
}
