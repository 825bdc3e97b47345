/** `streamproof recover`: completes recordings that a crash left as journals. */

import { Command } from 'commander'
import { recover, type Recovered } from '../../harness/watch.ts'
import { exitCodes } from '../../harness/index.ts'
import { amountOf } from '../record/running.ts'
import { UsageError } from '../usage-error.ts'

export function recoverCommand(): Command {
  return new Command('recover')
    .description('Complete the recordings that a crash left in a folder.')
    .argument('<dir>', 'folder given to `record --out`')
    .option('--force', 'also take journals whose process number is in use, perhaps by another program')
    .action((dir: string, options: { force?: boolean }) => {
      const recovered = recoverIn(dir, options.force === true)
      for (const line of linesOf(recovered)) console.log(line)
      process.exitCode = recovered.failed.length > 0 ? exitCodes.usage : exitCodes.asExpected
    })
}

function recoverIn(dir: string, force: boolean): Recovered {
  try {
    return recover(dir, { force })
  } catch (error) {
    throw new UsageError(
      `\`${dir}\` cannot be recovered: ${whyOf(error)}. Name the folder that was given to \`record --out\`.`,
    )
  }
}

function whyOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such folder'
  return code === 'ENOTDIR' ? 'it is a file, not a folder' : message
}

function linesOf({ recorded, running, failed, empty }: Recovered): string[] {
  const lines = [
    ...recorded.map(
      ({ name, status, end, bytes }) =>
        `recovered ${name}: ${status === undefined ? '' : `${status}, `}${end.how}, ${amountOf(bytes, undefined)}`,
    ),
    ...running.map(
      ({ journal, pid }) =>
        `left \`${journal}\`: process ${pid} still runs. If it is another program by now, use --force.`,
    ),
    ...failed.map(({ journal, reason }) => `failed \`${journal}\`: ${reason}`),
    ...empty.map((journal) => `removed \`${journal}\`: nothing had been written yet`),
  ]
  return lines.length > 0 ? lines : ['nothing to recover']
}
