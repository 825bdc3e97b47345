/** Go's httprr: raw HTTP/1.1 requests and answers behind two lengths. Where `Transfer-Encoding: chunked` was kept, each chunk is one write of the server. */

import { joined } from './body-bytes.ts'
import { type ForeignExchange, ImportError } from './exchange.ts'
import type { Importer, RefusedExchange } from './importer.ts'

const firstLine = 'httprr trace v1'

export const httprr: Importer = {
  format: 'httprr',
  recognise: (file) => Buffer.from(file.bytes.subarray(0, firstLine.length)).toString('latin1') === firstLine,
  read(file) {
    const bytes = Buffer.from(file.bytes)
    const exchanges: (ForeignExchange | RefusedExchange)[] = []
    for (let at = bytes.indexOf('\n') + 1; at < bytes.length;) {
      const lineEnd = bytes.indexOf('\n', at)
      const lengths = /^(\d+) (\d+)\r?$/.exec(bytes.toString('latin1', at, lineEnd < 0 ? at : lineEnd))
      if (lengths === null) throw new ImportError('expected a line with two lengths', `byte ${at}`)
      const answer = lineEnd + 1 + Number(lengths[1])
      at = answer + Number(lengths[2])
      if (at > bytes.length)
        throw new ImportError(`ends before byte ${at}, which its lengths promise`, `byte ${lineEnd}`)
      exchanges.push(exchangeOf(bytes.subarray(lineEnd + 1, answer), bytes.subarray(answer, at)))
    }
    return exchanges
  },
}

function exchangeOf(requestBytes: Buffer, answerBytes: Buffer): ForeignExchange | RefusedExchange {
  const request = messageOf(requestBytes)
  const answer = messageOf(answerBytes)
  const [method, url] = request.start.split(' ')
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(answer.start)?.[1]
  if (status === undefined)
    return { refused: `is not an HTTP answer (it begins \`${answer.start.slice(0, 40)}\`)` }
  const isChunked = answer.headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value),
  )
  return {
    method,
    url,
    requestHeaders: request.headers,
    ...(request.body.length > 0 && { requestBody: new Uint8Array(request.body) }),
    status: Number(status),
    headers: answer.headers,
    ...(isChunked ? joined(chunksOf(answer.body)) : { body: new Uint8Array(answer.body) }),
  }
}

type Message = { start: string; headers: [string, string][]; body: Buffer }

function messageOf(bytes: Buffer): Message {
  const text = bytes.toString('latin1')
  const blank = /\r?\n\r?\n/.exec(text)
  const head = text.slice(0, blank?.index ?? text.length)
  const [start = '', ...lines] = head.split(/\r?\n/)
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]]
  })
  return { start, headers, body: bytes.subarray(head.length + (blank?.[0].length ?? 0)) }
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-7.1: a hex size, the bytes, a line end, until size 0. */
function chunksOf(body: Buffer): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (Number.isNaN(size)) throw new ImportError('has a chunk without a size', `byte ${at} of the body`)
    if (size === 0) break
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return chunks
}
