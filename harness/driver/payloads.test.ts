import { describe, expect, it } from 'vitest'
import { encode } from '../wire/framing/framing.ts'
import type { EventDraft, Framing } from '../wire/wire.ts'
import { payloadsOf, withLiveObjects } from './payloads.ts'

const types: Partial<Record<Framing, string>> = {
  eventstream: 'application/vnd.amazon.eventstream',
  ndjson: 'application/x-ndjson',
}

/** An answer whose body stays open behind its reads. */
function openAnswer(framing: Framing, drafts: readonly EventDraft[]): Response {
  const reads = encode(framing, drafts).map((read) => new Uint8Array(read))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const read = reads.shift()
      if (read) controller.enqueue(read)
      else return new Promise<void>(() => {})
      return undefined
    },
  })
  return new Response(body, { headers: { 'content-type': types[framing] ?? 'text/event-stream' } })
}

async function first(count: number, payloads: AsyncIterator<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  while (found.length < count) found.push((await payloads.next()).value)
  return found
}

describe('payloadsOf', () => {
  it.each(['sse', 'ndjson'] as const)('gives events of %s as they come', async (framing) => {
    const answer = openAnswer(framing, [{ data: '{"a":1}' }, { data: '{"a":2}' }])
    expect(await first(2, payloadsOf(answer))).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('gives messages of an eventstream under their names, exceptions and errors too', async () => {
    const answer = openAnswer('eventstream', [
      { event: 'messageStart', data: '{"role":"assistant"}' },
      { event: 'throttlingException', data: '{"message":"slow"}', messageType: 'exception' },
      { event: 'InternalError', data: 'broken', messageType: 'error' },
    ])
    expect(await first(3, payloadsOf(answer))).toEqual([
      { messageStart: { role: 'assistant' } },
      { throttlingException: { message: 'slow' } },
      { InternalError: { message: 'broken' } },
    ])
  })

  it('leaves [DONE] out and throws at an event that is not JSON', async () => {
    const payloads = payloadsOf(openAnswer('sse', [{ data: '[DONE]' }, { data: '{"a' }]))
    await expect(payloads.next()).rejects.toThrow(SyntaxError)
  })
})

describe('withLiveObjects', () => {
  it('puts the objects in place of the payloads, as many as came, each when it is asked for', async () => {
    const live = { text: '' }
    function* growing() {
      for (const letter of 'abc') {
        live.text += letter
        yield live
      }
    }
    const body = encode('ndjson', [{ data: '{}' }, { data: '{}' }])
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = new Response(new Uint8Array(Buffer.concat(body)), { headers })
    const seen: string[] = []
    for await (const payload of withLiveObjects(payloadsOf(answer), growing())) {
      expect(payload).toBe(live)
      seen.push(live.text)
    }
    expect(seen).toEqual(['a', 'ab'])
  })
})
