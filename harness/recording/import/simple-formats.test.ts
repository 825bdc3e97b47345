import { expect, test } from 'vitest'
import { frame } from '../../wire/framing/framing.ts'
import type { Recording } from '../format.ts'
import { foreignFile } from './foreign-file.ts'
import { importFile } from './importers.ts'

function read(path: string, text: string): Recording {
  const { recordings, refusals } = importFile(foreignFile(path, Buffer.from(text)), 'name')
  if (recordings[0] === undefined || recordings.length > 1) throw new Error(JSON.stringify(refusals))
  return recordings[0]
}

const textOf = (recording: Recording) => Buffer.from(recording.response?.body ?? []).toString()
const delta = '{"choices":[{"index":0,"delta":{"content":"a"}}]}'
const finish = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'

test('an SSE body is kept to the byte, whatever the ending of its name', () => {
  const body = `: hello\r\ndata: ${delta}\r\n\r\n`
  for (const path of ['a.sse', 'a.txt', 'a.json', 'a.bin']) {
    const recording = read(path, body)
    expect(textOf(recording)).toBe(body)
    expect(recording).toMatchObject({ wire: 'openai-chat', framing: 'captured', borders: 'unknown' })
    expect(recording.response?.chunks).toEqual([[body.length, 0]])
  }
})

test('chat lines are framed again, and a finished stream gets the `[DONE]` the tool dropped', () => {
  const recording = read('a.chunks.txt', `${delta}\n${finish}`)
  expect(textOf(recording)).toBe(`data: ${delta}\n\ndata: ${finish}\n\ndata: [DONE]\n\n`)
  expect(recording).toMatchObject({ wire: 'openai-chat', framing: 'synthesised', borders: 'unknown' })
})

test('chat lines without a finish get no `[DONE]`', () => {
  expect(textOf(read('a.chunks.txt', `${delta}\n${delta}\n`))).not.toContain('[DONE]')
})

test('typed lines get their event names back', () => {
  const recording = read('a.jsonl', '{"type":"message_start","message":{}}\n{"type":"message_stop"}\n')
  expect(textOf(recording)).toContain('event: message_stop\ndata: {"type":"message_stop"}\n\n')
  expect(recording.wire).toBe('anthropic-messages')
})

test('converse lines become messages with valid checksums', () => {
  const recording = read(
    'a.chunks.txt',
    '{"messageStart":{"role":"assistant"}}\n{"messageStop":{"stopReason":"end_turn"}}',
  )
  const events = frame('eventstream', recording.response?.body ?? new Uint8Array())
  expect(events.map((event) => [event.event, event.data, event.damage])).toEqual([
    ['messageStart', '{"role":"assistant"}', undefined],
    ['messageStop', '{"stopReason":"end_turn"}', undefined],
  ])
  expect(recording.wire).toBe('bedrock-converse')
})

test('an NDJSON body is its own frames', () => {
  const body =
    '{"model":"m","message":{"content":"a"},"done":false}\n{"model":"m","message":{"content":""},"done":true}\n'
  const recording = read('a.sse', body)
  expect(textOf(recording)).toBe(body)
  expect(recording.framing).toBe('captured')
  expect(recording.wire).toBeUndefined()
})

test('a text that is neither is refused', () => {
  expect(importFile(foreignFile('a.txt', Buffer.from('hello')), 'a').refusals[0]?.reason).toBe(
    'no importer recognises it',
  )
})

test('several answers in one file of chunks are several recordings', () => {
  const chat = (id: string, finish: string | null) =>
    JSON.stringify({ id, choices: [{ index: 0, delta: { content: id }, finish_reason: finish }] })
  const steps = [chat('a', null), chat('a', 'stop'), chat('b', null), chat('b', 'stop')].join('\n')
  const { recordings } = importFile(foreignFile('steps.chunks.txt', new TextEncoder().encode(steps)), 'steps')
  expect(recordings.map(({ name }) => name)).toEqual(['steps#1', 'steps#2'])
  for (const [start, end] of [
    ['message_start', 'message_stop'],
    ['response.created', 'response.completed'],
  ]) {
    const lines = [start, end, start, end].map((type) => JSON.stringify({ type })).join('\n')
    const file = foreignFile('m.chunks.txt', new TextEncoder().encode(lines))
    expect(importFile(file, 'm').recordings).toHaveLength(2)
  }
})
