/**
 * Undoing a content encoding beside the client, read by read: what one read of encoded bytes says comes out at once, so borders survive. Not here: whole bodies of other tools' files (recording/import).
 *
 * minizlib (https://github.com/isaacs/minizlib, the zlib of npm's own tar) and not node:zlib, whose streams answer later, from a thread: a process that
 * exits in between would lose what it had read.
 */

import { constants } from 'node:zlib'
import { BrotliDecompress, Gunzip, Inflate, InflateRaw, ZstdDecompress } from 'minizlib'

export type Decoder = {
  /** The decoded bytes that these encoded ones complete; may be none. Throws where they are not of the encoding. */
  decode(bytes: Uint8Array): Uint8Array[]
}

type Stream = Gunzip | Inflate | InflateRaw | BrotliDecompress | ZstdDecompress

const sync = { flush: constants.Z_SYNC_FLUSH }

const streams: Readonly<Record<string, (first: number) => Stream>> = {
  gzip: () => new Gunzip(sync),
  'x-gzip': () => new Gunzip(sync),
  br: () => new BrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => new ZstdDecompress({ flush: constants.ZSTD_e_flush }),
  // Servers send `deflate` with and without the zlib wrapper; its first byte tells: https://www.rfc-editor.org/rfc/rfc1950#section-2.2
  deflate: (first) => ((first & 0x0f) === 8 ? new Inflate(sync) : new InflateRaw(sync)),
}

/** The decoder of a `content-encoding` value; undefined where there is nothing to undo or one of its codings is unknown. */
export function decoderOf(contentEncoding: string | undefined): Decoder | undefined {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length === 0 || codings.some((coding) => !(coding in streams))) return undefined
  const chain = codings.reverse().map(oneDecoder)
  return { decode: (bytes) => chain.reduce((pieces, each) => pieces.flatMap(each), [bytes]) }
}

function oneDecoder(coding: string): (bytes: Uint8Array) => Uint8Array[] {
  let stream: Stream | undefined
  let out: Uint8Array[] = []
  let failure: unknown
  return (bytes) => {
    if (bytes.length === 0) return []
    if (stream === undefined) {
      stream = streams[coding]?.(bytes[0] ?? 0)
      stream?.on('data', (piece: Buffer) => out.push(piece))
      stream?.on('error', (error: unknown) => (failure = error))
    }
    stream?.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (failure !== undefined) throw failure
    const pieces = out
    out = []
    return pieces
  }
}
