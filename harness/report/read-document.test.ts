import { describe, expect, test } from 'vitest'
import { mergeRuns } from './merge-runs.ts'
import { readResultDocument } from './read-document.ts'
import { renderRun } from './terminal.ts'
import { documentWith, passed } from './testing/result-document.ts'

/** One of every field, and of every member that is not always there. */
const document = documentWith({
  run: { startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, argv: ['run'], platform: 'node' },
  drivers: [{ name: 'theirs', version: '1', wires: ['gemini'], level: 'events' }],
  sources: { recordings: 1, witnesses: 0, situations: 2, errors: 0, requests: 0 },
  refused: [{ file: 'x', reason: 'why', broken: true }],
  lineFaults: [{ place: 'a:1', message: 'no' }],
  turnFaults: [{ recording: 'x', message: 'no', added: true }],
  missing: [{ driver: 'theirs', wire: 'gemini', cases: 1 }],
  strays: ['one'],
  features: [{ driver: 'theirs', wire: 'gemini', declared: ['usage'], offered: [], seen: { usage: 'x' } }],
  lines: [{ place: 'a:1', pattern: 'gemini/*/*', reason: 'why', link: 'l', matched: true, witness: 'w' }],
  shard: { index: 1, of: 2, plan: 'a' },
  results: [
    {
      ...passed,
      status: 'fail',
      findings: [{ message: 'no', place: { part: 1, bytes: [0, 2] }, expected: 1 }],
      again: 'run it',
    },
  ],
})

/** The document with the value at `path` changed; `undefined` takes it away. */
function changed(path: string, value: unknown): string {
  const copy = structuredClone(document) as unknown
  const keys = path.split('.')
  const parent = keys.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy)
  Reflect.set(Object(parent), keys.at(-1) ?? '', value)
  return JSON.stringify(copy)
}

/** Every place in a value, as `a.0.b`. */
function placesOf(value: unknown, before: readonly string[] = []): string[] {
  if (!(value instanceof Object)) return [before.join('.')]
  const below = Object.entries(value).flatMap(([key, each]) => placesOf(each, [...before, key]))
  return before.length === 0 ? below : [before.join('.'), ...below]
}

const read = (json: string) => readResultDocument(json, 'shard-1.json')

describe('a result document', () => {
  test('is read as it was written, with what a later version adds', () => {
    expect(read(JSON.stringify(document))).toEqual(document)
    expect(read(changed('later', 1))).toMatchObject({ later: 1 })
  })

  test('of any other shape is refused by the field, or can be merged and shown: never an exception of another kind', () => {
    for (const place of placesOf(document)) {
      for (const value of [undefined, null, 7.5, 'x', [], {}, [null]]) {
        try {
          renderRun(mergeRuns([read(changed(place, value))]))
        } catch (error) {
          expect(error, place).toHaveProperty('name', 'ResultDocumentError')
        }
      }
    }
  })

  test.for([
    ['results', undefined, /`results` of `shard-1.json` is missing \(.*\)\. Run that shard again/],
    ['results.0.status', 'great', /`results\[0\]\.status` of `shard-1.json` is wrong, found "great" \(/],
    ['lines.0.pattern', '@@', /`lines\[0\]\.pattern` of .* is wrong, found "@@" \(is no case pattern\)/],
    ['summary.exitCode', 9, /`summary\.exitCode` of .* is wrong, found 9/],
    ['schema', 'streamproof/readings@1', /is no result document: its `schema` is "streamproof\/readings@1"/],
    ['schema', undefined, /is no result document: its `schema` is missing, not .* Name what `run --shard/],
  ] as const)('with %s as %j is refused by name', ([place, value, says]) => {
    expect(() => read(changed(place, value))).toThrow(says)
  })

  test.for([
    ['', /is not JSON \(.*\)\. Run that shard again/],
    ['{"schema": "streamproof/result@1", "results": [', /is not JSON/],
    ['null', /it holds null/],
    ['"text"', /it holds "text"/],
    ['[1]', /its `schema` is missing/],
  ] as const)('is not %j', ([json, says]) => {
    expect(() => read(json)).toThrow(says)
  })
})
