/** Reads the response headers a failure needs: one by name, and how long to wait. Not here: delays written into an error body. */

/** A `Headers` object or a plain record; names are matched in any letter case. */
export type HeaderSource = Headers | { readonly [name: string]: unknown }

/** The header's value, or undefined where it is missing or empty. */
export function readHeader(headers: HeaderSource | undefined, name: string): string | undefined {
  if (headers === undefined) return undefined
  const value = isHeaders(headers) ? headers.get(name) : lookUp(headers, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

// Not instanceof: the SDK may hand over the Headers class of another fetch.
function isHeaders(headers: HeaderSource): headers is Headers {
  return typeof headers.get === 'function'
}

function lookUp(record: { readonly [name: string]: unknown }, name: string): unknown {
  const key = Object.keys(record).find((key) => key.toLowerCase() === name)
  return key === undefined ? undefined : record[key]
}

/**
 * How long the server asks to wait, in milliseconds: `retry-after-ms` first, then `retry-after` as seconds or as an HTTP date
 * (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after). Undefined where neither can be read; a date gone by is 0.
 * A date is compared with the server's own `date`, so that our clock does not matter; `now` is in milliseconds since 1970.
 */
export function readRetryAfterMs(
  headers: HeaderSource | undefined,
  now: number = readTime(readHeader(headers, 'date')) ?? Date.now(),
): number | undefined {
  const milliseconds = readAmount(readHeader(headers, 'retry-after-ms'))
  if (milliseconds !== undefined) return Math.round(milliseconds)
  const after = readHeader(headers, 'retry-after')
  const seconds = readAmount(after)
  if (seconds !== undefined) return Math.round(seconds * 1000)
  const date = readTime(after)
  return date === undefined ? undefined : Math.max(0, date - now)
}

function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

// Date.parse alone is too generous: it reads "Foo, 99 Bar" as the year 1999.
function readTime(text: string | undefined): number | undefined {
  if (text === undefined || !/\d\d:\d\d:\d\d/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
