import { expect, test } from 'vitest'
import { deliveriesOf } from '../replay/deliveries.ts'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import { briefDeliveries } from './brief-deliveries.ts'

const chat = { name: 'openai-chat', announcesUnknownEvents: false } as const
const all = deliveriesOf(recordingOf(chatBody('Zürich', 'b', 'c', 'd')), chat)
const names = (name: string, more: number, about: string[] = []) =>
  briefDeliveries(name, all, more, new Set(about)).map((delivery) => delivery.name)
const many = Array.from({ length: 60 }, (_, at) => `recording-${at}`)

test('the recorded delivery always comes first, and there are as many more as asked for', () => {
  for (const name of many) {
    expect(names(name, 0)).toEqual(['as-recorded'])
    expect(names(name, 1)).toHaveLength(2)
    expect(names(name, 4)).toHaveLength(5)
    expect(names(name, 4)[0]).toBe('as-recorded')
  }
})

test('every byte alone is among several, and what a recording is about always is', () => {
  expect(names('x', 4)).toContain('per-byte')
  expect(names('x', 1, ['bom', 'stall-after-3'])).toEqual(expect.arrayContaining(['bom', 'stall-after-3']))
})

test('the choice hangs on the name alone', () => {
  expect(names('same', 3)).toEqual(names('same', 3))
})

test('many recordings together meet every delivery', () => {
  const met = new Set(many.flatMap((name) => names(name, 4)))
  expect(all.map(({ name }) => name).filter((name) => !met.has(name))).toEqual([])
})

test('a recording with one delivery has that one', () => {
  expect(briefDeliveries('x', all.slice(0, 1), 4).map(({ name }) => name)).toEqual(['as-recorded'])
  expect(briefDeliveries('x', [], 4)).toEqual([])
})
