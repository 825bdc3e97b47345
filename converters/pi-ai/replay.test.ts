import { describe, expect, it } from 'vitest'
import { callOf, messageOf } from './messages.fixture.ts'
import { fromPiReplayState, toPiReplayState } from './replay.ts'
import { CallId, type ToolCallBlock } from './vocabulary.ts'

const source = { provider: 'acme', model: 'acme-1' }
const said = [{ type: 'text' as const, text: 'x' }]
const good = {
  kind: 'pi-ai',
  version: 1,
  api: 'anthropic-messages',
  ...source,
  stopReason: 'stop',
  blocks: [{ type: 'text' }],
}
const read = (replayState: unknown): unknown => fromPiReplayState({ ...source, replayState }, said)

describe('toPiReplayState', () => {
  it('holds what the content does not, and only that', () => {
    const message = messageOf({
      responseId: 'r1',
      responseModel: 'acme-1-0101',
      content: [
        { type: 'thinking', thinking: 'secret', thinkingSignature: 's', redacted: true },
        { type: 'text', text: 'secret', textSignature: 't' },
        callOf({ arguments: { secret: 1 }, thoughtSignature: 'g', namespace: 'n' }),
      ],
    })
    const state = toPiReplayState(message)
    expect(state).toStrictEqual({
      ...good,
      responseId: 'r1',
      responseModel: 'acme-1-0101',
      blocks: [
        { type: 'reasoning', thinkingSignature: 's', redacted: true },
        { type: 'text', textSignature: 't' },
        { type: 'tool-call', thoughtSignature: 'g', namespace: 'n' },
      ],
    })
    expect(JSON.stringify(state)).not.toContain('secret')
  })

  it('refuses a message that has not ended', () => {
    expect(() => toPiReplayState(messageOf({ stopReason: 'pending' }))).toThrow(/"pending".*not ended/)
  })
})

describe('fromPiReplayState', () => {
  it('restores a state that went through JSON', () => {
    const message = messageOf({ content: [callOf({ arguments: { a: 1 }, thoughtSignature: 'g' })] })
    const block: ToolCallBlock = {
      type: 'tool-call',
      id: CallId('call_a'),
      name: 'lookup',
      arguments: '{"a":1}',
    }
    const replayState: unknown = JSON.parse(JSON.stringify(toPiReplayState(message)))
    expect(fromPiReplayState({ ...source, replayState }, [block])).toMatchObject({ content: message.content })
  })

  it('accepts a deferred answer', () => {
    expect(read({ ...good, stopReason: 'deferred' })).toMatchObject({ stopReason: 'deferred' })
  })

  it('takes nothing but metadata from the state', () => {
    const blocks = [{ type: 'text', text: 'forged', textSignature: 't', other: 1 }]
    expect(read({ ...good, blocks })).toMatchObject({
      content: [{ type: 'text', text: 'x', textSignature: 't' }],
    })
    expect(read({ ...good, blocks })).not.toHaveProperty('content.0.other')
  })

  it.each<[string, unknown, string]>([
    ['nothing', null, 'expected an object, got null'],
    ['a list', [], 'expected an object, got []'],
    ['another kind', { ...good, kind: 'x' }, 'unknown state kind "x"'],
    ['another version', { ...good, version: 2 }, 'unsupported version 2'],
    ['no api', { ...good, api: '' }, 'api must be a non-empty string'],
    ['no model', { ...good, model: undefined }, 'model must be a non-empty string'],
    ['a pending answer', { ...good, stopReason: 'pending' }, 'unknown stopReason "pending"'],
    ['a numeric id', { ...good, responseId: 1 }, 'responseId must be a string, got 1'],
    ['no list of blocks', { ...good, blocks: {} }, 'blocks must be an array'],
    ['a block that is none', { ...good, blocks: [null] }, 'block 0 must be an object'],
    ['a block type of the prototype', { ...good, blocks: [{ type: 'toString' }] }, 'unknown type "toString"'],
    ['a bad signature', { ...good, blocks: [{ type: 'text', textSignature: 1 }] }, 'textSignature must be'],
    ['a bad mark', { ...good, blocks: [{ type: 'reasoning', redacted: 1 }] }, 'redacted must be boolean'],
    ['another provider', { ...good, provider: 'x' }, 'provider does not match assistant provenance'],
    ['another model', { ...good, model: 'x' }, 'model does not match assistant provenance'],
    ['fewer blocks', { ...good, blocks: [] }, 'block count does not match assistant content'],
    [
      'other blocks',
      { ...good, blocks: [{ type: 'tool-call' }] },
      'block 0 does not match assistant content',
    ],
  ])('refuses %s', (_name, state, message) => {
    expect(() => read(state)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REPLAY_STATE',
        message: expect.stringContaining(message) as string,
      }),
    )
  })
})
