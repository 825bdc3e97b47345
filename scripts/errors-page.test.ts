import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorsPage } from './errors-page.ts'

test('docs/errors.md is what the table, the drivers and their lines say', async () => {
  const page = await readFile(new URL('../docs/errors.md', import.meta.url), 'utf8')
  expect(page, 'write it anew: npm run -s streamproof -- errors --write').toBe(await errorsPage())
})
