/** Proves the projection of pi-ai's own events, with events written by hand. */
import { expect, it } from 'vitest'
import { Blocks } from '../published/blocks.ts'
import { plainEvent, project, type GivenEvent } from './events.ts'

function projected(events: readonly (GivenEvent & Record<string, unknown>)[]) {
  const blocks = new Blocks()
  return events.flatMap((event) => {
    const plain = plainEvent(event)
    return plain ? [...project(plain, blocks)] : []
  })
}

const partial = { content: [{ type: 'toolCall', id: 'c', name: 'f' }] }

it('reads who a call is from the message so far', () => {
  expect(projected([{ type: 'toolcall_start', contentIndex: 0, partial }])).toEqual([
    { type: 'block-start', index: 0, kind: 'tool-call', id: 'c', name: 'f' },
  ])
})

it('keeps nothing of the message that goes on changing', () => {
  const live = { content: [{ type: 'toolCall', id: 'c', name: 'f' }] }
  const event = plainEvent({ type: 'toolcall_delta', contentIndex: 0, partial: live })
  live.content[0] = { type: 'toolCall', id: 'other', name: 'other' }
  expect(event).toEqual({ type: 'toolcall_delta', contentIndex: 0, call: { id: 'c', name: 'f' } })
})

it('marks a call whose arguments pi-ai could not read', () => {
  const toolCall = { id: 'c', name: 'f', arguments: {}, argumentsError: 'no object' }
  expect(projected([{ type: 'toolcall_end', contentIndex: 0, toolCall }]).at(-1)).toMatchObject({
    block: { arguments: '{}', invalid: true },
  })
})

it('gives a failure its text and no code', () => {
  const error = { stopReason: 'error', errorMessage: '401 no key' }
  expect(projected([{ type: 'error', error }])).toEqual([
    { type: 'finish', reason: 'error', failure: { code: 'UNKNOWN', message: '401 no key' } },
  ])
})

it("keeps the provider's word of a finish", () => {
  const message = { stopReason: 'length', rawStopReason: 'max_tokens' }
  expect(projected([{ type: 'done', message }])).toEqual([
    { type: 'finish', reason: 'max-tokens', raw: 'max_tokens' },
  ])
})
