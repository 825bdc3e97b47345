import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { detectFraming, frame } from '../wire/framing/framing.ts'
import { wireNames } from '../wire/wire.ts'
import type { Recording } from './format.ts'
import { loadRecordings } from './sources.ts'

/** A folder of foreign recordings with a PROVENANCE.tsv (columns `path`, `protocol`); it is not part of the repository. */
const corpus = process.env['STREAMPROOF_CORPUS'] ?? ''

describe.skipIf(corpus === '')('a folder of foreign recordings', () => {
  const read = new Map<string, Recording[]>()
  let protocols = new Map<string, string>()

  beforeAll(async () => {
    const [header = '', ...rows] = readFileSync(join(corpus, 'PROVENANCE.tsv'), 'utf8').trim().split('\n')
    const column = header.split('\t').indexOf('protocol')
    protocols = new Map(rows.map((row) => [row.split('\t')[0] ?? '', row.split('\t')[column] ?? '']))
    for await (const source of loadRecordings(corpus)) {
      if (!('recording' in source) || source.recording.provenance.kind !== 'imported') continue
      const path = source.recording.provenance.source
      read.set(path, [...(read.get(path) ?? []), source.recording])
    }
  })

  test('at least 97 % of the files are read', () => {
    expect(protocols.size).toBeGreaterThan(0)
    expect(read.size / protocols.size).toBeGreaterThanOrEqual(0.97)
  })

  test('at least 99 % of them show the wire their list names', () => {
    const named = [...read].filter(([path]) =>
      (wireNames as readonly string[]).includes(protocols.get(path) ?? ''),
    )
    const right = named.filter(([path, recordings]) =>
      recordings.some((recording) => recording.wire === protocols.get(path)),
    )
    expect(right.length / named.length).toBeGreaterThanOrEqual(0.99)
  })

  test('no binary body is damaged, and every chunk table adds up', () => {
    for (const { response, provenance } of [...read.values()].flat()) {
      const body = response?.body ?? new Uint8Array()
      const damaged =
        detectFraming(body) === 'eventstream' ? frame('eventstream', body).filter((one) => one.damage) : []
      expect(damaged, JSON.stringify(provenance)).toEqual([])
      expect(response?.chunks.reduce((sum, [length]) => sum + length, 0)).toBe(body.length)
    }
  })

  test('no two recordings of a wire share a name', () => {
    const names = [...read.values()].flat().map((recording) => `${recording.wire}/${recording.name}`)
    expect(new Set(names).size).toBe(names.length)
  })
})
