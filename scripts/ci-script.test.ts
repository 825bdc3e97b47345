import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

test('every npm script that CI and the documents name exists', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
  const pages = await Promise.all(['.ci/run', 'README.md', 'CONTRIBUTING.md', 'docs/recording.md'].map(read))
  const named = pages.flatMap((page) =>
    [...page.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
