/** `streamproof errors`: the error situations, each with its class and what our converters tell of it. */

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { connectionErrors, httpErrors, streamErrors } from '../../harness/index.ts'
import { errorsPage } from '../errors-page.ts'

const page = fileURLToPath(new URL('../../docs/errors.md', import.meta.url))

export function errorsCommand(): Command {
  return new Command('errors')
    .description('List the error situations, each with its class.')
    .option('--json', 'as JSON')
    .option('--write', 'write docs/errors.md')
    .action(async ({ json, write }: { json?: boolean; write?: boolean }) => {
      const rows = [...httpErrors, ...streamErrors, ...connectionErrors]
      if (write) await writeFile(page, await errorsPage())
      else if (json) console.log(JSON.stringify(rows, null, 2))
      else
        for (const { id, truth, title } of rows)
          console.log(`${id.padEnd(40)} ${truth.code.padEnd(24)} ${title}`)
    })
}
