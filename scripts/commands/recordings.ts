/** `streamproof recordings`: reads stored exchanges into turns, and drafts turn.json files for review. */

import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import {
  exitCodes,
  loadRecordings,
  shippedRecordings,
  tell,
  writeTurnFile,
  type Recording,
  type RefusedFile,
  type Told,
} from '../../harness/index.ts'
import { mustBeWritable } from '../output-file.ts'

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
type Everything = { exchanges: Exchange[]; refused: RefusedFile[] }

async function loadAll(dirs: readonly string[]): Promise<Everything> {
  const exchanges: Exchange[] = []
  const refused: RefusedFile[] = []
  for (const dir of dirs) {
    for await (const loaded of loadRecordings(dir)) {
      if ('refused' in loaded) refused.push(loaded.refused)
      else exchanges.push({ recording: loaded.recording, told: tell(loaded.recording) })
    }
  }
  return { exchanges, refused }
}

async function read(dirs: readonly string[], json: string | undefined): Promise<number> {
  await mustBeWritable('--json', json)
  const all = await loadAll(dirs)
  for (const { file, reason } of all.refused) console.log(`refused   ${file}: ${reason}`)
  for (const { recording, told } of all.exchanges) {
    if (told.kind === 'refused') console.log(`no turn   ${recording.path ?? recording.name}: ${told.reason}`)
  }
  for (const line of countLines(all)) console.log(line)
  if (json !== undefined) await writeFile(json, `${JSON.stringify(documentOf(all), null, 2)}\n`)
  if (all.exchanges.length === 0 && all.refused.length === 0) return exitCodes.nothingExecuted
  return all.refused.some(({ broken }) => broken) ? exitCodes.usage : exitCodes.asExpected
}

function countLines({ exchanges, refused }: Everything): string[] {
  const count = (kind: Told['kind'], streamed: boolean) =>
    exchanges.filter(({ told }) => told.kind === kind && told.streamed === streamed).length
  const streamed = exchanges.filter(({ told }) => told.streamed).length
  return [
    `${exchanges.length} exchanges read, ${refused.length} files refused`,
    `${streamed} streamed: ${count('turn', true)} turns, ${count('failure', true)} failures the stream holds, ${count('refused', true)} without a turn`,
    `${exchanges.length - streamed} not streamed: ${count('failure', false)} HTTP errors, ${count('refused', false)} without a turn`,
  ]
}

function documentOf({ exchanges, refused }: Everything) {
  return {
    schema: 'streamproof/readings@1',
    refused,
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
  const { exchanges, refused } = await loadAll(dirs)
  let written = 0
  for (const { recording, told } of exchanges) {
    const { path } = recording
    if (path === undefined || told.kind === 'refused' || recording.provenance.kind === 'imported') continue
    if (await writeTurnFile(path, told.truth.reading.turn)) {
      written += 1
      console.log(`wrote ${recording.wire}/${recording.name}/turn.json`)
    }
  }
  console.log(`${written} of ${exchanges.length} turns changed: review them before you commit`)
  return refused.some(({ broken }) => broken) ? exitCodes.usage : exitCodes.asExpected
}
