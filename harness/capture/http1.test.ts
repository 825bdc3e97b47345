import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { Http1Parser, type BodyRule, type MessageHead } from './http1.ts'

type Seen = {
  heads: MessageHead[]
  bodies: string[]
  ended: number
  rest?: string
  end?: string
  error?: string
}

function read(
  kind: 'request' | 'response',
  pieces: readonly Uint8Array[],
  rule: BodyRule = 'by-headers',
): Seen {
  const seen: Seen = { heads: [], bodies: [], ended: 0 }
  const parser = new Http1Parser(kind, {
    head(head) {
      seen.heads.push(head)
      seen.bodies.push('')
      return rule
    },
    body(bytes) {
      seen.bodies[seen.bodies.length - 1] += Buffer.from(bytes).toString('latin1')
    },
    end: () => (seen.ended += 1),
  })
  try {
    for (const piece of pieces) {
      const rest = parser.feed(Buffer.from(piece))
      if (rest) seen.rest = rest.toString('latin1')
    }
    seen.end = parser.finish()
  } catch (error) {
    seen.error = error instanceof Error ? error.message : String(error)
  }
  return seen
}

const text = (value: string) => [Buffer.from(value, 'latin1')]
const response = (value: string, rule?: BodyRule) => read('response', text(value), rule)

describe('a body is framed', () => {
  test('by chunks, whose sizes, extensions and trailers are no part of it', () => {
    const seen = response(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX-Sum: 1\r\n\r\n',
    )
    expect(seen).toMatchObject({ bodies: ['hello!'], ended: 1, end: 'clean' })
  })

  test('by its length, so that the next message on the socket is another', () => {
    const seen = response(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
    )
    expect(seen).toMatchObject({ bodies: ['ab', ''], ended: 2, end: 'clean' })
    expect(seen.heads.map((head) => head.start[1])).toEqual(['200', '404'])
  })

  test('by the end of the connection, where nothing else says it', () => {
    expect(response('HTTP/1.0 200 OK\r\n\r\nabc')).toMatchObject({ bodies: ['abc'], ended: 1, end: 'clean' })
  })

  test('as absent, for a request that announces none', () => {
    expect(
      read('request', text('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n')),
    ).toMatchObject({
      bodies: ['', ''],
      ended: 2,
    })
  })

  test('as absent, where the request says so (HEAD)', () => {
    expect(response('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'none')).toMatchObject({
      ended: 1,
      end: 'clean',
    })
  })

  test('as another protocol, whose first bytes are given back', () => {
    expect(response('HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n\x81\x05', 'other-protocol')).toMatchObject({
      rest: '\x81\x05',
      ended: 0,
    })
  })
})

describe('the end of the connection cuts', () => {
  test.each([
    ['a head', 'HTTP/1.1 200'],
    ['a sized body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'],
    ['a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
    ['chunks without a last one', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'],
    ['trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx: 1\r\n'],
  ])('%s', (_name, bytes) => {
    expect(response(bytes)).toMatchObject({ end: 'cut', ended: 0 })
  })
})

describe('what a client would reject is rejected', () => {
  test.each([
    [
      'a chunk size that is no number',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab',
      'chunk size',
    ],
    [
      'a chunk longer than its size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
      'longer',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'content length'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', 'colon'],
    ['another protocol', '+OK redis\r\n', 'like HTTP/1'],
    ['another protocol without a line end', '\x00\x00\x00\x2a\x01', 'like HTTP/1'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n', 'like HTTP/1'],
    [
      'a coding nobody undoes',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
      'transfer coding',
    ],
  ])('%s', (_name, bytes, message) => {
    expect(response(bytes).error).toContain(message)
  })

  test('a head without end', () => {
    expect(response(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(300_000)}`).error).toContain('more than')
  })
})

test('header names become lower case, repeated ones are joined, folded ones are one line, values are Latin-1', () => {
  const seen = response(
    'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nset-cookie: b\r\nX-Long: one\r\n two\r\nX-Name: Gr\xfc\xdfe\r\ncontent-length: 0\r\n\r\n',
  )
  expect(seen.heads[0]?.headers).toEqual({
    'set-cookie': 'a, b',
    'x-long': 'one two',
    'x-name': 'Gr\xfc\xdfe',
    'content-length': '0',
  })
})

const session = Buffer.from(
  '\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel\r\n\r\n3\r\nxyz\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcdHTTP/1.1 200\r\n\r\nrest',
)

test.prop([fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 })])(
  'however the bytes are cut into reads, the messages are the same',
  (lengths) => {
    const pieces: Buffer[] = []
    for (let at = 0, k = 0; at < session.length; k++) {
      const end = at + (lengths[k % lengths.length] ?? 1)
      pieces.push(session.subarray(at, end))
      at = end
    }
    expect(read('response', pieces)).toEqual(read('response', [session]))
    expect(read('response', pieces).bodies).toEqual(['hel\r\nxyz', 'abcd', 'rest'])
  },
)
