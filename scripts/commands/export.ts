/** `streamproof export`: stored recordings for other tools. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import { detectFraming, type Recording } from '../../harness/index.ts'
import { toBodyFiles, toHar, toMswModule } from '../../harness/record.ts'
import { packageVersion } from '../package-version.ts'
import { exitCodeOfStored, loadStored, unreadLines } from '../stored.ts'

const formats = ['har', 'msw', 'sse', 'bodies'] as const
type Format = (typeof formats)[number]

export function exportCommand(): Command {
  return new Command('export')
    .description('Write recordings as an HTTP archive, as a module of msw handlers, or as bare bodies.')
    .argument('<dirs...>', 'folders or files of recordings, ours or foreign')
    .addOption(
      new Option(
        '--format <format>',
        'what to write; sse: the bodies that are SSE streams, bodies: every body as it is',
      )
        .choices(formats)
        .makeOptionMandatory(),
    )
    .requiredOption('--out <path>', 'file to write (har, msw), or folder (sse, bodies)')
    .action(async (dirs: string[], options: { format: Format; out: string }) => {
      process.exitCode = await exportAll(dirs, options.format, options.out)
    })
}

async function exportAll(dirs: readonly string[], format: Format, out: string): Promise<number> {
  const stored = await loadStored(dirs)
  const leftOut = stored.recordings.flatMap((recording) => {
    const why = whyLeftOut(recording, format)
    return why === undefined ? [] : { recording, why }
  })
  const chosen = stored.recordings.filter((one) => !leftOut.some(({ recording }) => recording === one))
  for (const line of unreadLines(stored)) console.error(line)
  for (const { recording, why } of leftOut)
    console.error(`left out  ${recording.path ?? recording.name}: ${why}`)
  const written = chosen.length === 0 ? 0 : await write[format](chosen, out)
  console.log(`${chosen.length} recordings, ${written} files written to ${out}`)
  return exitCodeOfStored(stored, written)
}

/** An archive holds all there is of a recording, a bare body cannot hold an answer that there was not. */
function whyLeftOut({ response, end }: Recording, format: Format): string | undefined {
  if (format === 'har' || format === 'msw') return undefined
  if (response === undefined) return `it has no answer (${end.how}). \`--format har\` keeps what it asked`
  if (format === 'bodies') return undefined
  const framing = detectFraming(response.body, response.headers['content-type'])
  return framing === 'sse' ? undefined : 'its answer is no SSE stream. `--format bodies` writes it as it is'
}

/** Each gives the number of files it wrote. */
const write: Record<Format, (recordings: Recording[], out: string) => Promise<number>> = {
  har: (recordings, out) => writeOne(out, toHar(recordings, packageVersion())),
  msw: (recordings, out) => writeOne(out, toMswModule(recordings)),
  sse: writeBodies,
  bodies: writeBodies,
}

async function writeBodies(recordings: Recording[], out: string): Promise<number> {
  const files = toBodyFiles(recordings)
  await mkdir(out, { recursive: true })
  for (const [name, bytes] of files) await writeFile(join(out, name), bytes)
  return files.size
}

async function writeOne(out: string, text: string): Promise<number> {
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, text)
  return 1
}
