/** Reads values nobody has checked yet: what comes off the wire may be of any type. Not here: what the values mean. */

export type WireObject = { readonly [key: string]: unknown }

/** The value as an object, or undefined for null, lists and everything that is not an object. */
export function asObject(value: unknown): WireObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as WireObject)
    : undefined
}

/** The value as text; `''` for everything that is not text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The value as a list; empty for everything that is not a list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value as a count (0 or more); undefined for everything else. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Text or number as text (gateways send ids and codes as either); `''` for everything else. */
export function asLabel(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)
}
