import { describe, expect, test } from 'vitest'
import { startUpstream } from '../../../harness/record.ts'
import type { AskedModel } from '../scenario.ts'
import { requestBuilders, type AskedWire } from './requests.ts'

const weather = {
  name: 'weather',
  description: 'Says it.',
  parameters: { type: 'object', properties: { city: {} } },
}
const clock = { name: 'clock', description: 'Tells it.', parameters: { type: 'object', properties: {} } }

/** Everything a neutral request can say, at once. */
const everything: AskedModel = {
  model: 'm-1',
  system: 'Be brief.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'image', mediaType: 'image/png', data: 'aW1n' },
        { type: 'text', text: 'What is this?' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', id: 'callw0001', name: 'weather', arguments: '{"city":"Oslo"}', complete: true },
      ],
    },
    { role: 'user', content: [{ type: 'tool-result', toolCallId: 'callw0001', content: 'sun' }] },
  ],
  tools: [weather, clock],
  toolChoice: 'required',
  maxTokens: 50,
  temperature: 0.5,
  topP: 0.9,
  stop: ['6'],
  responseFormat: { name: 'answer', schema: { type: 'object' } },
  reasoning: true,
}

const wires = Object.keys(requestBuilders) as AskedWire[]

test.each(wires)('a %s request is read back by the upstream as what was asked', async (wire) => {
  const upstream = await startUpstream({ answers: () => undefined })
  try {
    const { path, body } = requestBuilders[wire](everything)
    await fetch(`${upstream.baseUrl(wire)}${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(upstream.asked).toMatchObject([
      {
        wire,
        model: 'm-1',
        prompt: 'What is this?',
        usage: true,
        // A function's result names the function there, not the call.
        toolResults: [wire === 'gemini' ? 'weather' : 'callw0001'],
        tools: ['weather', 'clock'],
        stream: wire === 'bedrock-converse' ? 'eventstream' : 'sse',
      },
    ])
  } finally {
    await upstream.close()
  }
})

test.each(wires)('a plain %s request says nothing that was not asked', (wire) => {
  const plain = requestBuilders[wire]({
    model: 'm-1',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
  })
  expect(plain).toMatchSnapshot()
})

test.each(wires)('everything at once, in the words of %s', (wire) => {
  expect(requestBuilders[wire](everything)).toMatchSnapshot()
})

describe('choices of a tool', () => {
  test.each(wires)('one tool by name, none, or as the model likes, on %s', (wire) => {
    const choices = ['auto', 'none', { name: 'clock' }] as const
    const chosen = choices.map((toolChoice) => {
      const { body } = requestBuilders[wire]({ ...everything, toolChoice })
      return body['tool_choice'] ?? body['toolConfig']
    })
    expect(chosen).toMatchSnapshot()
  })
})

test('an image by address is refused where only bytes can be sent', () => {
  const image = { type: 'image', mediaType: 'image/png', url: 'https://example.org/a.png' } as const
  const messages = [{ role: 'user', content: [image] }] as const
  expect(() => requestBuilders['bedrock-converse']({ model: 'm-1', messages })).toThrow('as bytes only')
})
