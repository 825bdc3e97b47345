/** `streamproof recordings`: reads stored exchanges into turns, and drafts turn.json files for review. */

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import {
  RecordingError,
  shippedRecordings,
  tell,
  writeTurnFile,
  type Recording,
  type RefusedFile,
  type Told,
  type Turn,
} from '../../harness/index.ts'
import { mustBeWritable } from '../output-file.ts'
import { exitCodeOfStored, fromHere, loadStored, unreadLines, type Stored } from '../stored.ts'

export function recordingsCommand(): Command {
  const command = new Command('recordings').description('Read stored exchanges, ours or foreign.')
  command
    .command('read')
    .description('Read every exchange below the given folders into a turn, and say what could not be read.')
    .argument('[dirs...]', 'folders or files; default: the recordings that ship')
    .option('--json <file>', 'write every exchange with its turn')
    .action(async (dirs: string[], options: { json?: string }) => {
      process.exitCode = await read(dirs.length > 0 ? dirs : [shippedRecordings], options.json)
    })
  command
    .command('turns')
    .description('Draft a turn.json beside each recording, for review by a person.')
    .argument('[dirs...]', 'folders of recordings; default: those that ship')
    .action(async (dirs: string[]) => {
      process.exitCode = await draftTurns(dirs.length > 0 ? dirs : [shippedRecordings])
    })
  return command
}

type Exchange = { recording: Recording; told: Told }

function readAll(recordings: readonly Recording[]): Exchange[] {
  return recordings.map((recording) => ({ recording, told: tell(recording) }))
}

async function read(dirs: readonly string[], json: string | undefined): Promise<number> {
  await mustBeWritable('--json', json)
  const stored = await loadStored(dirs)
  const exchanges = readAll(stored.recordings)
  const lines = [...unreadLines(stored), ...untoldLines(exchanges), ...countLines(exchanges, stored)]
  for (const line of lines) console.log(line)
  if (json !== undefined) {
    await writeFile(json, `${JSON.stringify(documentOf(exchanges, stored), null, 2)}\n`)
  }
  return exitCodeOfStored(stored, exchanges.length)
}

function untoldLines(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap(({ recording, told }) =>
    told.kind === 'refused' ? `no turn   ${recording.path ?? recording.name}: ${told.reason}` : [],
  )
}

function countLines(exchanges: readonly Exchange[], { refused }: Stored): string[] {
  const count = (kind: Told['kind'], streamed: boolean) =>
    exchanges.filter(({ told }) => told.kind === kind && told.streamed === streamed).length
  const streamed = exchanges.filter(({ told }) => told.streamed).length
  return [
    `${exchanges.length} exchanges read, ${refused.length} files refused`,
    `${streamed} streamed: ${count('turn', true)} turns, ${count('failure', true)} failures the stream holds, ${count('refused', true)} without a turn`,
    `${exchanges.length - streamed} not streamed: ${count('failure', false)} HTTP errors, ${count('refused', false)} without a turn`,
  ]
}

function documentOf(exchanges: readonly Exchange[], { refused, journals }: Stored) {
  return {
    schema: 'streamproof/readings@1',
    refused,
    journals,
    exchanges: exchanges.map(({ recording, told }) => ({
      name: recording.name,
      source: recording.path,
      wire: recording.wire,
      provenance: recording.provenance,
      streamed: told.streamed,
      ...(told.kind === 'refused'
        ? { kind: told.kind, reason: told.reason }
        : { kind: told.kind, turn: told.truth.reading.turn, damage: told.truth.reading.damage }),
    })),
    complete: true,
  }
}

async function draftTurns(dirs: readonly string[]): Promise<number> {
  const stored = await loadStored(dirs)
  const own = readAll(stored.recordings.filter(isFolder))
  const refused = [...stored.refused]
  let written = 0
  for (const { recording, told } of own) {
    if (told.kind === 'refused') continue
    const drafted = await draft(recording.path ?? '', told.truth.reading.turn)
    if (typeof drafted === 'object') refused.push(drafted)
    if (drafted === true) written += 1
  }
  const lines = [...unreadLines({ ...stored, refused }), ...untoldLines(own)]
  for (const line of lines) console.log(line)
  console.log(
    own.length === 0
      ? 'no turn can be drafted: a turn.json lies beside a recording.json, and none that can be read is there'
      : `${written} of ${own.length} turns changed: review them before you commit`,
  )
  return exitCodeOfStored({ refused }, own.length)
}

/** A turn.json lies beside a recording.json; of other tools' files, and of an archive of ours, nobody reviews one. */
function isFolder({ path, provenance }: Recording): boolean {
  return path !== undefined && provenance.kind !== 'imported' && existsSync(join(path, 'recording.json'))
}

/** Whether it changed, or why it cannot be written. */
async function draft(folder: string, turn: Turn): Promise<boolean | RefusedFile> {
  try {
    const changed = await writeTurnFile(folder, turn)
    if (changed) console.log(`wrote ${fromHere(join(folder, 'turn.json'))}`)
    return changed
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    return { file: error.file, reason: `${error.reason}. ${error.fix}`, broken: true }
  }
}
