import { describe, expect, test } from 'vitest'
import { assemble } from './assemble.ts'
import type { Part } from './part.ts'

const blocksOf = (...parts: Part[]) => assemble({ parts }).blocks

describe('assemble', () => {
  test('joins interleaved deltas by index and keeps the order of first parts', () => {
    const [first, second] = blocksOf(
      { type: 'block-start', index: 4, kind: 'text' },
      { type: 'block-start', index: 2, kind: 'reasoning' },
      { type: 'text-delta', index: 4, text: 'a' },
      { type: 'reasoning-delta', index: 2, text: 'x' },
      { type: 'text-delta', index: 4, text: 'b' },
      { type: 'block-end', index: 4, block: { type: 'text', text: 'ab' } },
    )
    expect(first).toMatchObject({ kind: 'text', index: 4, start: 0, deltas: [2, 4], end: 5, joined: 'ab' })
    expect(first).toMatchObject({ complete: true, block: { type: 'text', text: 'ab' } })
    expect(second).toMatchObject({ kind: 'reasoning', joined: 'x', complete: false })
    expect(second).not.toHaveProperty('end')
  })

  test('gathers ids and names from start, deltas and end, leaving empty ones out', () => {
    const [call] = blocksOf(
      { type: 'block-start', index: 0, kind: 'tool-call', id: '', name: 'look' },
      { type: 'tool-call-delta', index: 0, id: 'c1', argumentsDelta: '{' },
      { type: 'tool-call-delta', index: 0, argumentsDelta: '}' },
      {
        type: 'block-end',
        index: 0,
        complete: false,
        block: { type: 'tool-call', id: 'c2', name: 'look', arguments: '{}' },
      },
    )
    expect(call).toMatchObject({ ids: ['c1', 'c2'], names: ['look', 'look'], joined: '{}', complete: false })
  })

  test('opens a new block where an index is used again', () => {
    const blocks = blocksOf(
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'text-delta', index: 0, text: 'b' },
    )
    expect(blocks.map((block) => block.joined)).toEqual(['a', 'b'])
  })

  test('keeps a delta without a start, and one of another kind, in blocks without start', () => {
    const blocks = blocksOf(
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'block-start', index: 1, kind: 'reasoning' },
      { type: 'text-delta', index: 1, text: 'b' },
      { type: 'text-delta', index: 1, text: 'c' },
    )
    expect(blocks.map(({ kind, joined, start }) => [kind, joined, start])).toEqual([
      ['text', 'a', undefined],
      ['reasoning', '', 1],
      ['text', 'bc', undefined],
    ])
  })

  test('keeps a delta after the end behind the end', () => {
    const [block] = blocksOf(
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'block-end', index: 0, block: { type: 'text', text: '' } },
      { type: 'text-delta', index: 0, text: 'late' },
    )
    expect(block).toMatchObject({ end: 1, deltas: [2], joined: 'late' })
  })

  test('makes a block of a second end, so that a call told twice is seen twice', () => {
    const call = { type: 'tool-call', id: 'c', name: 'n', arguments: '{}' } as const
    const blocks = blocksOf(
      { type: 'block-start', index: 0, kind: 'tool-call' },
      { type: 'block-end', index: 0, block: call },
      { type: 'block-end', index: 0, block: call },
    )
    expect(blocks.map(({ end, complete }) => [end, complete])).toEqual([
      [1, true],
      [2, true],
    ])
  })

  test('takes the last value of each usage field, never a sum, and leaves raw out', () => {
    const { usage } = assemble({
      parts: [
        { type: 'usage', usage: { inputTokens: 5, outputTokens: 1 } },
        { type: 'usage', usage: { outputTokens: 2, raw: { x: 1 } } },
      ],
    })
    expect(usage).toEqual({ inputTokens: 5, outputTokens: 2 })
  })

  test('lists every finish with its position and merges meta', () => {
    const { finishes, meta } = assemble({
      parts: [
        { type: 'meta', meta: { model: 'm' } },
        { type: 'finish', reason: 'stop' },
        { type: 'meta', meta: { responseId: 'r' } },
        { type: 'finish', reason: 'other', raw: 'odd' },
      ],
    })
    expect(finishes.map(({ part, finish }) => [part, finish.reason])).toEqual([
      [1, 'stop'],
      [3, 'other'],
    ])
    expect(meta).toEqual({ model: 'm', responseId: 'r' })
  })

  test('gives nothing for nothing', () => {
    expect(assemble({ parts: [] })).toEqual({ blocks: [], finishes: [], meta: {} })
  })
})
