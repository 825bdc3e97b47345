/** Witnesses: shrunk counterexamples on disk, each an ordinary recording with one file more that says what it shows. Not here: making them small (generated/shrink.ts). */

import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Recording } from '../recording/format.ts'
import { RecordingError } from '../recording/recording-error.ts'
import { slugOf } from '../recording/slug.ts'
import { loadRecordings, type RefusedSource } from '../recording/sources.ts'
import { writeRecording } from '../recording/write.ts'
import type { Turn } from '../turn/turn.ts'
import { caseId } from '../verdict/case-id.ts'
import { recordingOfTurn, type Session } from './generated/session.ts'

export const witnessFormat = 'streamproof/witness@1'
const fileName = 'witness.json'

/** Which driver breaks which rule, and in what session. */
export type Witness = { driver: string; rule: string; session: Session }

const witnessSchema = z.strictObject({
  format: z.literal(witnessFormat),
  driver: z.string(),
  rule: z.string(),
  delivery: z.string(),
  spellings: z.array(z.string()),
  fragments: z.array(z.number().int().nonnegative()),
  turn: z.looseObject({
    blocks: z.array(z.looseObject({ type: z.string() })),
    meta: z.looseObject({}),
    state: z.enum(['open', 'answered', 'closed']),
  }),
})

/** What makes two witnesses one: the driver, the rule, and the session once it is small. */
export function witnessName({ driver, rule, session }: Witness): string {
  const { turn, choice, delivery } = session
  const text = JSON.stringify([turn, [...choice.spellings].sort(), choice.fragments, delivery])
  return slugOf(`${driver}-${rule}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`)
}

/** The id of the result that a witness shows. */
export function witnessId(witness: Witness): string {
  const { driver, rule, session } = witness
  const { wire, delivery } = session
  return caseId({ wire, recording: witnessName(witness), delivery, driver, rule })
}

/** The recording of a witness. It says nothing of the run that found it, so that each run writes the same. */
export function recordingOfWitness(witness: Witness): Recording {
  const { driver, rule, session } = witness
  return {
    ...recordingOfTurn(session, witnessName(witness)),
    title: `Shows \`${rule}\` broken by ${driver} under \`${session.delivery}\``,
    provenance: { kind: 'written', by: 'generator', source: `a generated session, shrunk: ${fileName}` },
  }
}

/** Writes a witness below `folder`; gives the folder of its own. Writing it again changes nothing. */
export async function saveWitness(folder: string, witness: Witness): Promise<string> {
  const recording = recordingOfWitness(witness)
  const { wire, turn, choice, delivery } = witness.session
  const own = join(folder, wire, recording.name)
  await mkdir(join(folder, wire), { recursive: true })
  await writeRecording(own, recording)
  const file: z.infer<typeof witnessSchema> = {
    format: witnessFormat,
    driver: witness.driver,
    rule: witness.rule,
    delivery,
    spellings: [...choice.spellings],
    fragments: [...choice.fragments],
    turn: { ...turn },
  }
  await writeFile(join(own, fileName), `${JSON.stringify(file, null, 2)}\n`)
  return own
}

export type LoadedWitnesses = {
  recordings: Recording[]
  /** By recording; a plain recording that someone put among them has none. */
  witnesses: Map<Recording, Witness>
  refused: RefusedSource[]
}

/** Every witness below a folder, which need not exist. What cannot be read is refused by name. */
export async function loadWitnesses(folder: string): Promise<LoadedWitnesses> {
  const loaded: LoadedWitnesses = { recordings: [], witnesses: new Map(), refused: [] }
  if (!(await stat(folder).catch(() => undefined))) return loaded
  for await (const source of loadRecordings(folder)) {
    if ('refused' in source) {
      loaded.refused.push(source.refused)
      continue
    }
    try {
      const witness = await readWitness(source.recording)
      loaded.recordings.push(source.recording)
      if (witness) loaded.witnesses.set(source.recording, witness)
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      const { file, field, reason, fix } = error
      const place = field === undefined ? {} : { field }
      loaded.refused.push({ file, ...place, reason: `${reason}. ${fix}`, broken: true })
    }
  }
  return loaded
}

async function readWitness({ wire, path }: Recording): Promise<Witness | undefined> {
  if (path === undefined || wire === undefined) return undefined
  const file = join(path, fileName)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { driver, rule, delivery, spellings, fragments, turn } = parseWitness(text, file)
  const session = { wire, turn: turn as unknown as Turn, choice: { spellings, fragments }, delivery }
  return { driver, rule, session }
}

function parseWitness(text: string, file: string): z.infer<typeof witnessSchema> {
  const fix = 'Delete the folder and run again with --runs to have the witness made anew'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RecordingError({ file, reason: `is not JSON (${String(error)})`, fix })
  }
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  if (format !== witnessFormat) {
    const reason = `has the format ${JSON.stringify(format)}; this version reads \`${witnessFormat}\``
    throw new RecordingError({ file, reason, fix })
  }
  const parsed = witnessSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new RecordingError({
    file,
    ...(issue && issue.path.length > 0 ? { field: issue.path.join('.') } : {}),
    reason: issue?.message ?? 'is not valid',
    fix,
  })
}
