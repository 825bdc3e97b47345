import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { imageAt, inUrl, joinMessages } from './request-parts.ts'
import { wireNames } from './wire.ts'
import { wireOf } from './wires.ts'

test('neighbours of one role become one message, and those that say nothing are none', () => {
  const said = (text: string) => ({ type: 'text' as const, text })
  expect(
    joinMessages([
      { role: 'user', content: [said('a')] },
      { role: 'user', content: [said('b')] },
      { role: 'assistant', content: [] },
      { role: 'user', content: [said('c')] },
    ]),
  ).toEqual([{ role: 'user', content: [said('a'), said('b'), said('c')] }])
})

test('a url that holds the data is the data', () => {
  expect(imageAt('data:image/png;base64,AA==')).toEqual({
    type: 'image',
    mediaType: 'image/png',
    data: 'AA==',
  })
  expect(imageAt('https://x.invalid')).toEqual({ type: 'image', mediaType: '', url: 'https://x.invalid' })
})

test('a part of a url that is not well encoded stays as it stands', () => {
  expect([inUrl('a%2Fb'), inUrl('%zz')]).toEqual(['a/b', '%zz'])
})

/** Objects with the names that bodies have, holding anything. */
const fields = [
  'model',
  'messages',
  'input',
  'contents',
  'system',
  'tools',
  'tool_choice',
  'role',
  'content',
  'parts',
  'text',
  'type',
  'tool_calls',
  'toolUse',
  'functionCall',
  'functionResponse',
]
const bodies = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('user', 'assistant', 'model', 'tool', 'text', 'tool_result', 'function_call', null, 7),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 5 }),
  ),
})).value

describe.each(wireNames.filter((name) => wireOf(name).requests))('the reader of %s', (name) => {
  property.prop([bodies, fc.constantFrom('', 'http://x.invalid/model/%zz/converse', '/models/%zz:x')])(
    'never throws, whatever the body is',
    (body, url) => {
      const reading = wireOf(name).requests?.read(body, url)
      expect(reading?.problems.every((problem) => typeof problem === 'string')).toBe(true)
    },
  )
})
