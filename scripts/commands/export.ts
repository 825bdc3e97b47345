/** `streamproof export`: stored recordings for other tools. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import { exitCodes, loadRecordings, type Recording, type RefusedFile } from '../../harness/index.ts'
import { toBodyFiles, toHar, toMswModule } from '../../harness/record.ts'
import { packageVersion } from '../package-version.ts'

type Format = 'har' | 'msw' | 'sse'

export function exportCommand(): Command {
  return new Command('export')
    .description('Write recordings as an HTTP archive, as a module of msw handlers, or as bare bodies.')
    .argument('<dirs...>', 'folders or files of recordings, ours or foreign')
    .addOption(
      new Option('--format <format>', 'what to write').choices(['har', 'msw', 'sse']).makeOptionMandatory(),
    )
    .requiredOption('--out <path>', 'file to write (har, msw), or folder (sse)')
    .action(async (dirs: string[], options: { format: Format; out: string }) => {
      process.exitCode = await exportAll(dirs, options.format, options.out)
    })
}

async function exportAll(dirs: readonly string[], format: Format, out: string): Promise<number> {
  const recordings: Recording[] = []
  const refused: RefusedFile[] = []
  for (const dir of dirs) {
    for await (const loaded of loadRecordings(dir)) {
      if ('recording' in loaded) recordings.push(loaded.recording)
      else refused.push(loaded.refused)
    }
  }
  for (const { file, reason } of refused) console.error(`refused   ${file}: ${reason}`)
  const written = recordings.length === 0 ? 0 : await write[format](recordings, out)
  console.log(`${recordings.length} recordings, ${written} files written to ${out}`)
  if (refused.some(({ broken }) => broken)) return exitCodes.usage
  return written === 0 ? exitCodes.nothingExecuted : exitCodes.asExpected
}

/** Each gives the number of files it wrote. */
const write: Record<Format, (recordings: Recording[], out: string) => Promise<number>> = {
  har: (recordings, out) => writeOne(out, toHar(recordings, packageVersion())),
  msw: (recordings, out) => writeOne(out, toMswModule(recordings)),
  async sse(recordings, out) {
    const files = toBodyFiles(recordings)
    await mkdir(out, { recursive: true })
    for (const [name, bytes] of files) await writeFile(join(out, name), bytes)
    return files.size
  },
}

async function writeOne(out: string, text: string): Promise<number> {
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, text)
  return 1
}
