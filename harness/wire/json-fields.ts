/** Reading fields of JSON whose shape nobody has promised. Not here: what the fields mean (the wires' readers). */

export type JsonObject = Readonly<Record<string, unknown>>

/** The value when it is a JSON object, else undefined. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}

/** The value when it is a string, else `''`. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The value when it is a number, else undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The value when it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The parsed text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
