/** Files that a command writes when it is done: whether that will be possible is told before it starts. */

import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from '../harness/index.ts'
import { UsageError } from './usage-error.ts'

/** @throws UsageError, naming the option, where the file or its folder cannot be written. */
export async function mustBeWritable(option: string, file: string | undefined): Promise<void> {
  if (file === undefined) return
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new UsageError(`${option}: \`${file}\` is a folder. Name a file.`)
  const place = found ? file : dirname(file)
  await access(place, constants.W_OK).catch((error: unknown) => {
    throw new UsageError(
      `${option}: \`${file}\` cannot be written: ${isMissing(error) ? `there is no folder \`${place}\`` : `\`${place}\` is not writable`}.`,
    )
  })
}
