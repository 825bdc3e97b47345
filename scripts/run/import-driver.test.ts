import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importDriver } from './import-driver.ts'

test('a file whose import never settles is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'streamproof-driver-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'waits.driver.mjs')
  await writeFile(file, 'await new Promise(() => {})\nexport default {}\n')
  await expect(importDriver(file, 50)).rejects.toThrow(
    /waits\.driver\.mjs` was not loaded after 0\.05 s: an `await` at its top level/,
  )
})
