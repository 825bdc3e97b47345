import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { foreignFile } from './foreign-file.ts'
import { importFile } from './importers.ts'

/** Keys the importers look for, so that drawn values get past `recognise`. */
const keys = [
  'interactions',
  'http_interactions',
  'recordings',
  'request',
  'response',
  'status',
  'code',
  'body',
  'bodySegments',
  'string',
  'headers',
  'chunks',
  'chunkTimings',
  'log',
  'entries',
  'scope',
  'path',
  'uri',
  'url',
  'when',
  'then',
  'b64',
  'canonical_json',
  'recordID',
  'is_streaming',
  'content',
  'text',
  'encoding',
  'type',
  'choices',
  'method',
] as const

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, tie('leaf'), tie('list'), tie('fields')),
  leaf: fc.oneof(
    fc.constantFrom(null, 200, 0, -1, 1e9, '', '200', 'gzip', 'base64', '{}', '[', 'data: {}\n\n'),
    fc.string(),
    fc.boolean(),
  ),
  list: fc.array(tie('tree'), { maxLength: 3 }),
  fields: fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 5 }),
}))

function read(path: string, bytes: Uint8Array): number {
  const { recordings, refusals } = importFile(foreignFile(path, bytes), 'x')
  for (const { response } of recordings) {
    expect(response?.chunks.reduce((sum, [length]) => sum + length, 0)).toBe(response?.body.length)
  }
  return recordings.length + refusals.length
}

describe('a foreign file gives recordings or refusals, never an exception', () => {
  test.prop([tree, fc.constantFrom('a.json', 'a.yaml', 'a.har')], { numRuns: 1000 })(
    'of any values',
    (value, path) => {
      expect(read(path, Buffer.from(JSON.stringify(value)))).toBeGreaterThan(0)
    },
  )

  test.prop(
    [
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('a.json', 'a.yaml', 'a.txt', 'a.httprr', 'a.yaml.gz'),
    ],
    {
      numRuns: 500,
    },
  )('of any bytes', (bytes, path) => {
    expect(read(path, bytes)).toBeGreaterThan(0)
    expect(read(path, Buffer.concat([Buffer.from('httprr trace v1\n5 5\n'), bytes]))).toBeGreaterThan(0)
    expect(read(path, Buffer.concat([Buffer.from([0x1f, 0x8b]), bytes]))).toBeGreaterThan(0)
  })
})
