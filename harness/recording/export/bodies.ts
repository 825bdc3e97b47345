/** The response bodies of recordings as files of their own, byte by byte as they came. */

import { detectFraming } from '../../wire/framing/framing.ts'
import { responseFileName } from '../body-file.ts'
import type { Recording } from '../format.ts'
import { slugOf } from '../slug.ts'

/** File name and bytes of each recording that has a response: `<wire>-<name>.sse`, or by what the body is. */
export function toBodyFiles(recordings: readonly Recording[]): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const { name, wire, response } of recordings) {
    if (response === undefined) continue
    const extension = extensionOf(response)
    const stem = slugOf(`${wire ?? 'other'} ${name}`)
    let file = `${stem}${extension}`
    for (let k = 2; files.has(file); k++) file = `${stem}-${k}${extension}`
    files.set(file, response.body)
  }
  return files
}

/** A stream is called what it is, also where its content type says plain text. */
function extensionOf({ body, headers }: NonNullable<Recording['response']>): string {
  const type = headers['content-type']
  return detectFraming(body, type) === 'sse' ? '.sse' : responseFileName(body, type).replace('body', '')
}
