/** Rewrites the known-failing lines of a package after a look at what fails now: `npm run matrix -- --update`. Not here: what is said of the faults (faults.txt), which a person writes. */

import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { exactLines } from './exact-lines.ts'
import { faultsOf } from './faults.ts'
import type { MatrixPackage } from './packages.ts'
import { runPackage, type RunOptions } from './run-package.ts'
import { sessionLines } from './session-lines.ts'

const header = (folder: string) =>
  `# What shows the faults of converters/${folder}, exactly. Written from faults.txt by: npm run matrix -- --update ${folder}\n\n`

/** @returns what no fault is said of: case ids. The lines of the rest are written to known-failing.txt. */
export async function updateLines(
  matrixPackage: MatrixPackage,
  draw: Pick<RunOptions, 'runs' | 'seed'>,
): Promise<string[]> {
  const faults = await faultsOf(matrixPackage)
  const { document, exitCode } = await runPackage(matrixPackage, { ...draw, runs: 0 })
  if (!document) throw new Error(`${matrixPackage.folder}: its drivers did not run (exit ${exitCode}).`)
  const { text, unjudged } = exactLines(document.results, faults)
  const file = fileURLToPath(new URL('known-failing.txt', matrixPackage.url))
  await rm(new URL('witnesses/', matrixPackage.url), { recursive: true, force: true })
  const sessions = await sessionLines(matrixPackage, faults, draw)
  const all = [
    text,
    ...(sessions.lines.length > 0 ? ['# Generated sessions.\n' + sessions.lines.join('')] : []),
  ]
  const lines = all.filter((part) => part !== '').join('\n')
  await (lines === '' ? rm(file, { force: true }) : writeFile(file, header(matrixPackage.folder) + lines))
  const ids = unjudged.map(
    ({ wire, recording, delivery, driver, rule }) => `${wire}/${recording}/${delivery}@${driver}:${rule}`,
  )
  return [...ids, ...sessions.unjudged]
}
