/** `streamproof errors`: the error situations, each with its class and what our converters tell of it. */

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { connectionErrors, httpErrors, streamErrors } from '../../harness/index.ts'
import { isCheckout, mustBeCheckout } from '../checkout.ts'
import { errorsPage } from '../errors-page.ts'

const page = fileURLToPath(new URL('../../docs/errors.md', import.meta.url))

export function errorsCommand(): Command {
  return new Command('errors')
    .description('List the error situations, each with its class.')
    .option('--json', 'as JSON')
    .addOption(new Option('--write', 'write docs/errors.md').hideHelp(!isCheckout))
    .action(async ({ json, write }: { json?: boolean; write?: boolean }) => {
      const rows = [...httpErrors, ...streamErrors, ...connectionErrors]
      if (write) mustBeCheckout('streamproof errors --write')
      if (write) await writeFile(page, await errorsPage())
      else if (json) console.log(JSON.stringify(rows, null, 2))
      else
        for (const { id, truth, title } of rows)
          console.log(`${id.padEnd(40)} ${truth.code.padEnd(24)} ${title}`)
    })
}
