/** Whether two argument texts say the same. Not here: which calls are compared (arguments-value.ts). */

/** A string is kept by its value, everything else by its spelling. */
export type JsonToken = { string: string } | string

const token = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g

/** The tokens of a JSON text in order, white space left out; undefined when it is not JSON (https://www.rfc-editor.org/rfc/rfc8259). */
export function jsonTokens(text: string): JsonToken[] | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  return (text.match(token) ?? []).map((spelling) =>
    spelling.startsWith('"') ? { string: JSON.parse(spelling) as string } : spelling,
  )
}

/** Same tokens: strings by value, numbers by spelling, keys in order, duplicates kept. False when either is not JSON. */
export function sameTokens(a: string, b: string): boolean {
  const [left, right] = [jsonTokens(a), jsonTokens(b)]
  if (left === undefined || right === undefined || left.length !== right.length) return false
  return left.every((token, at) => {
    const other = right[at]
    if (typeof token === 'string') return token === other
    return typeof other === 'object' && token.string === other.string
  })
}

/** Equal after JSON.parse: of duplicate keys the last counts, -0 is 0. False when either is not JSON. */
export function sameValues(said: string, got: string): boolean {
  try {
    return isSame(JSON.parse(said), JSON.parse(got))
  } catch {
    return false
  }
}

function isSame(said: unknown, got: unknown): boolean {
  if (Array.isArray(said) && Array.isArray(got)) {
    return said.length === got.length && said.every((value, at) => isSame(value, got[at]))
  }
  if (isFields(said) && isFields(got)) return sameFields(said, got)
  // Beyond the double range JSON.parse gives Infinity, which JSON.stringify can only write as null.
  if (typeof said === 'number' && !Number.isFinite(said)) return got === null || got === said
  return said === got
}

function sameFields(said: Record<string, unknown>, got: Record<string, unknown>): boolean {
  const keys = Object.keys(said)
  return (
    keys.length === Object.keys(got).length &&
    keys.every((key) => Object.hasOwn(got, key) && isSame(said[key], got[key]))
  )
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
