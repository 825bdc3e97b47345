/** Recordings as an HTTP archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/): browsers and proxies open it, import/streamproof-har.ts reads it back without a loss. */

import { contentTypeOf, utf8 } from '../body-file.ts'
import type { Recording } from '../format.ts'
import { type HarFields, harFieldsVersion } from '../import/streamproof-har.ts'

/** The text of an archive with one entry a recording. `creator` is the version of the tool that writes it. */
export function toHar(recordings: readonly Recording[], creator: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'streamproof', version: creator },
    entries: recordings.map(entryOf),
  }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

function entryOf(recording: Recording): object {
  const { provenance, response } = recording
  const [wait = 0, ...receive] = (response?.chunks ?? []).map(([, milliseconds]) => milliseconds)
  const received = receive.reduce((sum, milliseconds) => sum + milliseconds, 0)
  return {
    // An archive must have a time; only captures know theirs.
    startedDateTime: provenance.kind === 'captured' ? provenance.at : '1970-01-01T00:00:00.000Z',
    time: wait + received,
    request: requestOf(recording.request),
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait, receive: received },
    comment: recording.name,
    _streamproof: fieldsOf(recording),
  }
}

const unknownSizes = { cookies: [], headersSize: -1 }

function requestOf({ method, url, headers, body }: Recording['request']): object {
  return {
    ...unknownSizes,
    method,
    url,
    httpVersion: 'HTTP/1.1',
    headers: pairs(headers),
    queryString: named(URL.parse(url)?.searchParams ?? []),
    bodySize: body?.length ?? 0,
    ...(body && {
      postData: { mimeType: headers['content-type'] ?? contentTypeOf(body), text: stored(body).text },
    }),
  }
}

/** A browser's archive, too, has the status 0 where nothing was answered. */
function responseOf(response: Recording['response']): object {
  const { text = '', encoding } = response ? stored(response.body) : {}
  return {
    ...unknownSizes,
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    headers: pairs(response?.headers ?? {}),
    redirectURL: response?.headers['location'] ?? '',
    bodySize: response?.body.length ?? -1,
    content: {
      size: response?.body.length ?? 0,
      mimeType: response?.headers['content-type'] ?? '',
      text,
      ...(encoding === 'base64' && { encoding }),
    },
  }
}

function fieldsOf(recording: Recording): HarFields {
  const { name: _name, path: _path, wire, request, response, ...rest } = recording
  const { decoded, chunks = [] } = response ?? {}
  return {
    version: harFieldsVersion,
    ...(wire && { wire }),
    ...rest,
    ...(request.body && { requestBody: stored(request.body).encoding }),
    ...(response && { response: { chunks, ...(decoded !== undefined && { decoded }) } }),
  }
}

function stored(body: Uint8Array): { text: string; encoding: 'utf8' | 'base64' } {
  const text = utf8(body)
  if (text !== undefined) return { text, encoding: 'utf8' }
  return { text: Buffer.from(body).toString('base64'), encoding: 'base64' }
}

function pairs(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return named(Object.entries(headers))
}

function named(entries: Iterable<[string, string]>): { name: string; value: string }[] {
  return Array.from(entries, ([name, value]) => ({ name, value }))
}
