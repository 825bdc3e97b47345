/** Looking into JSON of a provider, for the plain converters alone: they share no code with the harness's readers. Not here: what the fields mean (one file per wire). */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or one without fields. */
export function fields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text, or `''`. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function count(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The first of the values that is there: null counts as absent. */
export function given(...values: readonly unknown[]): unknown {
  return values.find((value) => value !== undefined && value !== null)
}

export function isJson(source: string): boolean {
  return parsed(source) !== undefined
}

export function parsed(source: string): unknown {
  try {
    return JSON.parse(source) as unknown
  } catch {
    return undefined
  }
}
