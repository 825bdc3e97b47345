/** The command line: one subcommand per file in commands/, loaded when it is asked for. Run with: npm run -s streamproof -- help */

import { Command } from 'commander'
import { exitCodes } from '../harness/verdict/exit-code.ts'
import { DriverStartError, UsageError } from './usage-error.ts'

const commands: Record<string, () => Promise<Command>> = {
  run: async () => (await import('./commands/run.ts')).runCommand(),
  merge: async () => (await import('./commands/merge.ts')).mergeCommand(),
  recordings: async () => (await import('./commands/recordings.ts')).recordingsCommand(),
  record: async () => (await import('./commands/record.ts')).recordCommand(),
  recover: async () => (await import('./commands/recover.ts')).recoverCommand(),
  rules: async () => (await import('./commands/rules.ts')).rulesCommand(),
  errors: async () => (await import('./commands/errors.ts')).errorsCommand(),
  situations: async () => (await import('./commands/situations.ts')).situationsCommand(),
  mutants: async () => (await import('./commands/mutants.ts')).mutantsCommand(),
  matrix: async () => (await import('./commands/matrix.ts')).matrixCommand(),
  lint: async () => (await import('./commands/lint.ts')).lintCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
}

/** Only the command that was named: the others' dependencies cost a second. Help and a misspelt name need all. */
async function load(): Promise<Command[]> {
  const named = commands[process.argv[2] ?? '']
  return Promise.all(named ? [named()] : Object.values(commands).map((command) => command()))
}

const program = new Command('streamproof').description(
  'Proves that converters of LLM provider streams tell the truth.',
)
for (const command of await load()) program.addCommand(command)
throwInsteadOfExit(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOfThrow(error)
}
// A driver may have left a timer or a socket open, which would keep the process alive for ever.
await Promise.all([written(process.stdout), written(process.stderr)])
process.exit()

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
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
