/** Proves the call options made of a neutral request. */
import { expect, it } from 'vitest'
import type { NeutralRequest } from '../../harness/index.ts'
import { callOptions } from './call-options.ts'

const call = { type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}', complete: true } as const

function promptOf(
  content: NeutralRequest['messages'][number]['content'],
  role: 'user' | 'assistant',
): unknown {
  return callOptions({ model: 'm', messages: [{ role, content }] }, 'v4')['prompt']
}

it('puts tool results before what the user adds, under the names of their calls', () => {
  const options = callOptions(
    {
      model: 'm',
      messages: [
        { role: 'assistant', content: [call] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And?' },
            { type: 'tool-result', toolCallId: 'c', content: '7', isError: true },
          ],
        },
      ],
    },
    'v4',
  )
  expect(options['prompt']).toMatchObject([
    { role: 'assistant' },
    { role: 'tool', content: [{ toolName: 'f', output: { type: 'error-text', value: '7' } }] },
    { role: 'user', content: [{ type: 'text', text: 'And?' }] },
  ])
})

it('gives arguments as a value, and an empty object for those that do not parse', () => {
  expect(promptOf([call, { ...call, arguments: '{"a' }], 'assistant')).toMatchObject([
    { content: [{ input: { a: 1 } }, { input: {} }] },
  ])
})

it.each([
  ['v2', 'AAAA'],
  ['v4', { type: 'data', data: 'AAAA' }],
] as const)('holds the data of an image in the form of %s', (specification, data) => {
  const image = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const
  const options = callOptions({ model: 'm', messages: [{ role: 'user', content: [image] }] }, specification)
  expect(options['prompt']).toMatchObject([{ content: [{ type: 'file', data }] }])
})

it('leaves out what was not asked for', () => {
  expect(callOptions({ model: 'm', messages: [] }, 'v4')).toEqual({ prompt: [] })
})
