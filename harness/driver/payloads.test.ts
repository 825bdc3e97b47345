import { expect, test } from 'vitest'
import { payloadsOf, withLiveObjects } from './payloads.ts'

const encoder = new TextEncoder()

function lines(...reads: string[]): { response: Response; taken: () => number } {
  let next = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const read = reads[next++]
        if (read === undefined) controller.close()
        else controller.enqueue(encoder.encode(read))
      },
    },
    { highWaterMark: 0 },
  )
  return {
    response: new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }),
    taken: () => next,
  }
}

test('a line of NDJSON is handed out with the read that ends it', async () => {
  const { response, taken } = lines('{"a":', '1}\n{"b":2}\n', '{"c":3}')
  const payloads = payloadsOf(response)
  expect(await payloads.next()).toEqual({ done: false, value: { a: 1 } })
  expect(taken()).toBe(2)
  expect(await Array.fromAsync(payloads)).toEqual([{ b: 2 }, { c: 3 }])
})

test('a line of NDJSON that was cut makes the payloads throw', async () => {
  await expect(Array.fromAsync(payloadsOf(lines('{"a":1}\n{"b"').response))).rejects.toThrow(SyntaxError)
})

test('live objects stand in place of the payloads, as many as came', async () => {
  const live = { text: '' }
  function* growing() {
    for (const letter of 'abc') {
      live.text += letter
      yield live
    }
  }
  const seen: unknown[] = []
  for await (const payload of withLiveObjects(payloadsOf(lines('{}\n{}\n').response), growing())) {
    expect(payload).toBe(live)
    seen.push(live.text)
  }
  expect(seen).toEqual(['a', 'ab'])
})
