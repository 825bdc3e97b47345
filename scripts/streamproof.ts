/** The command line: one subcommand per file in commands/, loaded when it is asked for. Run with: npm run -s streamproof -- help */

import { Command } from 'commander'
import { isCheckout, onlyInCheckout } from './checkout.ts'
import { prepare, tellThrow, withHelp } from './command-line.ts'
import { packageVersion } from './package-version.ts'

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
  matrix: async () =>
    isCheckout ? (await import('./commands/matrix.ts')).matrixCommand() : onlyInCheckout('matrix'),
  lint: async () => (await import('./commands/lint.ts')).lintCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
}

/** Only the command that was named: the others' dependencies cost a second. Help and a misspelt name need all. */
async function load(named: string): Promise<Command[]> {
  if (['--version', '-V'].includes(named)) return []
  const command = commands[named]
  return Promise.all(command ? [command()] : Object.values(commands).map((command) => command()))
}

async function run(words: readonly string[]): Promise<void> {
  const program = new Command('streamproof')
    .description('Proves that converters of LLM provider streams tell the truth.')
    .version(packageVersion())
  for (const command of await load(words[0] ?? '')) {
    program.addCommand(command, { hidden: !isCheckout && command.name() === 'matrix' })
  }
  prepare(program)
  await program.parseAsync(words, { from: 'user' })
}

try {
  await run(withHelp(process.argv.slice(2), Object.keys(commands)))
} catch (error) {
  process.exitCode = tellThrow(error)
}
// A driver may have left a timer or a socket open, which would keep the process alive for ever.
await Promise.all([written(process.stdout), written(process.stderr)])
const { exitCode } = process
// Behind the listeners of what a driver file loads, which may set a code of their own.
process.once('exit', () => (process.exitCode = exitCode))
process.exit()

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}
