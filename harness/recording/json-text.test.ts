import { expect, test } from 'vitest'
import { exampleRecording } from './example.ts'
import { recordingFileName } from './read.ts'
import { recordingFiles } from './write.ts'

function textOf(recording = exampleRecording()): string {
  return Buffer.from(recordingFiles(recording, 'x').get(recordingFileName) ?? []).toString()
}

test('the order of keys does not depend on how the recording was built', () => {
  const { redactions, request, ...rest } = exampleRecording()
  const { headers, ...requestRest } = request
  const turned = { redactions, ...rest, request: { headers, ...requestRest } }
  expect(textOf(turned)).toBe(textOf())
  expect(Object.keys(JSON.parse(textOf()))[0]).toBe('format')
})

test('headers are sorted by name', () => {
  const recording = exampleRecording()
  recording.request.headers = { b: '1', a: '2' }
  expect(textOf(recording)).toContain('"a": "2",\n      "b": "1"')
})

test('the chunk table packs pairs into lines of at most 110 characters', () => {
  const recording = exampleRecording()
  if (recording.response) {
    recording.response.body = new Uint8Array(300)
    recording.response.chunks = Array.from({ length: 300 }, (): [number, number] => [1, 10])
  }
  const text = textOf(recording)
  const table = text.split('\n').filter((line) => line.includes('[1, 10]'))
  expect(table.length).toBeLessThan(40)
  expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(110)
})

test('a title or header that looks like the table changes nothing', () => {
  const recording = exampleRecording({ title: '    "chunks": []' })
  recording.request.headers = { chunks: '[]' }
  expect(JSON.parse(textOf(recording)).response.chunks).toHaveLength(2)
  expect(JSON.parse(textOf(recording)).request.headers).toEqual({ chunks: '[]' })
})
