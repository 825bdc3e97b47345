/** What an error situation is: one way a provider, a proxy or the network fails a request, and what is true of it. Not here: the table (table/), playing it (recordings.ts). */

import type { ConnectionFailureName } from '../../replay/connection-failure.ts'
import type { FailureCode } from '../../turn/failure.ts'
import type { EventDraft, WireName } from '../../wire/wire.ts'

/** Stated by hand; the wires' `readError` must say the same. */
export type ErrorTruth = {
  code: FailureCode
  /** Whether the same request may succeed later; absent where nobody can tell. */
  retry?: boolean
  retryAfterMs?: number
  requestId?: string
}

/** Providers whose wire is not built yet: `readError` alone is held against their rows. */
export type ReaderOnly = 'cohere' | 'ollama'

type Described = {
  /** Slug, unique among its wire's recordings and for ever; the recording's name is `error-` and this. */
  id: string
  provider: string
  /** What went wrong, one phrase. */
  title: string
  /** URL of a public document or report. */
  source: string
  truth: ErrorTruth
}

/** An HTTP answer. `body`: text as it is sent, anything else as JSON; the content type is JSON unless `headers` say another. */
export type HttpRow = Described & {
  wires: readonly (WireName | ReaderOnly)[]
  status: number
  headers?: Readonly<Record<string, string>>
  body: unknown
}

/** An error inside an answer that began with 200: alone, and behind text. */
export type InBandRow = Described & {
  wires: readonly (WireName | ReaderOnly)[]
  /** The event, before framing; `data` is given as a value. */
  event: Omit<EventDraft, 'data'> & { data: unknown }
  /** The data is the whole body, as JSON and not as an event. */
  plain?: true
}

/** A connection that fails before an answer, or inside one behind text. */
export type ConnectionRow = Described & {
  /** `clean-end`: no error at all, the body just stops. */
  failure: ConnectionFailureName | 'clean-end'
  inside?: true
}

export const json = { 'content-type': 'application/json' } as const
export const page = { 'content-type': 'text/html; charset=UTF-8' } as const
export const plain = { 'content-type': 'text/plain; charset=utf-8' } as const

type Shared = 'provider' | 'wires'

/** Rows of one provider. Ids begin with `prefix`, by default the provider's name in lower case; a row may be of other wires. */
export function httpRows(
  { prefix, ...shared }: Pick<HttpRow, Shared> & { prefix?: string },
  rows: readonly (Omit<HttpRow, Shared> & Partial<Pick<HttpRow, 'wires'>>)[],
): HttpRow[] {
  const first = prefix ?? shared.provider.toLowerCase()
  return rows.map((row) => ({ ...shared, ...row, id: `${first}-${row.id}` }))
}

type Named = Pick<InBandRow, 'id' | 'provider' | 'title' | 'source' | 'truth'>

/** Makes rows of errors inside a stream of these wires: what it is, the event's data, and the rest of the event. */
export function inBandRow(wires: InBandRow['wires']) {
  return (named: Named, data: unknown, event: Omit<InBandRow['event'], 'data'> = {}): InBandRow => ({
    ...named,
    wires,
    event: { ...event, data },
  })
}
