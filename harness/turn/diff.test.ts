import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffTurns, diffValues } from './diff.ts'
import type { Turn } from './turn.ts'

const turn: Turn = {
  blocks: [
    { type: 'text', text: 'a' },
    { type: 'tool-call', id: 'c', name: 'n', arguments: '{}', complete: true },
  ],
  finish: { reason: 'stop', raw: 'stop' },
  meta: {},
  state: 'closed',
}

describe('diffTurns', () => {
  test('says nothing of equal turns', () => {
    expect(diffTurns(turn, structuredClone(turn))).toEqual([])
  })

  test('names the path of every difference with both sides', () => {
    const got = structuredClone(turn)
    got.blocks[1] = { type: 'tool-call', id: 'c', name: 'n', arguments: '{"a":1}', complete: false }
    expect(diffTurns(turn, got)).toEqual([
      { path: 'blocks[1].arguments', expected: '{}', got: '{"a":1}' },
      { path: 'blocks[1].complete', expected: true, got: false },
    ])
  })

  test('shows a block and a field that only one side has', () => {
    const { finish: _, ...open } = turn
    expect(diffTurns(turn, { ...open, blocks: turn.blocks.slice(0, 1) })).toEqual([
      { path: 'blocks[1]', expected: turn.blocks[1] },
      { path: 'finish', expected: turn.finish },
    ])
  })
})

describe('diffValues', () => {
  test('takes an undefined field as absent, and odd keys as keys', () => {
    expect(diffValues({ a: undefined }, {})).toEqual([])
    const [hidden, plain] = [JSON.parse('{"__proto__":1}'), {}] as const
    expect(diffValues(hidden, plain)).toEqual([{ path: '__proto__', expected: 1 }])
    expect(diffValues({ 'a b': 1 }, { 'a b': 2 }, 'x')).toEqual([{ path: 'x["a b"]', expected: 1, got: 2 }])
  })

  test('finds no difference exactly where the values are equal as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(diffValues(a, structuredClone(a))).toEqual([])
        const differ = diffValues(a, b).length > 0
        expect(differ).toBe(!isSame(a, b))
      }),
    )
  })
})

function isSame(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b)
    return true
  } catch {
    return false
  }
}
