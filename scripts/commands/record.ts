/** `streamproof record`: runs any Node program and records its provider sessions, without a change to it. Not here: how (harness/capture). */

import { Command } from 'commander'
import { recordProgram } from '../../harness/capture/watch.ts'
import { displayOn } from '../record/display.ts'
import { UsageError } from '../usage-error.ts'

type Options = { out: string; match: string[] }

export function recordCommand(): Command {
  return new Command('record')
    .description('Run a Node program and record its provider sessions, one folder each.')
    .requiredOption('--out <dir>', 'folder for the recordings; made where it is missing')
    .option('--match <host>', 'also record this host: name, name:port or *.name; repeatable', collect, [])
    .argument('<command...>', 'the program, after --')
    .addHelpText(
      'after',
      `
Providers are told by url and body, so gateways and local servers are recorded too; everything else is left alone.
The exit code is the program's own; a recording that failed is named on stderr.

Example: streamproof record --out recordings/mine -- node chat.mjs`,
    )
    .action(async (command: string[], options: Options) => {
      process.exitCode = await record(command, options)
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

async function record(command: readonly string[], { out, match }: Options): Promise<number> {
  const [program, ...args] = command
  if (program === undefined) throw new UsageError('`record` needs a program to run, after `--`.')
  const display = displayOn(process.stderr, out)
  const code = await recordProgram({
    command: [program, ...args],
    out,
    hosts: match,
    onEvent: (event) => display.event(event),
    onTick: () => display.tick(),
  }).catch((error: unknown) => {
    throw new UsageError(
      `\`${program}\` could not be started: ${error instanceof Error ? error.message : String(error)}.`,
    )
  })
  display.end()
  return code
}
