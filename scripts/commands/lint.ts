/** `streamproof lint`: tells what should not be published of stored recordings, or cannot be trusted. */

import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { exitCodes } from '../../harness/index.ts'
import { lintRecordings, type LintFinding } from '../../harness/record.ts'
import { UsageError } from '../usage-error.ts'

export function lintCommand(): Command {
  return new Command('lint')
    .description('Find secrets, broken digests, unknown fields and retired formats in stored recordings.')
    .argument('<dirs...>', 'folders or files')
    .option('--json', 'print the findings as one JSON document')
    .action(async (dirs: string[], options: { json?: true }) => {
      process.exitCode = await lint(dirs, options.json === true)
    })
}

async function lint(dirs: readonly string[], asJson: boolean): Promise<number> {
  const missing = dirs.find((dir) => !existsSync(dir))
  if (missing !== undefined) {
    throw new UsageError(`lint: \`${missing}\` does not exist. Name a folder or a file.`)
  }
  const findings: LintFinding[] = []
  for (const dir of dirs) {
    for await (const finding of lintRecordings(dir)) {
      findings.push(finding)
      if (!asJson) console.log(line(finding))
    }
  }
  if (asJson) console.log(JSON.stringify({ schema: 'streamproof/lint@1', findings, complete: true }, null, 2))
  else console.log(findings.length === 0 ? 'nothing found' : `${findings.length} found`)
  return findings.length === 0 ? exitCodes.asExpected : exitCodes.unexpected
}

function line({ file, field, rule, message, fix }: LintFinding): string {
  return `${file}${field === undefined ? '' : ` ${field}`}: ${message} (${rule}). ${fix}.`
}
