/** Proves the projection of dsh's stream chunks, with chunks written by hand. */
import { expect, it } from 'vitest'
import { project } from './stream-chunk.ts'

it('hands a block on as it is', () => {
  const block = { type: 'tool-call', id: 'c', name: 'f', arguments: '{}' } as const
  expect([...project({ type: 'block-end', index: 0, block })]).toEqual([
    { type: 'block-end', index: 0, block },
  ])
})

it.each([
  ['AUTH', 'AUTH'],
  ['PI_AI_ERROR', 'UNKNOWN'],
  ['UNKNOWN_MODEL', 'UNKNOWN'],
])('tells its code %s as %s', (code, told) => {
  const reason = { kind: 'error', failure: { code, message: 'm' } } as const
  expect([...project({ type: 'finish', reason })]).toEqual([
    { type: 'finish', reason: 'error', failure: { code: told, message: 'm' } },
  ])
})

it('leaves out counts that were not given', () => {
  const usage = { inputTokens: 1, outputTokens: 2 }
  expect([...project({ type: 'usage', usage })]).toEqual([{ type: 'usage', usage }])
})
