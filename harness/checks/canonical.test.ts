import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Part } from '../trace/part.ts'
import { canonicalParts } from './canonical.ts'
import * as told from './testing/told.ts'

const delta = (text: string, index = 0): Part => ({ type: 'text-delta', index, text })
const callDelta = (argumentsDelta: string, rest: { id?: string; name?: string } = {}): Part => ({
  type: 'tool-call-delta',
  index: 0,
  argumentsDelta,
  ...rest,
})

describe('canonicalParts', () => {
  test('joins adjacent deltas of a block, and leaves empty ones out', () => {
    expect(canonicalParts([delta(''), delta('a'), delta('b'), delta('c', 1), delta('d')])).toEqual([
      delta('ab'),
      delta('c', 1),
      delta('d'),
    ])
  })

  test('keeps deltas of two kinds apart', () => {
    const parts: Part[] = [delta('a'), { type: 'reasoning-delta', index: 0, text: 'b' }]
    expect(canonicalParts(parts)).toEqual(parts)
  })

  test('tells an id and a name once over joined argument deltas', () => {
    const parts = [callDelta('{', { id: 'a', name: 'x' }), callDelta('', { id: 'a' }), callDelta('}')]
    expect(canonicalParts(parts)).toEqual([callDelta('{}', { id: 'a', name: 'x' })])
  })

  test('keeps argument deltas with two ids apart', () => {
    const parts = [callDelta('{', { id: 'a' }), callDelta('}', { id: 'b' })]
    expect(canonicalParts(parts)).toEqual(parts)
  })

  test('counts made-up ids in their order, each one everywhere', () => {
    const parts = [
      ...told.call(0, { id: 'x-93' }),
      ...told.call(1, { id: 'c1' }),
      ...told.call(2, { id: 'x-12' }),
    ]
    const text = JSON.stringify(canonicalParts(parts, (id) => id === 'c1'))
    expect(text).not.toMatch(/x-93|x-12/)
    expect(text.match(/generated-1/g)).toHaveLength(2)
    expect(text.match(/generated-2/g)).toHaveLength(2)
    expect(text.match(/"c1"/g)).toHaveLength(2)
  })

  test("leaves raw values out, but not the provider's word for the finish", () => {
    const parts: Part[] = [
      { type: 'usage', usage: { inputTokens: 1, raw: {} } },
      { type: 'block-start', index: 0, kind: 'opaque' },
      { type: 'block-end', index: 0, block: { type: 'opaque', kind: 'image', raw: 1 } },
      { type: 'finish', reason: 'error', raw: 'odd', failure: { code: 'UNKNOWN', message: 'm', raw: 1 } },
    ]
    expect(canonicalParts(parts)).toEqual([
      { type: 'usage', usage: { inputTokens: 1 } },
      { type: 'block-start', index: 0, kind: 'opaque' },
      { type: 'block-end', index: 0, block: { type: 'opaque', kind: 'image' } },
      { type: 'finish', reason: 'error', raw: 'odd', failure: { code: 'UNKNOWN', message: 'm' } },
    ])
  })

  test('is the same however a text is cut into deltas', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const whole = pieces.join('')
        expect(canonicalParts(pieces.map((piece) => delta(piece)))).toEqual(
          whole === '' ? [] : [delta(whole)],
        )
      }),
    )
  })
})
