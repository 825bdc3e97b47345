/** `streamproof rules`: the rules, each with its law, what it needs and its source. */

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { ruleTexts } from '../../harness/index.ts'
import { isCheckout, mustBeCheckout } from '../checkout.ts'
import { rulesPage } from '../rules-page.ts'

const page = fileURLToPath(new URL('../../docs/rules.md', import.meta.url))

export function rulesCommand(): Command {
  return new Command('rules')
    .description('List the rules, each with its law, what it needs and its source.')
    .option('--json', 'as JSON')
    .addOption(new Option('--write', 'write docs/rules.md').hideHelp(!isCheckout))
    .action(async ({ json, write }: { json?: boolean; write?: boolean }) => {
      if (write) mustBeCheckout('streamproof rules --write')
      if (write) await writeFile(page, rulesPage())
      else if (json) console.log(JSON.stringify(ruleTexts, null, 2))
      else
        for (const { id, severity, law } of ruleTexts)
          console.log(`${id.padEnd(24)} ${severity.padEnd(6)} ${law}`)
    })
}
