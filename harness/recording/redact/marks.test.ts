import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleRecording } from '../example.ts'
import { createMarks } from './marks.ts'
import { redactRecording } from './redactor.ts'
import { shapedSecret } from './testing/secrets.ts'
import { cuts, textPieces } from './testing/split.ts'
import { streamBody, streamShapes, type Told } from './testing/streams.ts'

test('what is found again, longer, shorter or by another rule, is counted once', () => {
  const counted: string[] = []
  const marks = createMarks((rule) => counted.push(rule))
  marks.add({ ranges: [[10, 20]], rule: 'a' })
  marks.add({ ranges: [[12, 15]], rule: 'b' })
  marks.add({
    ranges: [
      [10, 20],
      [40, 50],
    ],
    rule: 'c',
  })
  marks.add({ ranges: [[45, 60]], rule: 'a' })
  marks.add({ ranges: [[60, 70]], rule: 'a' })
  expect(counted).toEqual(['a', 'a'])
})

/** This wire says every text again, whole, in its last events. */
const timesTold: Readonly<Record<string, number>> = { 'openai-responses': 3 }

test.each(Object.entries(streamShapes))('a secret split over deltas is counted once (%s)', (name, shape) => {
  const before = fc.constantFrom('', 'Your key is ', 'export KEY=', 'Authorization: Bearer ', 'api_key: ')
  const told = fc.constantFrom<Told>('text', 'arguments')
  fc.assert(
    fc.property(shapedSecret, cuts, told, before, (secret, at, told, said) => {
      const text = told === 'text' ? `${said}${secret} and so on.` : JSON.stringify({ note: said + secret })
      const body = streamBody(shape, told, textPieces(text, at))
      const headers = { 'content-type': shape.contentType }
      const { redactions } = redactRecording(
        exampleRecording({
          request: { method: 'POST', url: 'https://api.example.com/', headers: {} },
          response: { status: 200, headers, body, chunks: [[body.length, 0]] },
        }),
      )
      expect(redactions.reduce((sum, { count }) => sum + count, 0)).toBe(timesTold[name] ?? 1)
    }),
  )
})
