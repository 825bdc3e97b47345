import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const go = { role: 'user', content: 'Go.' }

test('reads its own words for images, thoughts, limits and a demanded call', () => {
  const { request, problems } = readRequest({
    model: 'm',
    messages: [
      { role: 'user', content: [{ type: 'image_url', image_url: 'data:image/png;base64,AA==' }] },
      {
        role: 'assistant',
        content: [
          {
            type: 'thinking',
            thinking: [
              { type: 'text', text: 'Hm' },
              { type: 'text', text: '.' },
            ],
          },
          { type: 'text', text: 'Hi' },
        ],
      },
      go,
    ],
    tool_choice: 'any',
    max_tokens: 5,
  })
  expect(problems).toEqual([])
  expect(request).toEqual({
    model: 'm',
    messages: [
      { role: 'user', content: [{ type: 'image', mediaType: 'image/png', data: 'AA==' }] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Hi' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
    ],
    toolChoice: 'required',
    maxTokens: 5,
  })
})

test('a refusal part is none of its words', () => {
  const messages = [go, { role: 'assistant', content: [{ type: 'other', text: 'No' }] }]
  expect(readRequest({ model: 'm', messages }).problems).toEqual([expect.stringContaining('"other"')])
})
