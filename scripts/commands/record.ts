/** `streamproof record`: runs any Node program and records its provider sessions, without a change to it. Not here: how (harness/capture). */

import { Command } from 'commander'
import { recordProgram } from '../../harness/watch.ts'
import { displayOn } from '../record/display.ts'
import { UsageError } from '../usage-error.ts'
import { tryFolder } from './record-out.ts'
import { addScenarioOptions, runScenarios, type ScenarioOptions } from './record-scenarios.ts'

type Options = { out?: string; match: string[]; scenarios?: true } & ScenarioOptions

const programHint =
  'The program stands after `--`, with its own options: `streamproof record --out DIR -- node chat.mjs`.'

export function recordCommand(): Command {
  const command = new Command('record')
    .description('Run a Node program and record its provider sessions, one folder each.')
    .option('--out <dir>', 'folder for the recordings; made where it is missing')
    .option('--match <host>', 'also record this host: name, name:port or *.name; repeatable', collect, [])
    .argument('[command...]', 'the program, after --')
    .addHelpText(
      'after',
      `
Providers are told by url and body, so gateways and local servers are recorded too; everything else is left alone.
The exit code is the program's own; a recording that failed is named on stderr.

Examples: streamproof record --out recordings/mine -- node chat.mjs
          streamproof record --scenarios --provider anthropic --out recordings`,
    )
    .configureOutput({
      // Most often it is the program's own.
      outputError: (text, write) =>
        write(text.includes('unknown option') ? `${text}Is it the program's? ${programHint}\n` : text),
    })
  return addScenarioOptions(command).action(async (program: string[], options: Options) => {
    process.exitCode = await (options.scenarios ? scenariosAlone(program, options) : record(program, options))
  })
}

function scenariosAlone(program: readonly string[], options: Options): Promise<number> {
  if (program.length > 0) {
    throw new UsageError(
      '`record --scenarios` sends its own requests: leave the program away, or the option.',
    )
  }
  return runScenarios(options)
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

/** Without `--` an option of the program that `record` knows too is taken from it. */
function refuseSwallowed(command: readonly string[]): void {
  const [program = ''] = command
  const given = process.argv.slice(-command.length)
  if (command.every((word, index) => word === given[index])) return
  throw new UsageError(
    `\`record\` took an option that stands after \`${program}\` for its own. ${programHint} An option of \`record\` stands before that.`,
  )
}

async function record(command: readonly string[], { out, match }: Options): Promise<number> {
  const [program, ...args] = command
  if (out === undefined) throw new UsageError('`record` needs a folder for the recordings: `--out DIR`.')
  if (program === undefined) throw new UsageError(`\`record\` needs a program to run. ${programHint}`)
  refuseSwallowed(command)
  tryFolder(out)
  const display = displayOn(process.stderr, out)
  const code = await recordProgram({
    command: [program, ...args],
    out,
    hosts: match,
    onEvent: (event) => display.event(event),
    onRead: (exchange, bytes, read) => display.read(exchange, bytes, read),
    onTick: () => display.tick(),
  }).catch((error: unknown) => {
    throw new UsageError(
      `\`${program}\` could not be started: ${error instanceof Error ? error.message : String(error)}.`,
    )
  })
  display.end()
  return code
}
