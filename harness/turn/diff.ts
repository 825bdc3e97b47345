/** Where two turns differ, field by field. Not here: which differences a rule minds (harness/checks). */

import type { Turn } from './turn.ts'

/** One place, e.g. `blocks[1].text`. A side without the field has no `expected` or no `got`. */
export type Difference = { path: string; expected?: unknown; got?: unknown }

/** All places where `got` is not `expected`, in the order of the fields; a field set to undefined counts as absent. */
export function diffTurns(expected: Turn, got: Turn): Difference[] {
  return diffValues(expected, got)
}

/** As `diffTurns`, for any two JSON-like values. `path` is put before every path. */
export function diffValues(expected: unknown, got: unknown, path = ''): Difference[] {
  if (Object.is(expected, got)) return []
  if (Array.isArray(expected) && Array.isArray(got)) return diffLists(expected, got, path)
  if (isPlain(expected) && isPlain(got)) return diffFields(expected, got, path)
  return [
    {
      path,
      ...(expected === undefined ? {} : { expected }),
      ...(got === undefined ? {} : { got }),
    },
  ]
}

function diffLists(expected: readonly unknown[], got: readonly unknown[], path: string): Difference[] {
  const length = Math.max(expected.length, got.length)
  return Array.from({ length }, (_, at) => diffValues(expected[at], got[at], `${path}[${at}]`)).flat()
}

type Fields = Record<string, unknown>

function diffFields(expected: Fields, got: Fields, path: string): Difference[] {
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)])
  return [...keys].flatMap((key) => {
    const [a, b] = [own(expected, key), own(got, key)]
    // Most fields are equal; a path is only made where one may not be.
    return Object.is(a, b) ? [] : diffValues(a, b, joined(path, key))
  })
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `__proto__` and its like are ordinary keys of a parsed JSON object. */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function joined(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
