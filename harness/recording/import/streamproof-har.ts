/** HTTP archives that our own export wrote: the recording in custom fields, back without a loss. Not here: archives of others (har.ts). */

import { z } from 'zod'
import { recordingSchema } from '../format.ts'
import { recordingFiles } from '../write.ts'
import { ImportError } from './exchange.ts'
import { at, listAt, textAt } from './fields.ts'
import type { Importer, RefusedExchange, WholeRecording } from './importer.ts'

/** Version of the custom fields under `_streamproof`. */
export const harFieldsVersion = 1

const fileShape = recordingSchema.shape
const responseShape = fileShape.response.unwrap().shape

/** `_streamproof` of an entry: what an archive has no place for. */
export const harFieldsSchema = z.strictObject({
  version: z.literal(harFieldsVersion),
  wire: fileShape.wire,
  title: fileShape.title,
  /** How `postData.text` is to be read; absent where there was no body. */
  requestBody: z.enum(['utf8', 'base64']).exactOptional(),
  /** Absent where there was no response. */
  response: z.strictObject({ decoded: responseShape.decoded, chunks: responseShape.chunks }).exactOptional(),
  end: fileShape.end,
  borders: fileShape.borders,
  framing: fileShape.framing,
  provenance: fileShape.provenance,
  redactions: fileShape.redactions,
})
export type HarFields = z.infer<typeof harFieldsSchema>

export const streamproofHar: Importer = {
  format: 'streamproof-har',
  recognise: (file) =>
    (listAt(file.json(), 'log', 'entries') ?? []).some((entry) => at(entry, '_streamproof') !== undefined),
  read: (file) => (listAt(file.json(), 'log', 'entries') ?? []).map(recordingOf),
}

function recordingOf(entry: unknown, k: number): WholeRecording | RefusedExchange {
  const field = `log.entries[${k}]._streamproof`
  const parsed = harFieldsSchema.safeParse(at(entry, '_streamproof'))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return {
      refused: `is not as the export writes it (${issue?.message ?? ''})`,
      field: [field, ...(issue?.path ?? [])].join('.'),
    }
  }
  const { version: _version, requestBody, response, ...rest } = parsed.data
  const content = at(entry, 'response', 'content')
  const recording: WholeRecording['recording'] = {
    ...rest,
    request: {
      method: textAt(entry, 'request', 'method') ?? '',
      url: textAt(entry, 'request', 'url') ?? '',
      headers: headersOf(at(entry, 'request', 'headers')),
      ...(requestBody && { body: bytes(textAt(entry, 'request', 'postData', 'text') ?? '', requestBody) }),
    },
    ...(response && {
      response: {
        ...response,
        status: Number(at(entry, 'response', 'status')),
        headers: headersOf(at(entry, 'response', 'headers')),
        body: bytes(
          textAt(content, 'text') ?? '',
          textAt(content, 'encoding') === 'base64' ? 'base64' : 'utf8',
        ),
      },
    }),
  }
  return checked(recording, field)
}

function checked(recording: WholeRecording['recording'], field: string): WholeRecording | RefusedExchange {
  try {
    recordingFiles({ ...recording, name: 'x' }, 'the entry')
    return { recording }
  } catch (error) {
    if (error instanceof ImportError) throw error
    return { refused: error instanceof Error ? error.message : String(error), field }
  }
}

function bytes(text: string, encoding: 'utf8' | 'base64'): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding))
}

function headersOf(headers: unknown): Record<string, string> {
  const list: readonly unknown[] = Array.isArray(headers) ? headers : []
  return Object.fromEntries(
    list.map((header) => [textAt(header, 'name') ?? '', textAt(header, 'value') ?? '']),
  )
}
