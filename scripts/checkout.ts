/** Some commands write files of the repository that this code is from; the installed package does not hold them. */

import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from './usage-error.ts'

/** Whether this code lies in a checkout of its repository. */
export const isCheckout = existsSync(new URL('../docs/', import.meta.url))

/** @throws UsageError in the installed package. */
export function mustBeCheckout(words: string): void {
  if (isCheckout) return
  throw new UsageError(
    `\`${words}\` writes files of the repository of streamproof, which the installed package does not hold. Run it in a checkout of the repository.`,
  )
}

/** In the installed package, the place of a command that it cannot have. */
export function onlyInCheckout(name: string): Command {
  return new Command(name)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => mustBeCheckout(`streamproof ${name}`))
}
