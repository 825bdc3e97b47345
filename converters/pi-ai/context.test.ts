import type { AssistantMessage } from '@earendil-works/pi-ai'
import { describe, expect, it } from 'vitest'
import { toPiContext } from './context.ts'
import { messageOf } from './messages.fixture.ts'
import { toPiReplayState } from './replay.ts'
import { CallId, type ContentBlock, type LlmMessage, type LlmRequest } from './vocabulary.ts'

const request = (...messages: LlmMessage[]): LlmRequest => ({ provider: 'acme', model: 'acme-1', messages })
const contextOf = (...messages: LlmMessage[]): unknown[] => toPiContext(request(...messages)).messages
const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const call = (id: string, args = '{}'): ContentBlock => ({
  type: 'tool-call',
  id: CallId(id),
  name: `tool_${id}`,
  arguments: args,
})
const result = (id: string, content: string | ContentBlock[] = 'ok'): ContentBlock => ({
  type: 'tool-result',
  toolCallId: CallId(id),
  content,
})

describe('system prompt and tools', () => {
  it('are passed on', () => {
    const tools = [{ name: 'f', description: 'does f', parameters: { type: 'object' } }]
    expect(toPiContext({ ...request(), system: 'be brief', tools })).toStrictEqual({
      systemPrompt: 'be brief',
      messages: [],
      tools,
    })
  })

  it('are left out when there are none', () => {
    expect(toPiContext({ ...request(), tools: [] })).toStrictEqual({ messages: [] })
  })
})

describe('a user message', () => {
  it('of one text is a string', () => {
    expect(contextOf({ role: 'user', content: [text('hi')] }, { role: 'user', content: 'ho' })).toStrictEqual(
      [
        { role: 'user', content: 'hi', timestamp: 0 },
        { role: 'user', content: 'ho', timestamp: 0 },
      ],
    )
  })

  it('keeps several texts and images apart and in order', () => {
    const content: ContentBlock[] = [
      text('a'),
      { type: 'image', mediaType: 'image/png', data: 'QQ==' },
      text('b'),
      { type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,Qg==' },
    ]
    expect(contextOf({ role: 'user', content })).toMatchObject([
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', data: 'QQ==', mimeType: 'image/png' },
          { type: 'text', text: 'b' },
          { type: 'image', data: 'Qg==', mimeType: 'image/png' },
        ],
      },
    ])
  })

  it('with an image that is not inline is refused', () => {
    const image: ContentBlock = { type: 'image', mediaType: 'image/png', url: 'https://acme.test/a.png' }
    expect(() => contextOf({ role: 'user', content: [image] })).toThrow(/inline images only.*acme\.test/)
  })

  it('that stands in the history as system is a user message', () => {
    expect(contextOf({ role: 'system', content: 'rule' })).toMatchObject([{ role: 'user', content: 'rule' }])
  })
})

describe('tool results', () => {
  it('have the name of their call', () => {
    expect(
      contextOf(
        { role: 'assistant', content: [call('a')] },
        { role: 'user', content: [result('a', [text('x')])] },
      )[1],
    ).toStrictEqual({
      role: 'toolResult',
      toolCallId: 'a',
      toolName: 'tool_a',
      content: [{ type: 'text', text: 'x' }],
      isError: false,
      timestamp: 0,
    })
  })

  it('without a call or without output say so, and keep the error mark', () => {
    const orphan = { ...result('z', []), isError: true } as ContentBlock
    expect(contextOf({ role: 'user', content: [orphan] })).toMatchObject([
      { toolName: 'unknown', isError: true, content: [{ type: 'text', text: '(no output)' }] },
    ])
  })

  it('stand where they stood among prose', () => {
    const roles = contextOf({ role: 'user', content: [text('n'), result('z'), text('m')] })
    expect(roles).toMatchObject([{ role: 'user' }, { role: 'toolResult' }, { role: 'user' }])
  })

  it('of calls still open come before the prose beside them, in the order of the calls', () => {
    const messages = contextOf(
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'user', content: [text('note'), result('b'), result('a')] },
    )
    expect(messages.slice(1)).toMatchObject([
      { toolCallId: 'a' },
      { toolCallId: 'b' },
      { role: 'user', content: 'note' },
    ])
  })

  it("answer a call by the provider's own id where the item's id beside it has no use", () => {
    const [assistant, answer] = contextOf(
      { role: 'assistant', content: [call('call_1|fc_1')] },
      { role: 'user', content: [result('call_1|fc_1')] },
    )
    expect(assistant).toMatchObject({ content: [{ type: 'toolCall', id: 'call_1' }] })
    expect(answer).toMatchObject({ toolCallId: 'call_1', toolName: 'tool_call_1|fc_1' })
  })

  it("keep the item's id where calls differ by nothing else", () => {
    const [assistant] = contextOf({ role: 'assistant', content: [call('call_1|fc_1'), call('call_1|fc_2')] })
    expect(assistant).toMatchObject({ content: [{ id: 'call_1|fc_1' }, { id: 'call_1|fc_2' }] })
  })
})

describe('an assistant message', () => {
  it('keeps reasoning, text and calls', () => {
    const content: ContentBlock[] = [{ type: 'reasoning', text: 'hm' }, text('t'), call('a', '{"n":[1]}')]
    expect(contextOf({ role: 'assistant', content })).toMatchObject([
      {
        stopReason: 'toolUse',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 't' },
          { type: 'toolCall', id: 'a', name: 'tool_a', arguments: { n: [1] } },
        ],
      },
    ])
  })

  it('has stopped where it calls nothing; a refusal is text; an unknown block is left out', () => {
    const chart = { type: 'chart' } as unknown as ContentBlock
    expect(contextOf({ role: 'assistant', content: [chart, { type: 'refusal', text: 'no' }] })).toMatchObject(
      [{ stopReason: 'stop', content: [{ type: 'text', text: 'no' }], provider: 'acme', model: 'acme-1' }],
    )
  })

  it('without replay state names where it came from', () => {
    const provenance = { provider: 'old', model: 'old-1' }
    expect(contextOf({ role: 'assistant', content: 'x', provenance })).toMatchObject([provenance])
  })

  it('is joined with its replay state', () => {
    const original = messageOf({
      stopReason: 'toolUse',
      responseId: 'r1',
      content: [
        { type: 'thinking', thinking: 'hm', thinkingSignature: 's1' },
        {
          type: 'toolCall',
          id: 'a',
          name: 'f',
          arguments: { n: 1 },
          thoughtSignature: 's2',
          namespace: 'ns',
        },
      ],
    })
    const [message] = contextOf({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', id: CallId('a'), name: 'f', arguments: '{"n":1}' },
      ],
      provenance: { provider: 'acme', model: 'acme-1', replayState: toPiReplayState(original) },
    })
    expect(message).toStrictEqual<AssistantMessage>(original)
  })
})
