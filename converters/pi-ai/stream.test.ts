import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callEvents, callOf, convert, done, failedWith, messageOf, usageOf } from './messages.fixture.ts'
import type { StreamChunk } from './vocabulary.ts'

const empty = messageOf()
const textStart: AssistantMessageEvent = { type: 'text_start', contentIndex: 0, partial: empty }
const textDelta = (delta: string): AssistantMessageEvent => ({
  type: 'text_delta',
  contentIndex: 0,
  delta,
  partial: empty,
})
const textEnd = (content: string): AssistantMessageEvent => ({
  type: 'text_end',
  contentIndex: 0,
  content,
  partial: empty,
})
const failure = (error: AssistantMessage): AssistantMessageEvent => ({
  type: 'error',
  reason: 'error',
  error,
})
const partialOf = (id: string, name: string): AssistantMessage =>
  messageOf({ content: [callOf({ id, name })] })
const nameDelta = (partial: AssistantMessage): AssistantMessageEvent => ({
  type: 'toolcall_delta',
  contentIndex: 0,
  delta: '',
  partial,
})
const ofType = (chunks: StreamChunk[], type: StreamChunk['type']): StreamChunk[] =>
  chunks.filter((chunk) => chunk.type === type)

describe('text and reasoning', () => {
  it('become start, deltas and end, then usage and finish with replay state', async () => {
    const chunks = await convert([
      { type: 'start', partial: empty },
      textStart,
      textDelta('a'),
      textDelta('b'),
      textEnd('ab'),
      done({ content: [{ type: 'text', text: 'ab' }], usage: usageOf({ input: 2, output: 1 }) }),
    ])
    expect(chunks).toStrictEqual([
      { type: 'block-start', index: 0, blockType: 'text' },
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-delta', index: 0, text: 'b' },
      { type: 'block-end', index: 0, block: { type: 'text', text: 'ab' } },
      { type: 'usage', usage: { inputTokens: 2, outputTokens: 1 } },
      {
        type: 'finish',
        reason: { kind: 'stop' },
        replayState: {
          kind: 'pi-ai',
          version: 1,
          api: 'anthropic-messages',
          provider: 'acme',
          model: 'acme-1',
          stopReason: 'stop',
          blocks: [{ type: 'text' }],
        },
      },
    ])
  })

  it('are reasoning when pi-ai calls them thinking', async () => {
    const chunks = await convert([
      { type: 'thinking_start', contentIndex: 3, partial: empty },
      { type: 'thinking_delta', contentIndex: 3, delta: 'hm', partial: empty },
      { type: 'thinking_end', contentIndex: 3, content: 'hm', partial: empty },
      done(),
    ])
    expect(chunks.slice(0, 3)).toStrictEqual([
      { type: 'block-start', index: 3, blockType: 'reasoning' },
      { type: 'reasoning-delta', index: 3, text: 'hm' },
      { type: 'block-end', index: 3, block: { type: 'reasoning', text: 'hm' } },
    ])
  })

  it('say late what the end holds and no delta said', async () => {
    const chunks = await convert([textStart, textDelta('Hel'), textEnd('Hello'), done()])
    expect(ofType(chunks, 'text-delta')).toStrictEqual([
      { type: 'text-delta', index: 0, text: 'Hel' },
      { type: 'text-delta', index: 0, text: 'lo' },
    ])
  })

  it('are ended when the stream fails inside them', async () => {
    const chunks = await convert([textStart, textDelta('par'), failure(failedWith('terminated'))])
    expect(chunks.slice(2)).toMatchObject([
      { type: 'block-end', index: 0, block: { type: 'text', text: 'par' } },
      { type: 'usage' },
      { type: 'finish', reason: { kind: 'error', failure: { code: 'TRANSPORT', message: 'terminated' } } },
    ])
  })

  it('are told whole when the stream fails before any delta of them', async () => {
    const content: AssistantMessage['content'] = [{ type: 'text', text: 'par' }]
    const chunks = await convert([textStart, failure(failedWith('terminated', { content }))])
    expect(chunks.slice(1, 3)).toStrictEqual([
      { type: 'text-delta', index: 0, text: 'par' },
      { type: 'block-end', index: 0, block: { type: 'text', text: 'par' } },
    ])
  })

  it('are marked, not quoted, when redacted', async () => {
    const notice = '[Reasoning redacted]'
    const partial = messageOf({
      content: [{ type: 'thinking', thinking: notice, thinkingSignature: 'sealed', redacted: true }],
    })
    const chunks = await convert([
      { type: 'thinking_start', contentIndex: 0, partial },
      { type: 'thinking_delta', contentIndex: 0, delta: notice, partial },
      { type: 'thinking_end', contentIndex: 0, content: notice, partial },
      done({ content: partial.content }),
    ])
    expect(chunks[1]).toStrictEqual({
      type: 'block-end',
      index: 0,
      block: { type: 'reasoning', text: '', redacted: true },
    })
    expect(chunks.at(-1)).toMatchObject({
      replayState: { blocks: [{ type: 'reasoning', thinkingSignature: 'sealed', redacted: true }] },
    })
  })
})

describe('tool calls', () => {
  const oslo = callOf({ arguments: { city: 'Oslo' } })
  const events = callEvents(oslo, ['{"city": ', '"Oslo"}'])

  it('keep the text of the model and end before usage', async () => {
    const chunks = await convert([...events, done({ stopReason: 'toolUse', content: [oslo] })])
    expect(chunks).toMatchObject([
      { type: 'block-start', index: 0, blockType: 'tool-call' },
      { type: 'tool-call-delta', id: 'call_a', name: 'lookup', argumentsDelta: '{"city": ' },
      { type: 'tool-call-delta', id: 'call_a', name: 'lookup', argumentsDelta: '"Oslo"}' },
      {
        type: 'block-end',
        block: { type: 'tool-call', id: 'call_a', name: 'lookup', arguments: '{"city": "Oslo"}' },
      },
      { type: 'usage' },
      { type: 'finish', reason: { kind: 'tool-calls' }, replayState: { blocks: [{ type: 'tool-call' }] } },
    ])
  })

  it('are not ended before the provider said that it is done', async () => {
    const more: AssistantMessageEvent = { type: 'text_start', contentIndex: 1, partial: empty }
    const types = (await convert([...events, more, done({ stopReason: 'toolUse' })])).map(({ type }) => type)
    expect(types.slice(3, 6)).toStrictEqual(['block-start', 'block-end', 'block-end'])
  })

  it('stay open when the stream fails after pi-ai ended them', async () => {
    const second = callEvents(callOf({ id: 'call_b' }), ['{'], 1)
    const cut = failure(failedWith('Stream ended without finish_reason'))
    const chunks = await convert([...events, ...second, cut])
    expect(ofType(chunks, 'block-end')).toStrictEqual([])
    expect(chunks.at(-1)).toMatchObject({ reason: { failure: { code: 'TRANSPORT' } } })
  })

  it('stay open when what looks done is a failure', async () => {
    const chunks = await convert([...events, done({ stopReason: 'pending', content: [oslo] })])
    expect(ofType(chunks, 'block-end')).toStrictEqual([])
    expect(chunks.at(-1)).not.toHaveProperty('replayState')
  })

  it('say which arguments the token limit cut', async () => {
    const cut = callOf({ argumentsError: 'cut' })
    const chunks = await convert([
      ...callEvents(cut, ['{"ci']),
      done({ stopReason: 'length', content: [cut] }),
    ])
    expect(ofType(chunks, 'block-end')).toMatchObject([
      { block: { arguments: '{"ci', argumentsError: 'cut' } },
    ])
  })

  it('stay open when the token limit came before any argument, and have no place in the replay state', async () => {
    const text = { type: 'text' as const, text: 'x' }
    const chunks = await convert([
      textStart,
      textDelta('x'),
      textEnd('x'),
      ...callEvents(callOf(), [], 1),
      done({ stopReason: 'length', content: [text, callOf()] }),
    ])
    expect(ofType(chunks, 'block-end')).toMatchObject([{ index: 0 }])
    expect(chunks.at(-1)).toMatchObject({ replayState: { blocks: [{ type: 'text' }] } })
  })

  it('without arguments close as {}', async () => {
    const chunks = await convert([...callEvents(callOf(), []), done({ stopReason: 'toolUse' })])
    expect(ofType(chunks, 'block-end')).toMatchObject([{ block: { arguments: '{}' } }])
  })

  it('may come without a start, or with neither id nor name', async () => {
    const delta: AssistantMessageEvent = {
      type: 'toolcall_delta',
      contentIndex: 2,
      delta: '{}',
      partial: empty,
    }
    expect((await convert([delta, done()]))[0]).toStrictEqual({
      type: 'tool-call-delta',
      index: 2,
      id: '',
      argumentsDelta: '{}',
    })
  })

  it('take a name that comes late, and keep the first id', async () => {
    const chunks = await convert([
      { type: 'toolcall_start', contentIndex: 0, partial: partialOf('a', '') },
      nameDelta(partialOf('a', '')),
      nameDelta(partialOf('b', 'late')),
      done(),
    ])
    expect(ofType(chunks, 'tool-call-delta')).toStrictEqual([
      { type: 'tool-call-delta', index: 0, id: 'a', argumentsDelta: '' },
      { type: 'tool-call-delta', index: 0, id: 'a', name: 'late', argumentsDelta: '' },
    ])
  })
})

describe('the end', () => {
  it('of a failed stream is usage and finish alone', async () => {
    const error = failedWith('odd', { usage: usageOf({ input: 4 }) })
    expect(await convert([failure(error)])).toStrictEqual([
      { type: 'usage', usage: { inputTokens: 4, outputTokens: 0 } },
      { type: 'finish', reason: { kind: 'error', failure: { message: 'odd', code: 'PI_AI_ERROR' } } },
    ])
  })

  it('is a failure when the event says so, though its message does not', async () => {
    expect(await convert([failure(messageOf({ content: [{ type: 'text', text: 'x' }] }))])).toMatchObject([
      { type: 'usage' },
      { reason: { kind: 'error' } },
    ])
  })

  it('of an aborted stream says so', async () => {
    const error = messageOf({ stopReason: 'aborted' })
    expect((await convert([{ type: 'error', reason: 'aborted', error }])).at(-1)).toMatchObject({
      reason: { kind: 'aborted', failure: { code: 'ABORTED' } },
    })
  })

  it('keeps the stop reason in the words of the provider', async () => {
    const chunks = await convert([done({ stopReason: 'deferred', rawStopReason: 'queued' })])
    expect(chunks.at(-1)).toMatchObject({
      reason: { kind: 'other', raw: 'deferred' },
      rawStopReason: 'queued',
      replayState: { stopReason: 'deferred' },
    })
  })

  it('is looked at with the context window', async () => {
    const overfull = done({ content: [{ type: 'text', text: 'x' }], usage: usageOf({ input: 11 }) })
    expect((await convert([overfull], 10)).at(-1)).toMatchObject({
      reason: { failure: { code: 'CONTEXT_WINDOW_EXCEEDED' } },
    })
  })

  it('is the last thing said, whatever comes after it', async () => {
    expect((await convert([done(), textStart, done()])).map(({ type }) => type)).toStrictEqual([
      'usage',
      'finish',
    ])
  })

  it('must come', async () => {
    const converting = convert([{ type: 'start', partial: empty }])
    await expect(converting).rejects.toMatchObject({
      name: 'LlmError',
      code: 'TRANSPORT',
      message: 'pi-ai stream ended without done/error',
    })
  })

  it('of a source that throws is that very error', async () => {
    const broken = new Error('broken')
    async function* source(): AsyncGenerator<AssistantMessageEvent> {
      yield textStart
      throw broken
    }
    await expect(convert(source())).rejects.toBe(broken)
  })
})

/** pi-ai's three ways to show the message so far: one object that goes on changing, a copy per event, a copy without the new entry. */
describe('spellings of `partial`', () => {
  type Spelling = 'live' | 'snapshot' | 'entry missing at start'
  const toEvents = (texts: string[][], spelling: Spelling): AssistantMessageEvent[] => {
    const live = messageOf({ stopReason: 'pending' })
    const partial = (): AssistantMessage => (spelling === 'live' ? live : structuredClone(live))
    const events = texts.flatMap((deltas, contentIndex): AssistantMessageEvent[] => {
      const call = callOf({ id: `call_${contentIndex}`, arguments: { text: deltas.join('') } })
      const atStart = partial()
      live.content.push(call)
      return [
        {
          type: 'toolcall_start',
          contentIndex,
          partial: spelling === 'entry missing at start' ? atStart : partial(),
        },
        ...[JSON.stringify(call.arguments).slice(0, 5), JSON.stringify(call.arguments).slice(5)].map(
          (delta) => ({
            type: 'toolcall_delta' as const,
            contentIndex,
            delta,
            partial: partial(),
          }),
        ),
        { type: 'toolcall_end', contentIndex, toolCall: call, partial: partial() },
      ]
    })
    return [...events, done({ stopReason: 'toolUse', content: live.content })]
  }

  it('give the same chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 3 }), async (texts) => {
        const live = await convert(toEvents(texts, 'live'))
        expect(await convert(toEvents(texts, 'snapshot'))).toStrictEqual(live)
        expect(await convert(toEvents(texts, 'entry missing at start'))).toStrictEqual(live)
      }),
      { numRuns: 50 },
    )
  })

  it('do not let a later change of the live object reach what was said', async () => {
    const call = callOf({ arguments: { a: 1 } })
    async function* source(): AsyncGenerator<AssistantMessageEvent> {
      yield* callEvents(call, ['{"a":1}'])
      call.arguments = { changed: true }
      yield done({ stopReason: 'toolUse', content: [call] })
    }
    expect(ofType(await convert(source()), 'block-end')).toMatchObject([{ block: { arguments: '{"a":1}' } }])
  })
})
