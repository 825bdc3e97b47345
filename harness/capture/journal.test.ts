import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JournalFile } from './journal.ts'
import { newSealKey } from './sealing.ts'

let out = ''
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterEach(() => rm(out, { recursive: true }))

test('an exchange that fails after its end does not close the journal to another one', () => {
  const file = new JournalFile(out, newSealKey())
  const [ended, running] = [file.next(), file.next()]
  file.retire()
  file.done(ended)
  file.done(ended)
  file.write({ x: running, end: { how: 'complete' } })
  file.done(running)
  expect(() => file.write({ x: running })).toThrow('closed')
})
