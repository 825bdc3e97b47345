import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frame } from '../../wire/framing/framing.ts'
import { changeBytes, byteChanges } from '../../wire/mangle-body.ts'
import { createBodyRedactor, holdBackWindow } from './body-redactor.ts'
import { createFinder } from './finder.ts'
import { isPlaceholder } from './placeholder.ts'
import { shapedSecret } from './testing/secrets.ts'
import { bytePieces, cuts, textPieces } from './testing/split.ts'
import { streamBody, streamShapes, type StreamShape, type Told } from './testing/streams.ts'

const credential = 'q7Xw"zz+9/secretCredential'
const finder = createFinder([credential])

type Side = 'request' | 'response'

function redact(pieces: readonly Uint8Array[], contentType?: string, side: Side = 'response') {
  const found: string[] = []
  const redactor = createBodyRedactor({ finder, side, contentType, onSecret: (rule) => found.push(rule) })
  let [fed, given, lag] = [0, 0, 0]
  const out: Uint8Array[] = []
  for (const piece of pieces) {
    const copy = new Uint8Array(piece)
    out.push(redactor.feed(copy))
    copy.fill(0)
    fed += piece.length
    given += out.at(-1)?.length ?? 0
    lag = Math.max(lag, fed - given)
  }
  out.push(redactor.end())
  return { body: new Uint8Array(Buffer.concat(out)), found, lag }
}

const text = (body: Uint8Array) => Buffer.from(body).toString('utf8')

const shape = fc.constantFrom(...Object.values(streamShapes))
const told = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), shapedSecret, fc.constant(credential)), {
    maxLength: 5,
  })
  .map((parts) => parts.join(' '))
const body = fc
  .record({ shape, kind: fc.constantFrom<Told>('text', 'arguments'), told, textCuts: cuts })
  .map(({ shape, kind, told, textCuts }) => ({
    shape,
    bytes: streamBody(shape, kind, textPieces(told, textCuts)),
  }))

describe('a body redacted as it comes', () => {
  test('equals the body redacted whole, however the bytes are pushed', () => {
    fc.assert(
      fc.property(body, cuts, ({ shape, bytes }, pushes) => {
        const whole = redact([bytes], shape.contentType)
        const pieces = redact(bytePieces(bytes, pushes), shape.contentType)
        expect(text(pieces.body)).toBe(text(whole.body))
        expect(pieces.found).toEqual(whole.found)
      }),
      { numRuns: 300 },
    )
  })

  test('so does a body that was mangled, whatever its content type says', () => {
    const types = fc.constantFrom(
      undefined,
      'text/event-stream',
      'application/json',
      'application/vnd.amazon.eventstream',
    )
    fc.assert(
      fc.property(
        body,
        byteChanges,
        types,
        cuts,
        fc.constantFrom<Side>('request', 'response'),
        (drawn, changes, type, pushes, side) => {
          const bytes = changeBytes(drawn.bytes, changes)
          const whole = redact([bytes], type, side)
          expect(whole.body.length).toBe(bytes.length)
          expect(text(redact(bytePieces(bytes, pushes), type, side).body)).toBe(text(whole.body))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('pushed byte by byte, too', () => {
    for (const shape of Object.values(streamShapes)) {
      const bytes = streamBody(
        shape,
        'text',
        textPieces(`it is ${credential}, ghp_${'a1'.repeat(20)}.`, [0.2, 0.4, 0.5]),
      )
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
      expect(redact(single, shape.contentType).body).toEqual(redact([bytes], shape.contentType).body)
    }
  })

  test('redacted again stays as it is', () => {
    fc.assert(
      fc.property(body, ({ shape, bytes }) => {
        const once = redact([bytes], shape.contentType).body
        const twice = redact([once], shape.contentType)
        expect(twice.found).toEqual([])
        expect(text(twice.body)).toBe(text(once))
      }),
      { numRuns: 200 },
    )
  })

  test('keeps every event where it was, and its JSON readable', () => {
    fc.assert(
      fc.property(body, ({ shape, bytes }) => {
        const before = frame(shape.framing, bytes)
        const after = frame(shape.framing, redact([bytes], shape.contentType).body)
        const places = (events: typeof before) =>
          events.map(({ start, end, event, damage, payload }) => ({
            start,
            end,
            event,
            damage,
            is: typeof payload,
          }))
        expect(places(after)).toEqual(places(before))
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is held back', () => {
  const chunked = (bytes: Uint8Array, size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, k) => bytes.subarray(k * size, (k + 1) * size))
  const chat = streamShapes['openai-chat'] as StreamShape

  test('is a few events of ordinary prose', () => {
    const words = Array.from(
      { length: 2000 },
      (_, k) => ['the ', 'tasks', ' of ', 'a ', 'bearer', ' are'][k % 6] ?? '',
    )
    const bytes = streamBody(chat, 'text', words)
    expect(redact(chunked(bytes, 50), chat.contentType).lag).toBeLessThan(8 * 1024)
  })

  test('is bounded where a secret never ends', () => {
    const bytes = streamBody(
      chat,
      'text',
      Array.from({ length: 3000 }, () => 'sk-abc1'),
    )
    const { lag, body } = redact(chunked(bytes, 4096), chat.contentType)
    expect(body.length).toBe(bytes.length)
    expect(lag).toBeLessThan(300 * 1024)
    expect(holdBackWindow).toBeLessThan(17 * 1024 * 1024)
  })

  test('is bounded for text without any line end', () => {
    const bytes = new Uint8Array(Buffer.from('-----BEGIN '.repeat(50_000)))
    expect(redact(chunked(bytes, 5000), 'text/plain').lag).toBeLessThan(300 * 1024)
  })

  test('does not wait for a text that nothing continues', () => {
    const first = streamBody(chat, 'text', ['ends in sk-'])
    const other = streamBody(
      streamShapes['anthropic-messages'] as StreamShape,
      'text',
      Array.from({ length: 400 }, () => 'a. '),
    )
    expect(redact(chunked(Buffer.concat([first, other]), 100), chat.contentType).lag).toBeLessThan(16 * 1024)
  })
})

describe('one secret', () => {
  const key = `sk-ant-api03-${'aB3_'.repeat(20)}AA`
  const chat = streamShapes['openai-chat'] as StreamShape
  const toldBy = (shape: StreamShape, bytes: Uint8Array) =>
    frame(shape.framing, bytes)
      .map((event) => shape.piece(event.payload))
      .join('')

  test('in one-character deltas is replaced letter by letter', () => {
    for (const shape of Object.values(streamShapes)) {
      const { body, found } = redact(
        [streamBody(shape, 'text', Array.from(`Key: ${key}.`))],
        shape.contentType,
      )
      const said = toldBy(shape, body)
      expect(said.slice(0, 5)).toBe('Key: ')
      expect(isPlaceholder(said.slice(5, -1))).toBe(true)
      expect(said.length).toBe(key.length + 6)
      expect(new Set(found)).toEqual(new Set(['anthropic-key']))
    }
  })

  test('split inside an escape of the arguments is found', () => {
    const escaped = Array.from(key, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
      '',
    )
    const pieces = `{"key":"${escaped}"}`.match(/.{1,4}/g) ?? []
    const bytes = streamBody(chat, 'arguments', pieces)
    const { body } = redact([bytes], chat.contentType)
    const said = toldBy(chat, body)
    expect(said).toMatch(/^\{"key":"[A-Z]+"\}$/)
    expect(body.length).toBe(bytes.length)
  })

  test('that only its middle tells leaves fewer than eight characters, escaped or not', () => {
    const azure = `${'h2J5gX1e'.repeat(6)}ab1cJQQJ9${'o6ElwGn'.repeat(4).slice(1)}`
    const escaped = Array.from(azure, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('')
    for (const written of [azure, escaped]) {
      for (const size of [1, 3, 7, 30]) {
        const pieces = `{"k":"${written}"}`.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
        const { body } = redact([streamBody(chat, 'arguments', pieces)], chat.contentType)
        const value = toldBy(chat, body).slice(6, -2)
        const left = value.replace(/[A-Z]+$/, '').length / (written === azure ? 1 : 6)
        expect(left).toBeLessThan(8)
      }
    }
  })

  test('of a stream that breaks off in the middle of it is found in what came', () => {
    for (const shape of [chat, streamShapes['anthropic-messages'] as StreamShape]) {
      const bytes = streamBody(shape, 'text', textPieces(`is ${key}`, [0.3, 0.5, 0.7]))
      const at = Buffer.from(bytes).lastIndexOf(key.slice(-8))
      const { body } = redact([bytes.subarray(0, at + 5)], shape.contentType)
      expect(text(body)).not.toContain(key.slice(-8, -3))
    }
  })

  test('of two blocks that alternate is not mixed up', () => {
    const events = Array.from(key, (char, k) => [
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: char } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'word '[k % 5] } },
    ]).flat()
    const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    const { body } = redact([new Uint8Array(bytes)], 'text/event-stream')
    const block = (index: number) =>
      frame('sse', body)
        .map(({ payload }) => payload as { index: number; delta: { text: string } })
        .filter((payload) => payload.index === index)
        .map(({ delta }) => delta.text)
        .join('')
    expect(isPlaceholder(block(0))).toBe(true)
    expect(block(1)).toBe('word '.repeat(30).slice(0, key.length))
  })

  test('whose first piece stands in the start of its block is found', () => {
    const events = [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: key.slice(0, 9) } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: key.slice(9) } },
    ]
    const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    expect(text(redact([new Uint8Array(bytes)], 'text/event-stream').body)).not.toContain(key.slice(9))
  })
})
