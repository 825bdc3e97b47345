/** What is done once an exchange is complete: its notes, and secretlint's rules over everything. Not here: the first pass (redactor.ts). */

import type { Recording } from '../format.ts'
import { hasChecksum, messageLength, writeChecksum } from './event-checksum.ts'
import type { Finder } from './finder.ts'
import { joinedTexts } from './joined-texts.ts'
import { createMarks } from './marks.ts'
import { redactText, redactTextBySecretlint } from './redact-text.ts'
import { secretlintSpans } from './secretlint.ts'
import type { Tally } from './tally.ts'

export function lastPass(recording: Recording, finder: Finder, secretlint: boolean, tally: Tally): Recording {
  const noted = withNotes(recording, (text, place) => redactText(text, finder, tally.at(place)))
  if (!secretlint) return noted
  const { request, response } = noted
  const byRules = (text: string, place: string) => redactTextBySecretlint(text, tally.at(place))
  const headers = (all: Record<string, string>, side: string) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, byRules(value, `${side}.headers.${name}`)]),
    )
  return withNotes(
    {
      ...noted,
      request: {
        ...request,
        url: byRules(request.url, 'request.url'),
        headers: headers(request.headers, 'request'),
        ...(request.body && { body: bodyByRules(request.body, 'request', undefined, tally) }),
      },
      ...(response && {
        response: {
          ...response,
          headers: headers(response.headers, 'response'),
          body: bodyByRules(response.body, 'response', response.headers['content-type'], tally),
        },
      }),
    },
    byRules,
  )
}

/** The texts of a recording that people and tools wrote about it: an error's reason may quote the url. */
function withNotes(recording: Recording, redact: (text: string, place: string) => string): Recording {
  const { end, title, provenance } = recording
  const notes = <T extends object>(value: T, place: string): T =>
    Object.fromEntries(
      Object.entries(value).map(([name, text]: [string, unknown]) => [
        name,
        typeof text === 'string' ? redact(text, `${place}.${name}`) : text,
      ]),
    ) as T
  return {
    ...recording,
    end: notes(end, 'end'),
    provenance: notes(provenance, 'provenance'),
    ...(title !== undefined && { title: redact(title, 'title') }),
  }
}

function bodyByRules(
  body: Uint8Array,
  side: 'request' | 'response',
  contentType: string | undefined,
  tally: Tally,
): Uint8Array {
  const marks = createMarks(tally.at(`${side}.body`))
  for (const text of joinedTexts(body, side, contentType)) {
    for (const { from, to, rule } of secretlintSpans(text.text())) {
      marks.add({ ranges: text.ranges(from, to), rule })
    }
  }
  const redacted = body.slice()
  if (!marks.apply(redacted, 0)) return body
  renewChecksums(body, redacted)
  return redacted
}

function renewChecksums(before: Uint8Array, after: Uint8Array): void {
  for (let start = 0; start < before.length;) {
    const length = messageLength(before.subarray(start))
    if (length === undefined || length < 16 || start + length > before.length) return
    if (hasChecksum(before.subarray(start, start + length)))
      writeChecksum(after.subarray(start, start + length))
    start += length
  }
}
