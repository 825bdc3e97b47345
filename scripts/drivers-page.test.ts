/** Proves that docs/drivers.md names every capability with its default, every hook and every part, and nothing that is gone. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { defaultCapabilities } from '../harness/driver/capabilities.ts'
import { partSchema } from '../harness/trace/part.ts'
import { usageFields } from '../harness/turn/turn.ts'

const page = await readFile(new URL('../docs/drivers.md', import.meta.url), 'utf8')

/** First cells of the table below a heading, without their ticks, and the second ones. */
function rowsBelow(heading: string): [string, string][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const rows = own.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const [, first = '', second = ''] = row.split('|')
    return [first.trim(), second.trim()]
  })
}

function shown(value: unknown): string {
  if (value === usageFields) return 'all fields'
  const text = JSON.stringify(value).replaceAll('"', "'")
  const spaced = text
    .replace(/'(\w+)':/g, '$1: ')
    .replace(/,/g, ', ')
    .replace(/^\{(.+)\}$/, '{ $1 }')
  return `\`${spaced}\``
}

test('every capability with its default', () => {
  const rows = rowsBelow('Capabilities').map(([name, value]) => [name.replaceAll('`', ''), value])
  expect(rows).toEqual(Object.entries(defaultCapabilities).map(([name, value]) => [name, shown(value)]))
})

test('every part', () => {
  const types = rowsBelow('Parts').flatMap(([names]) => names.replaceAll('`', '').split(', '))
  const known = partSchema.options.map(({ shape }) => shape.type.value)
  expect(types.toSorted()).toEqual(known.toSorted())
})

test('every hook', () => {
  const hooks = rowsBelow('Hooks').map(([name]) => /^`(\w+)/.exec(name)?.[1])
  expect(hooks).toEqual([
    'project',
    'state',
    'end',
    'failure',
    'mapId',
    'convertBody',
    'toRequest',
    'replayState',
  ])
})
