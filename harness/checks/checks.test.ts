import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { checks, ruleIds } from './checks.ts'

/** Files of the folder that are no rule. */
const others = ['canonical.ts', 'check.ts', 'checks.ts', 'define-check.ts', 'run-rules.ts']

const files = (await readdir(import.meta.dirname))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !others.includes(name))
  .map((name) => name.replace(/\.ts$/, ''))

test('every file of the folder is a rule of the list, under its own name', () => {
  expect(ruleIds.toSorted()).toEqual(files.toSorted())
})

test('no id comes twice, and each is a slug', () => {
  expect(new Set(ruleIds).size).toBe(ruleIds.length)
  for (const id of ruleIds) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test.each(checks.map((check) => [check.id, check] as const))(
  '%s says its law and where it rests on',
  (_, check) => {
    expect(check.law).toMatch(/^[A-Z].{20,}\.$/)
    expect(() => new URL(check.source)).not.toThrow()
    expect(['must', 'should']).toContain(check.severity)
  },
)

test.each(files)('%s exports one check', async (file) => {
  const exported = Object.entries(
    (await import(new URL(`${file}.ts`, import.meta.url).href)) as Record<string, unknown>,
  )
  const name = file.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  expect(exported).toEqual([[name, checks.find(({ id }) => id === file)]])
})
