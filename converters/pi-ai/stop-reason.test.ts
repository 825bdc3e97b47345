import { describe, expect, it } from 'vitest'
import { failedWith, messageOf, usageOf } from './messages.fixture.ts'
import { mapStopReason } from './stop-reason.ts'

const text = { type: 'text' as const, text: 'yes' }

describe('an end that is no failure', () => {
  it.each([
    ['stop', { kind: 'stop' }],
    ['length', { kind: 'max-tokens' }],
    ['toolUse', { kind: 'tool-calls' }],
    ['deferred', { kind: 'other', raw: 'deferred' }],
  ] as const)('%s', (stopReason, expected) => {
    expect(mapStopReason(messageOf({ stopReason, content: [text] }))).toStrictEqual(expected)
  })

  it('is a stop with reasoning only', () => {
    const content = [{ type: 'thinking' as const, thinking: 'hm' }]
    expect(mapStopReason(messageOf({ content }))).toStrictEqual({ kind: 'stop' })
  })

  it.each(['length', 'toolUse', 'deferred'] as const)('is %s without content', (stopReason) => {
    expect(mapStopReason(messageOf({ stopReason }))).not.toHaveProperty('failure')
  })
})

it('calls a stop without content an empty response', () => {
  expect(mapStopReason(messageOf())).toStrictEqual({
    kind: 'error',
    failure: {
      code: 'EMPTY_RESPONSE',
      message: 'model "acme-1" returned a completed response with no content',
    },
  })
})

it('calls a stop whose blocks hold nothing an empty response, but not one with redacted reasoning', () => {
  const blank = [
    { type: 'text' as const, text: '' },
    { type: 'thinking' as const, thinking: '' },
  ]
  const redacted = { type: 'thinking' as const, thinking: '', redacted: true }
  expect(mapStopReason(messageOf({ content: blank }))).toMatchObject({ failure: { code: 'EMPTY_RESPONSE' } })
  expect(mapStopReason(messageOf({ content: [...blank, redacted] }))).toStrictEqual({ kind: 'stop' })
})

it('calls a message that is still pending an error', () => {
  expect(mapStopReason(messageOf({ stopReason: 'pending', content: [text] }))).toMatchObject({
    kind: 'error',
    failure: { code: 'PI_AI_ERROR', message: expect.stringContaining('"pending"') as string },
  })
})

it('keeps what pi-ai says of an abort, and has words of its own where it says nothing', () => {
  const aborted = messageOf({ stopReason: 'aborted' })
  expect(mapStopReason(aborted)).toStrictEqual({
    kind: 'aborted',
    failure: { code: 'ABORTED', message: 'pi-ai stream aborted' },
  })
  expect(mapStopReason({ ...aborted, errorMessage: 'Request was aborted' })).toMatchObject({
    failure: { message: 'Request was aborted' },
  })
})

it('keeps the text of an error, and has words of its own where there is none', () => {
  expect(mapStopReason(failedWith('no idea'))).toStrictEqual({
    kind: 'error',
    failure: { code: 'PI_AI_ERROR', message: 'no idea' },
  })
  expect(mapStopReason(messageOf({ stopReason: 'error' }))).toStrictEqual({
    kind: 'error',
    failure: { code: 'PI_AI_ERROR', message: 'pi-ai stream error' },
  })
})

it('knows a refusal by its stop reason, whatever the explanation says', () => {
  const refused = failedWith('HTTP 503: this is how the model explains it', { rawStopReason: 'refusal' })
  expect(mapStopReason(refused)).toMatchObject({ failure: { code: 'CONTENT_FILTER' } })
})

describe('an overflow that nobody reports', () => {
  const overfull = messageOf({ content: [text], usage: usageOf({ input: 90, cacheRead: 20, output: 1 }) })
  const noRoom = messageOf({ stopReason: 'length', usage: usageOf({ input: 99 }) })

  it('is found with the context window', () => {
    expect(mapStopReason(overfull, 100)).toStrictEqual({
      kind: 'error',
      failure: {
        code: 'CONTEXT_WINDOW_EXCEEDED',
        message: 'pi-ai detected context overflow for model "acme-1"',
      },
    })
    expect(mapStopReason(noRoom, 100)).toMatchObject({ failure: { code: 'CONTEXT_WINDOW_EXCEEDED' } })
  })

  it('is not looked for without it', () => {
    expect(mapStopReason(overfull)).toStrictEqual({ kind: 'stop' })
    expect(mapStopReason(noRoom)).toStrictEqual({ kind: 'max-tokens' })
  })
})
