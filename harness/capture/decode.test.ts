import { once } from 'node:events'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  createZstdCompress,
  gzipSync,
} from 'node:zlib'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { decoderOf } from './decode.ts'

const encoders = {
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  deflate: () => createDeflate({ flush: constants.Z_SYNC_FLUSH }),
  'deflate, raw': () => createDeflateRaw({ flush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
}

/** What a server sends that flushes after each write: one encoded piece per write. */
async function encoded(name: keyof typeof encoders, writes: readonly string[]): Promise<Buffer[]> {
  const stream = encoders[name]()
  let out: Buffer[] = []
  stream.on('data', (piece: Buffer) => out.push(piece))
  const pieces: Buffer[] = []
  for (const write of writes) {
    await new Promise<void>((resolve) => void stream.write(write, () => resolve()))
    pieces.push(Buffer.concat(out))
    out = []
  }
  stream.end()
  await once(stream, 'end')
  pieces.push(Buffer.concat(out))
  return pieces
}

const names = Object.keys(encoders) as (keyof typeof encoders)[]
const codingOf = (name: string) => name.replace(', raw', '')

describe.each(names)('%s', (name) => {
  test.prop([fc.array(fc.string({ minLength: 1, maxLength: 5000 }), { minLength: 1, maxLength: 6 })], {
    numRuns: 25,
  })('gives each flushed write as soon as its bytes are there', async (writes) => {
    const decoder = decoderOf(codingOf(name))
    const pieces = await encoded(name, writes)
    const decoded = pieces.map((piece) => Buffer.concat(decoder?.decode(piece) ?? []).toString())
    expect(decoded).toEqual([...writes, ''])
  })

  test('gives every byte, however the encoded bytes are cut', async () => {
    const decoder = decoderOf(codingOf(name))
    const bytes = Buffer.concat(await encoded(name, ['data: one\n\n', 'data: two\n\n'.repeat(500)]))
    const pieces = Array.from({ length: bytes.length }, (_, k) => bytes.subarray(k, k + 1))
    const text = Buffer.concat(pieces.flatMap((piece) => decoder?.decode(piece) ?? [])).toString()
    expect(text).toBe(`data: one\n\n${'data: two\n\n'.repeat(500)}`)
  })

  test('throws on bytes of something else, and gives what came before', async () => {
    const decoder = decoderOf(codingOf(name))
    const [first] = await encoded(name, ['data: one\n\n'])
    expect(Buffer.concat(decoder?.decode(first ?? Buffer.of()) ?? []).toString()).toBe('data: one\n\n')
    expect(() => decoder?.decode(Buffer.alloc(64, 0xff))).toThrow()
  })
})

test('a list of codings is undone from the last to the first', () => {
  const body = brotliCompressSync(gzipSync('hello'))
  expect(Buffer.concat(decoderOf('gzip, br')?.decode(body) ?? []).toString()).toBe('hello')
})

test.each([undefined, '', 'identity', 'compress', 'gzip, dcz'])('%j is left as it is', (coding) => {
  expect(decoderOf(coding)).toBeUndefined()
})
