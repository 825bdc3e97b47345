/** Reaching into parsed values whose shape nobody promised. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  )
}

/** The value under a path of keys and positions; nothing where the path breaks off. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (from, key) => (typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined),
    value,
  )
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export function listAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly unknown[] | undefined {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : undefined
}

/** A number, or the number a text spells. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path)
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
