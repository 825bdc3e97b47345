import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRecordings } from '../recording/read.ts'
import { JournalFile } from './journal.ts'
import { nextIdentity } from './journal-entry.ts'
import { ProgramJournals } from './program-journals.ts'
import { newSealKey } from './sealing.ts'

let out = ''
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterEach(() => rm(out, { recursive: true }))

const key = newSealKey()
const asked = { method: 'POST', url: 'https://api.openai.com/v1/chat/completions', headers: {} }

/** One whole exchange, on disk when this returns. */
function writeExchange(file: JournalFile): void {
  const x = file.next()
  const begin = { id: nextIdentity(Date.now()), borders: 'wire' as const, tool: 'streamproof/0.0.0' }
  file.note({ x, begin, request: asked })
  file.note({ x, response: { status: 200, headers: { 'content-type': 'text/event-stream' } } })
  file.write({ x, read: [14, 1], part: 'body' }, [Buffer.from('data: [DONE]\n\n')])
  file.write({ x, end: { how: 'complete' } })
  file.done(x)
}

/** Follows a journal; `during` is what its program does while the first of its exchanges is folded. */
function followed(during: () => void): { journals: ProgramJournals; recorded: () => number } {
  let recorded = 0
  const journals = new ProgramJournals(out, key, {
    onEvent(event) {
      if (event.type !== 'recorded') return
      recorded += 1
      if (recorded === 1) during()
    },
  })
  return { journals, recorded: () => recorded }
}

test('an exchange that is written, and its journal sealed, while another one is folded is not lost', async () => {
  const file = new JournalFile(out, key)
  writeExchange(file)
  const { journals, recorded } = followed(() => {
    writeExchange(file)
    file.seal()
  })
  journals.add(file.path)
  journals.update()
  journals.complete()
  expect(recorded()).toBe(2)
  expect(await findRecordings(out)).toHaveLength(2)
  expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a long run keeps no journal whose exchanges are recordings', async () => {
  const file = new JournalFile(out, key)
  writeExchange(file)
  const { journals } = followed(() => {})
  journals.add(file.path)
  journals.update()
  expect(await readdir(out)).toContain(file.path.slice(out.length + 1))
  file.seal()
  journals.update()
  expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
})
