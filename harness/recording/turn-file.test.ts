import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Turn } from '../turn/turn.ts'
import { RecordingError } from './recording-error.ts'
import { readTurnFile, writeTurnFile } from './turn-file.ts'

const turn: Turn = { blocks: [], meta: {}, state: 'open' }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turn-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('what was written is read back, and writing it again changes nothing', async () => {
  expect(await readTurnFile(folder)).toBeUndefined()
  expect(await writeTurnFile(folder, turn)).toBe(true)
  expect(await readTurnFile(folder)).toEqual(turn)
  expect(await writeTurnFile(folder, turn)).toBe(false)
})

test('what is no JSON is refused with the command that drafts it again', async () => {
  await writeFile(join(folder, 'turn.json'), '{bad')
  await expect(readTurnFile(folder)).rejects.toThrow(
    new RegExp(`turn.json\` is not JSON \\(.*\\)\\. .*\`streamproof recordings turns ${folder}\``),
  )
})

test('what is no file is refused, read and written', async () => {
  await mkdir(join(folder, 'turn.json'))
  await expect(readTurnFile(folder)).rejects.toThrow(RecordingError)
  await expect(writeTurnFile(folder, turn)).rejects.toThrow(/turn.json` is a folder, no regular file/)
  await expect(writeTurnFile(join(folder, 'gone'), turn)).rejects.toThrow(/cannot be written \(ENOENT\)/)
})
