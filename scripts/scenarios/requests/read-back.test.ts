import { test, fc } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { wireOf, type NeutralRequest, type RequestBlock } from '../../../harness/index.ts'
import { requestBuilders, type AskedWire } from './requests.ts'

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const textBlock = words.map((text): RequestBlock => ({ type: 'text', text }))
const tool = fc.record({
  name: fc.constantFrom('look', 'listen'),
  description: words,
  parameters: fc.constant({ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }),
})
const value = fc.jsonValue({ maxDepth: 1 }).filter((json) => !JSON.stringify(json).includes('-0'))
const args = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value).map((given) => JSON.stringify(given))

/** One round: an assistant's text and calls, and their results in the order of the calls. */
const round = fc
  .tuple(
    fc.integer({ min: 10_000, max: 99_999 }),
    textBlock,
    fc.array(fc.tuple(fc.constantFrom('look', 'listen'), args, words), { maxLength: 3 }),
  )
  .map(([number, said, calls]): NeutralRequest['messages'] => {
    const ids = calls.map((_, at) => `cal${number}${at}`)
    return [
      {
        role: 'assistant',
        content: [
          said,
          ...calls.map(([name, text], at): RequestBlock => ({
            type: 'tool-call',
            id: ids[at] ?? '',
            name,
            arguments: text,
            complete: true,
          })),
        ],
      },
      {
        role: 'user',
        content:
          calls.length > 0
            ? calls.map(([, , content], at): RequestBlock => ({
                type: 'tool-result',
                toolCallId: ids[at] ?? '',
                content,
              }))
            : [{ type: 'text', text: 'Go on.' }],
      },
    ]
  })

/** The ids of a history are unique. */
function firstId(message: NeutralRequest['messages'][number] | undefined): string {
  const call = message?.content.find((block) => block.type === 'tool-call')
  return call?.id ?? ''
}

/** What every wire has words for. */
const asked = fc
  .record(
    {
      system: words,
      tools: fc.uniqueArray(tool, { selector: ({ name }) => name, minLength: 1 }),
      toolChoice: fc.constantFrom('required' as const, { name: 'look' }),
      temperature: fc.constantFrom(0, 0.5),
      topP: fc.constantFrom(0.1, 1),
      rounds: fc.uniqueArray(round, { maxLength: 2, selector: ([said]) => firstId(said) }),
      first: textBlock,
    },
    { requiredKeys: ['rounds', 'first'] },
  )
  .map(({ rounds, first, toolChoice, ...rest }): NeutralRequest => ({
    model: 'a/model:1',
    messages: [{ role: 'user', content: [first] }, ...rounds.flat()],
    maxTokens: 64,
    ...rest,
    ...(toolChoice && rest.tools && { toolChoice }),
  }))

/** Calls by their place, since one wire has no ids; arguments as values, since some wires have no text of them. */
function comparable(request: NeutralRequest): unknown {
  const places = new Map<string, string>()
  const messages = request.messages.map(({ role, content }, at) => ({
    role,
    content: content.map((block, position) => {
      if (block.type === 'tool-result') return { ...block, toolCallId: places.get(block.toolCallId) }
      if (block.type !== 'tool-call') return block
      places.set(block.id, `${at}/${position}`)
      return { ...block, id: places.get(block.id), arguments: JSON.parse(block.arguments) as unknown }
    }),
  }))
  return { ...request, messages }
}

describe('what was built is read back', () => {
  test.prop([fc.constantFrom(...(Object.keys(requestBuilders) as AskedWire[])), asked])(
    'on every wire',
    (wire, request) => {
      const { path, body } = requestBuilders[wire](request)
      const read = wireOf(wire).requests?.read(JSON.parse(JSON.stringify(body)), `https://x.invalid${path}`)
      expect(read?.problems).toEqual([])
      expect(comparable(read?.request ?? request)).toEqual(comparable(request))
    },
  )
})
