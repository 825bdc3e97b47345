/** Secrets in a file of another tool, and in what lies beside recordings. Not here: our own format (own-recording.ts). */

import { basename } from 'node:path'
import { foreignFile } from '../import/foreign-file.ts'
import { importFile } from '../import/importers.ts'
import type { LintFinding } from './finding.ts'
import { readRegularFile, whyUnreadable } from '../regular-file.ts'
import { secretsIn, secretsInFile } from './secrets.ts'

/** An importer sees headers and streams; of what none can read, the text is searched. */
export async function foreignFindings(path: string): Promise<LintFinding[]> {
  let stored: Uint8Array
  try {
    stored = await readRegularFile(path)
  } catch (error) {
    const fix = 'Take it away, or correct its permissions'
    return [{ file: path, rule: 'unreadable', message: whyUnreadable(error), fix }]
  }
  const file = foreignFile(basename(path), new Uint8Array(stored))
  const { recordings } = importFile(file, 'file')
  const found = recordings.flatMap((recording) => {
    const name = recording.name.includes('#') ? `${path}#${recording.name.split('#')[1]}` : path
    return secretsIn(recording, () => name)
  })
  return found.length > 0 ? found : secretsInFile(path, file.bytes)
}
