import { describe, expect, it } from 'vitest'
import type { Delivered } from '../replay/delivery.ts'
import { newPlayback } from '../replay/playback.ts'
import { encode } from '../wire/framing/framing.ts'
import type { EventDraft, Framing } from '../wire/wire.ts'
import { payloadsOf } from './payloads.ts'

const types: Partial<Record<Framing, string>> = {
  eventstream: 'application/vnd.amazon.eventstream',
  ndjson: 'application/x-ndjson',
}

/** A body that stays open behind its reads. */
function open(framing: Framing, drafts: readonly EventDraft[]): Delivered {
  const headers = { 'content-type': types[framing] ?? 'text/event-stream' }
  return { status: 200, headers, reads: encode(framing, drafts), end: 'stall' }
}

const { signal } = new AbortController()
const played = (delivered: Delivered) => payloadsOf(delivered, newPlayback(), signal)

async function first(count: number, payloads: AsyncIterator<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  while (found.length < count) found.push((await payloads.next()).value)
  return found
}

describe('payloadsOf', () => {
  it.each(['sse', 'ndjson'] as const)('gives events of %s as they come', async (framing) => {
    const answer = open(framing, [{ data: '{"a":1}' }, { data: '{"a":2}' }])
    expect(await first(2, played(answer))).toEqual([{ a: 1 }, { a: 2 }])
  })

  it.each([
    'TEXT/EVENT-STREAM; charset=utf-8',
    'text/plain',
    'application/octet-stream',
    'application/json',
    'text/html',
    '',
  ])('gives events of a stream that is called %j as they come', async (type) => {
    const answer = open('sse', [{ data: '{"a":1}' }, { data: '{"a":2}' }])
    const named = { ...answer, headers: type === '' ? {} : { 'content-type': type } }
    expect(await first(2, played(named))).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('gives messages of an eventstream under their names, exceptions and errors too', async () => {
    const answer = open('eventstream', [
      { event: 'messageStart', data: '{"role":"assistant"}' },
      { event: 'throttlingException', data: '{"message":"slow"}', messageType: 'exception' },
      { event: 'InternalError', data: 'broken', messageType: 'error' },
    ])
    expect(await first(3, played(answer))).toEqual([
      { messageStart: { role: 'assistant' } },
      { throttlingException: { message: 'slow' } },
      { InternalError: { message: 'broken' } },
    ])
  })

  it('leaves [DONE] out and throws at an event that is not JSON', async () => {
    const payloads = played(open('sse', [{ data: '[DONE]' }, { data: '{"a' }]))
    await expect(payloads.next()).rejects.toThrow(SyntaxError)
  })

  it('throws at an eventstream error without a code whose text is not JSON: there is no name to hand it out by', async () => {
    const payloads = played(open('eventstream', [{ messageType: 'error', data: 'Overloaded.' }]))
    await expect(payloads.next()).rejects.toThrow(SyntaxError)
  })
})

describe('payloadsOf, as the body is read', () => {
  const sse = (reads: readonly string[], end: Delivered['end'] = 'clean'): Delivered => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    reads: reads.map((read) => new TextEncoder().encode(read)),
    end,
  })

  async function withReads(delivered: Delivered) {
    const playback = newPlayback()
    const seen: [unknown, number][] = []
    const payloads = payloadsOf(delivered, playback, signal)
    const failed = await (async () => {
      for await (const payload of payloads) seen.push([payload, playback.reads])
    })().catch((error: unknown) => error)
    return { seen, failed, playback }
  }

  it('gives an event with the read that ends it, a CR being an end', async () => {
    const { seen } = await withReads(sse(['data: 1\r\n\r', '\ndata: 2\n', '\ndata', ': 3\n\n']))
    expect(seen).toEqual([
      [1, 1],
      [2, 3],
      [3, 4],
    ])
  })

  it('gives an event without its end where the body ended well, and not behind a reset', async () => {
    const reads = ['data: 1\n\n', 'data: 2\n']
    expect((await withReads(sse(reads))).seen).toHaveLength(2)
    const { seen, failed, playback } = await withReads(sse(reads, 'reset'))
    expect(seen).toEqual([[1, 1]])
    expect(failed).toBeInstanceOf(TypeError)
    expect(playback).toMatchObject({ reads: 2, cancelled: false })
  })

  it('gives each run objects of its own', async () => {
    const delivered = sse(['data: {}\n\n'])
    const given = async () => (await withReads(delivered)).seen[0]?.[0]
    const [one, two] = [await given(), await given()]
    expect(one).toEqual(two)
    expect(one).not.toBe(two)
  })

  it('tells that a body was left, and breaks a silent one off at an abort', async () => {
    const playback = newPlayback()
    const abort = new AbortController()
    const silent = payloadsOf(sse(['data: 1\n\n'], 'stall'), playback, abort.signal)
    await silent.next()
    const next = silent.next()
    abort.abort()
    await expect(next).rejects.toBe(abort.signal.reason)
    expect(playback.cancelled).toBe(true)
    const left = newPlayback()
    for await (const _ of payloadsOf(sse(['data: 1\n\n', 'data: 2\n\n']), left, signal)) break
    expect(left).toMatchObject({ reads: 1, cancelled: true })
  })
})

describe('payloadsOf, with live objects', () => {
  it('puts them in place of the payloads, as many as came, each when it is asked for', async () => {
    const live = { text: '' }
    function* growing() {
      for (const letter of 'abc') {
        live.text += letter
        yield live
      }
    }
    const body = encode('ndjson', [{ data: '{}' }, { data: '{}' }])
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer: Delivered = { status: 200, headers, reads: body, end: 'clean' }
    const seen: string[] = []
    for await (const payload of payloadsOf(answer, newPlayback(), signal, growing())) {
      expect(payload).toBe(live)
      seen.push(live.text)
    }
    expect(seen).toEqual(['a', 'ab'])
  })
})
