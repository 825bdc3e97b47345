import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rulesPage } from './rules-page.ts'

test('docs/rules.md is what the rules say', async () => {
  const page = await readFile(new URL('../docs/rules.md', import.meta.url), 'utf8')
  expect(page, 'write it anew: npm run -s streamproof -- rules --write').toBe(rulesPage())
})
