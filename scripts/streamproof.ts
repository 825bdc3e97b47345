/** The command line: one subcommand per file in commands/. Run with: npm run -s streamproof -- help */

import { Command } from 'commander'
import { exitCodes } from '../harness/index.ts'
import { lintCommand } from './commands/lint.ts'
import { mergeCommand } from './commands/merge.ts'
import { recordCommand } from './commands/record.ts'
import { recordingsCommand } from './commands/recordings.ts'
import { recoverCommand } from './commands/recover.ts'
import { runCommand } from './commands/run.ts'
import { DriverStartError } from './run/load-drivers.ts'
import { UsageError } from './usage-error.ts'

const program = new Command('streamproof')
  .description('Proves that converters of LLM provider streams tell the truth.')
  .addCommand(runCommand())
  .addCommand(mergeCommand())
  .addCommand(recordingsCommand())
  .addCommand(recordCommand())
  .addCommand(recoverCommand())
  .addCommand(lintCommand())

throwInsteadOfExit(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOfThrow(error)
}

/** commander ends the process with 1 on a wrong call; ours is 2. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) throwInsteadOfExit(child)
}

function exitCodeOfThrow(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`streamproof: ${error.message}`)
    return exitCodes.usage
  }
  if (error instanceof DriverStartError) {
    console.error(`streamproof: ${error.message}`)
    return exitCodes.driverNotStarted
  }
  // commander has printed its own message; help and version end with 0.
  if (
    error instanceof Error &&
    'exitCode' in error &&
    'code' in error &&
    String(error.code).startsWith('commander.')
  ) {
    return error.exitCode === 0 ? exitCodes.asExpected : exitCodes.usage
  }
  console.error(error)
  return exitCodes.suiteAtFault
}
