/**
 * Redaction of whole exchanges: heads by allow-list, bodies as they come or at once, everything by what the request
 * itself reveals. Not here: one body (body-redactor.ts), the rules (key-patterns.ts, context-patterns.ts).
 */

import type { Recording } from '../format.ts'
import { type BodyRedactor, createBodyRedactor, holdBackWindow } from './body-redactor.ts'
import { credentialsOf } from './credentials.ts'
import { createFinder, type Finder, type UserPattern } from './finder.ts'
import { isKeptHeader } from './headers.ts'
import { lastPass } from './last-pass.ts'
import { redactText, redactUrl } from './redact-text.ts'
import { addRedactions, createTally, type Tally } from './tally.ts'

export type RedactionOptions = {
  /** Rules besides ours. Their `longest` is what a stream lags by. */
  patterns?: readonly UserPattern[]
  /** Headers kept besides those of the allow-list, in any case. */
  keepHeaders?: readonly string[]
  /** Secretlint's rules in the last pass over a recording. Default true. */
  secretlint?: boolean
}

export type Head = { method: string; url: string; headers: Record<string, string> }
export type AnswerHead = { status: number; headers: Record<string, string> }

/** One exchange while it is captured. */
export type ExchangeRedactor = {
  /** The request head as it may be written. */
  readonly request: Head
  readonly requestBody: BodyRedactor
  readonly responseBody: BodyRedactor
  /** The response head as it may be written; its cookies join the credentials. Call it before the first byte of the body. */
  response(head: AnswerHead): AnswerHead
  /** The last pass over the whole exchange; adds what was replaced before to `redactions`. */
  recording(recording: Recording): Recording
  /** What was replaced so far. */
  redactions(): Recording['redactions']
}

export type Redactor = {
  /** The most bytes a body holds back. */
  readonly window: number
  exchange(request: Head): ExchangeRedactor
  /** Redacts a recording by what it holds itself. Pure; redacting twice changes nothing. */
  recording(recording: Recording): Recording
}

/** Redacts a stored exchange: every placeholder has the bytes of what it replaces, so borders and chunk table hold. */
export function redactRecording(recording: Recording, options: RedactionOptions = {}): Recording {
  return createRedactor(options).recording(recording)
}

/** Throws `TypeError` for a user pattern that matches the empty text. */
export function createRedactor(options: RedactionOptions = {}): Redactor {
  const settings = checkedSettings(options)
  return {
    window: holdBackWindow,
    exchange: (request) => createExchange(request, settings),
    recording: (recording) => redactWhole(recording, [], settings),
  }
}

type Settings = { patterns: readonly UserPattern[]; keep: ReadonlySet<string>; secretlint: boolean }

function checkedSettings({ patterns = [], keepHeaders = [], secretlint = true }: RedactionOptions): Settings {
  for (const { id, pattern } of patterns) {
    if (!new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test('')) continue
    throw new TypeError(`The pattern \`${id}\` matches the empty text. Make it match at least one character.`)
  }
  return { patterns, keep: new Set(keepHeaders.map((name) => name.toLowerCase())), secretlint }
}

function createExchange(head: Head, settings: Settings): ExchangeRedactor {
  const tally = createTally()
  let credentials = credentialsOf({ url: head.url, requestHeaders: head.headers })
  const finder = createFinder(credentials, settings.patterns)
  const answer = { finder, contentType: undefined as string | undefined }
  const late = (settings: () => BodyRedactor): BodyRedactor => {
    let made: BodyRedactor | undefined
    const get = () => (made ??= settings())
    return { feed: (bytes) => get().feed(bytes), end: () => get().end() }
  }
  return {
    request: redactHead(head, finder, settings, tally),
    requestBody: createBodyRedactor({ finder, side: 'request', onSecret: tally.at('request.body') }),
    // Made at its first byte: the response head comes before, and says what the body is.
    responseBody: late(() =>
      createBodyRedactor({ ...answer, side: 'response', onSecret: tally.at('response.body') }),
    ),
    response({ status, headers }) {
      credentials = credentialsOf({ url: head.url, requestHeaders: head.headers, responseHeaders: headers })
      answer.finder = createFinder(credentials, settings.patterns)
      answer.contentType = headers['content-type']
      return { status, headers: redactHeaders(headers, 'response', answer.finder, settings, tally) }
    },
    recording: (recording) =>
      redactWhole(
        { ...recording, redactions: addRedactions(recording.redactions, tally.list()) },
        credentials,
        settings,
      ),
    redactions: tally.list,
  }
}

function redactHead<T extends Head>(head: T, finder: Finder, settings: Settings, tally: Tally): T {
  return {
    ...head,
    url: redactUrl(head.url, finder, tally.at('request.url')),
    headers: redactHeaders(head.headers, 'request', finder, settings, tally),
  }
}

/** Rule of a header that is not on the allow-list. */
const droppedRule = 'header-dropped'

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  side: 'request' | 'response',
  finder: Finder,
  { keep }: Settings,
  tally: Tally,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const place = tally.at(`${side}.headers.${name}`)
    if (!isKeptHeader(name.toLowerCase(), keep)) place(droppedRule)
    else kept[name] = name === 'location' ? redactUrl(value, finder, place) : redactText(value, finder, place)
  }
  return kept
}

function redactWhole(recording: Recording, known: readonly string[], settings: Settings): Recording {
  const { request, response } = recording
  const tally = createTally()
  const own = credentialsOf({
    url: request.url,
    requestHeaders: request.headers,
    ...(response && { responseHeaders: response.headers }),
  })
  const finder = createFinder([...new Set([...known, ...own])], settings.patterns)
  const body = (bytes: Uint8Array, side: 'request' | 'response', contentType?: string) => {
    const redactor = createBodyRedactor({ finder, side, contentType, onSecret: tally.at(`${side}.body`) })
    return new Uint8Array(Buffer.concat([redactor.feed(bytes), redactor.end()]))
  }
  const redacted: Recording = {
    ...recording,
    request: {
      ...redactHead(request, finder, settings, tally),
      ...(request.body && { body: body(request.body, 'request') }),
    },
    ...(response && {
      response: {
        ...response,
        headers: redactHeaders(response.headers, 'response', finder, settings, tally),
        body: body(response.body, 'response', response.headers['content-type']),
      },
    }),
  }
  const done = lastPass(redacted, finder, settings.secretlint, tally)
  return { ...done, redactions: addRedactions(recording.redactions, tally.list()) }
}
