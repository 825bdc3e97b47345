import { describe, expect, test } from 'vitest'
import { cutAfterEvent } from '../replay/cut.ts'
import { oneChunk, perEvent } from '../replay/rechunk.ts'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import type { Part } from '../trace/part.ts'
import { defineDriver } from './define-driver.ts'
import type { ConvertContext } from './driver.ts'
import { runDriver, serverTransport } from './run-driver.ts'

type Payload = { choices: { delta: { content?: string }; finish_reason: string | null }[] }

/** The smallest honest converter: text and a finish. */
function* toParts(payload: Payload): Iterable<Part> {
  const [choice] = payload.choices
  if (choice?.delta.content !== undefined) yield { type: 'text-delta', index: 0, text: choice.delta.content }
  if (choice?.finish_reason) yield { type: 'finish', reason: 'stop', raw: choice.finish_reason }
}

const declared = { name: 'small', version: '1', wires: ['openai-chat'] } as const
const recording = recordingOf(chatBody('Hel', 'lo'))
const limits = { hangMs: 50, maxParts: 1_000, maxCharacters: 1_000_000 }
const input = { wire: 'openai-chat', delivered: perEvent.apply(recording), limits } as const

const eventsDriver = defineDriver<Payload, undefined, 'events'>({
  ...declared,
  level: 'events',
  async *convert(payloads) {
    for await (const payload of payloads) yield payload as Payload
  },
  project: toParts,
})

describe('at level events', () => {
  test('parts come in order, each marked with the reads it took', async () => {
    const trace = await runDriver(eventsDriver, input)
    expect(trace.parts.map((part) => part.type)).toEqual(['text-delta', 'text-delta', 'finish'])
    expect(trace.marks.map(({ reads }) => reads)).toEqual([1, 2, 3])
    expect(trace.end).toEqual({ how: 'returned' })
    expect(trace.natives).toHaveLength(3)
  })

  test('a reset makes the payloads throw, and the default end reports it', async () => {
    const delivered = cutAfterEvent(1, 'reset').apply(recording)
    const trace = await runDriver(eventsDriver, { ...input, delivered })
    expect(trace.end).toEqual({
      how: 'threw',
      error: { phase: 'stream', name: 'TypeError', message: 'terminated' },
    })
    expect(trace.parts.at(-1)).toEqual({
      type: 'finish',
      reason: 'error',
      failure: { code: 'UNKNOWN', message: 'terminated' },
    })
  })

  test('an event that is not JSON makes the payloads throw', async () => {
    const delivered = oneChunk.apply(recordingOf('data: {oops\n\n'))
    const trace = await runDriver(eventsDriver, { ...input, delivered })
    expect(trace.end).toMatchObject({ how: 'threw', error: { phase: 'start', name: 'SyntaxError' } })
  })
})

const request = (context: ConvertContext) =>
  context.fetch(`${context.baseUrl}/v1/x`, { method: 'POST', body: '{"a":1}' })

describe('whatever a converter does, the run settles and says what it saw', () => {
  const run = (
    convert: (context: ConvertContext) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>,
  ) =>
    runDriver(
      defineDriver<unknown, undefined, 'http'>({
        ...declared,
        level: 'http',
        convert,
        *project(event) {
          yield { type: 'text-delta', index: 0, text: String(event) }
        },
      }),
      input,
    )

  test('one that throws before its first event', async () => {
    const trace = await run(() => Promise.reject(new RangeError('no')))
    expect(trace.end).toEqual({ how: 'threw', error: { phase: 'start', name: 'RangeError', message: 'no' } })
  })

  test('one that throws something that is no error', async () => {
    const trace = await run(async function* () {
      yield 'a'
      throw 'just text' as unknown
    })
    expect(trace.end).toEqual({
      how: 'threw',
      error: { phase: 'stream', name: 'string', message: 'just text' },
    })
  })

  test.each([
    ['an object without a text', Object.create(null), 'object'],
    [
      'an object whose fields throw',
      Object.defineProperty(new Error('no'), 'message', {
        get() {
          throw new Error('unreadable')
        },
      }),
      'Error',
    ],
  ])('one that throws %s', async (_what, thrown: unknown, name) => {
    const trace = await run(() => Promise.reject(thrown))
    const message = 'a value that cannot be read'
    expect(trace.end).toEqual({ how: 'threw', error: { phase: 'start', name, message } })
  })

  test('one that never ends', async () => {
    const trace = await run(async function* () {
      yield 'a'
      await new Promise(() => {})
    })
    expect(trace.end).toEqual({ how: 'hung', afterMs: 50 })
    expect(trace.parts).toHaveLength(1)
  })

  test('one that floods', async () => {
    const trace = await run(async function* () {
      for (;;) yield 'a'
    })
    expect(trace.end).toMatchObject({ how: 'flooded' })
    expect(trace.parts.length).toBeLessThanOrEqual(limits.maxParts + 1)
  })

  test('one that drops a rejection', async () => {
    const trace = await run(async function* () {
      void Promise.reject(new Error('dropped'))
      yield 'a'
    })
    expect(trace.rejections).toEqual(['Error: dropped'])
  })

  test('one that throws in a timer', async () => {
    const trace = await run(async function* () {
      setImmediate(() => {
        throw new TypeError('too late to catch')
      })
      yield 'a'
      await new Promise((resolve) => setImmediate(resolve))
    })
    expect(trace.rejections).toEqual(['uncaught TypeError: too late to catch'])
  })

  test('one that rejects with what cannot be read', async () => {
    const trace = await run(async function* () {
      void Promise.reject(Object.create(null))
      yield 'a'
    })
    expect(trace.rejections).toEqual(['a value that cannot be read'])
  })

  test('one whose text has no end', async () => {
    const trace = await run(async function* () {
      for (;;) yield 'a'.repeat(10_000)
    })
    expect(trace.end).toMatchObject({ how: 'flooded', parts: 101, characters: 1_010_000 })
  })

  test('one that changes its events after it gave them', async () => {
    const trace = await run(async function* () {
      const live = { toString: undefined, text: ['a'] }
      yield live
      live.text.push('b')
      yield live
    })
    expect(trace.natives).toEqual([
      { text: ['a'], toString: undefined },
      { text: ['a', 'b'], toString: undefined },
    ])
  })

  test('the request it sent is kept', async () => {
    const trace = await run(async function* (context) {
      yield (await request(context)).status
    })
    expect(trace.requests).toMatchObject([{ method: 'POST', body: '{"a":1}' }])
  })

  test('a server stands in for a client that takes no fetch', async () => {
    const driver = defineDriver<number, undefined, 'http'>({
      ...declared,
      level: 'http',
      async *convert({ baseUrl }) {
        yield (await fetch(`${baseUrl}/v1/x`, { method: 'POST', body: '{}' })).status
      },
      *project(status) {
        yield { type: 'text-delta', index: 0, text: String(status) }
      },
    })
    const trace = await runDriver(driver, {
      ...input,
      limits: { hangMs: 5_000, maxParts: 10, maxCharacters: 1_000_000 },
      transport: serverTransport,
    })
    expect(trace.parts).toEqual([{ type: 'text-delta', index: 0, text: '200' }])
    expect(trace.requests).toHaveLength(1)
  })
})

test("a part of a wrong shape is the driver's fault, named with its field, and kept out", async () => {
  const driver = defineDriver<Payload, undefined, 'events'>({
    ...declared,
    level: 'events',
    convert: (payloads) => payloads as AsyncIterable<Payload>,
    *project() {
      yield { type: 'text-delta', index: -1, text: 'x' }
      throw new Error('projection broke')
    },
  })
  const trace = await runDriver(driver, input)
  expect(trace.parts).toEqual([])
  expect(trace.driverFaults[0]).toMatch(
    /`project` gave a part of a wrong shape \(index: .*\): \{"type":"text-delta"/,
  )
  expect(trace.driverFaults[1]).toBe('`project` threw projection broke')
})

describe('a hook never stops a run', () => {
  const driverWith = (hooks: object) =>
    defineDriver<Payload, unknown, 'events'>({
      ...declared,
      level: 'events',
      convert: (payloads) => payloads as AsyncIterable<Payload>,
      project: toParts,
      ...hooks,
    })

  test('`state` that throws what is no error is named', async () => {
    const state = () => {
      // oxlint-disable-next-line no-throw-literal, only-throw-error
      throw undefined
    }
    const trace = await runDriver(driverWith({ state }), input)
    expect(trace.driverFaults).toEqual(['`state` threw undefined'])
    expect(trace.parts).toHaveLength(3)
  })

  const endless = function* () {
    for (;;) yield { type: 'text-delta', index: 0, text: 'a' }
  }

  test.each(['project', 'end'])('`%s` that gives parts without end floods', async (hook) => {
    const trace = await runDriver(driverWith({ [hook]: endless }), input)
    expect(trace.end).toMatchObject({ how: 'flooded' })
    expect(trace.parts.length).toBeLessThanOrEqual(limits.maxParts + 1)
  })
})

test('state is made once per stream', async () => {
  const driver = defineDriver<Payload, { count: number }, 'events'>({
    ...declared,
    level: 'events',
    state: () => ({ count: 0 }),
    convert: (payloads) => payloads as AsyncIterable<Payload>,
    project(_event, state) {
      state.count += 1
      return []
    },
    *end(state, how) {
      yield { type: 'finish', reason: 'other', raw: `${how.how} after ${state.count}` }
    },
  })
  for (const _ of [1, 2]) {
    expect((await runDriver(driver, input)).parts).toEqual([
      { type: 'finish', reason: 'other', raw: 'returned after 3' },
    ])
  }
})

describe('a delivery that stalls', () => {
  const stalled = {
    ...input,
    delivered: cutAfterEvent(2, 'stall').apply(recording),
    limits: { hangMs: 5_000, maxParts: 10, maxCharacters: 1_000_000 },
  }

  test('tells what was out before the abort, and that the abort was honoured', async () => {
    const driver = defineDriver<Payload, undefined, 'bytes'>({
      ...declared,
      level: 'bytes',
      async *convert(response) {
        const decoder = new TextDecoder()
        for await (const read of response.body ?? []) {
          yield JSON.parse(decoder.decode(read, { stream: true }).slice('data: '.length)) as Payload
        }
      },
      project: toParts,
    })
    const trace = await runDriver(driver, stalled)
    expect(trace.end).toEqual({ how: 'aborted' })
    expect(trace.silence).toMatchObject({ parts: 2, upstreamClosed: true })
    expect(trace.parts.at(-1)).toEqual({ type: 'finish', reason: 'aborted' })
  })

  test('shows a converter that ignores the abort', async () => {
    const driver = defineDriver<Payload, undefined, 'http'>({
      ...declared,
      level: 'http',
      async *convert({ fetch, baseUrl }) {
        const response = await fetch(baseUrl)
        for await (const _ of response.body ?? []) yield { choices: [] }
      },
      project: () => [],
    })
    const trace = await runDriver(driver, stalled)
    expect(trace.end).toMatchObject({ how: 'hung' })
    expect(trace.silence).toEqual({ parts: 0, upstreamClosed: false })
  })
})

test('a converter that says no block starts gets them from its first deltas', async () => {
  const driver = defineDriver<Payload, undefined, 'events'>({
    ...declared,
    level: 'events',
    capabilities: { blockStarts: false },
    convert: (payloads) => payloads as AsyncIterable<Payload>,
    project: toParts,
  })
  const { parts, marks } = await runDriver(driver, input)
  expect(parts.map(({ type }) => type)).toEqual(['block-start', 'text-delta', 'text-delta', 'finish'])
  expect(parts[0]).toEqual({ type: 'block-start', index: 0, kind: 'text' })
  expect(marks).toHaveLength(4)
})
