import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framings, type EventDraft, type WireEvent } from '../wire.ts'
import { createSseFramer, encodeSse, frameSse } from './sse.ts'
import { detectFraming, encode, eventBorders, frame } from './framing.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const concat = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces))
const dataOf = (events: readonly WireEvent[]) => events.map((event) => event.data)

const unicode = fc.string({ unit: 'grapheme', maxLength: 12 })
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value))
const object = fc.dictionary(unicode, fc.jsonValue({ maxDepth: 1 })).map((value) => JSON.stringify(value))
const eventName = fc.stringMatching(/^[a-z][a-z.]{0,8}$/)
const draft: fc.Arbitrary<EventDraft> = fc.record(
  { event: eventName, data: fc.oneof(json, fc.constant('[DONE]')) },
  { requiredKeys: ['data'] },
)

/** Cuts a body at random places, empty pieces included. */
const pieces = (body: Uint8Array) =>
  fc.array(fc.nat(body.length), { maxLength: 30 }).map((cuts) => {
    const borders = [0, ...cuts.sort((a, b) => a - b), body.length]
    return borders.slice(1).map((to, index) => body.slice(borders[index], to))
  })

function pushAll(parts: readonly Uint8Array[]): WireEvent[] {
  const framer = createSseFramer()
  const events = parts.flatMap((part) => framer.push(part))
  return [...events, ...framer.end()]
}

describe('sse', () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  const messy = fc
    .array(
      fc.oneof(
        draft.map((one) => `${one.event === undefined ? '' : `event: ${one.event}\n`}data: ${one.data}\n\n`),
        fc.constantFrom(
          ': ping\n',
          ':\n\n',
          'id: 7\n',
          'retry: 10\n',
          '\n',
          'data\n\n',
          'data:x\ndata: y\n\n',
          'da',
        ),
        unicode,
      ),
      { maxLength: 8 },
    )
    .chain((texts) => lineEnd.map((end) => texts.join('').replaceAll('\n', end)))

  it('gives the same events and ranges however the bytes are pushed', () => {
    fc.assert(
      fc.property(
        messy.chain((text) => fc.tuple(fc.constant(bytes(text)), pieces(bytes(text)))),
        ([body, parts]) => {
          expect(pushAll(parts)).toEqual(frameSse(body))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('hands out a JSON object that stands between events, marked as damage', () => {
    const body = 'data: 1\n\n{\n  "error": {"code": 503}\n}\n\ndata: 2\n\nunknown: field\n\n'
    const events = frameSse(bytes(body))
    expect(events.map(({ damage }) => damage !== undefined)).toEqual([false, true, false])
    expect(events[1]).toMatchObject({ index: 1, payload: { error: { code: 503 } }, start: 9, end: 39 })
  })

  it('does not depend on the contents of a pushed buffer after the push', () => {
    const framer = createSseFramer()
    const shared = bytes('data: hel')
    framer.push(shared)
    shared.fill(0)
    expect(dataOf(framer.push(bytes('lo\n\n')))).toEqual(['hello'])
  })

  it('gives the same data under LF, CRLF, CR, BOM, comments and split data lines', () => {
    fc.assert(
      fc.property(fc.array(draft), lineEnd, fc.boolean(), fc.boolean(), (drafts, end, bom, comments) => {
        const plain = encodeSse(drafts).map((piece) => new TextDecoder().decode(piece))
        const noisy = plain.map((text) => (comments ? `: keep-alive\n\n: x\n${text}` : text)).join('')
        const body = bytes((bom ? '\uFEFF' : '') + noisy.replaceAll('\n', end))
        const events = frameSse(body)
        expect(dataOf(events)).toEqual(drafts.map((one) => one.data))
        expect(events.map((event) => event.event)).toEqual(drafts.map((one) => one.event))
      }),
    )
  })

  it('joins data lines with LF', () => {
    expect(frameSse(bytes('data: {"a":\ndata: 1}\n\n'))).toMatchObject([
      { data: '{"a":\n1}', payload: { a: 1 } },
    ])
  })

  it('hands out an event at the CR of its blank line without waiting for an LF', () => {
    const framer = createSseFramer()
    expect(dataOf(framer.push(bytes('data: a\r\r')))).toEqual(['a'])
    expect(dataOf(framer.push(bytes('\ndata: b\r\n\r')))).toEqual(['b'])
    expect(framer.end()).toEqual([])
  })

  it('keeps the last event without a blank line, marked as not terminated', () => {
    expect(frameSse(bytes('data: 1\n\ndata: {"a":'))).toEqual([
      { index: 0, data: '1', payload: 1, start: 0, end: 9, terminated: true },
      { index: 1, data: '{"a":', start: 9, end: 20, terminated: false },
    ])
    expect(frameSse(bytes('data: 1\n'))).toMatchObject([{ data: '1', end: 8, terminated: false }])
    expect(frameSse(bytes('data: 1\r\r'))).toMatchObject([{ data: '1', end: 9, terminated: true }])
  })

  it('gives ranges that start at the first field and end after the blank line', () => {
    expect(frameSse(bytes(': ping\n\nevent: x\r\ndata: é\r\n\r\n'))).toMatchObject([
      { event: 'x', data: 'é', start: 8, end: 30 },
    ])
  })

  it('keeps U+2028 and U+0085 inside a line', () => {
    expect(dataOf(frameSse(bytes('data: a\u2028b\u0085c\n\n')))).toEqual(['a\u2028b\u0085c'])
  })

  it('does not carry an unfinished character over a line end', () => {
    const body = concat([bytes('data: a'), Uint8Array.of(0xe2, 0x82), bytes('\n\ndata: b\n\n')])
    expect(dataOf(frameSse(body))).toEqual(['a\uFFFD', 'b'])
  })
})

describe('encode and frame', () => {
  it.each(['sse', 'ndjson', 'json-array'] as const)('%s gives the drafts back', (framing) => {
    const data = framing === 'sse' ? json : object
    fc.assert(
      fc.property(fc.array(data), (texts) => {
        const events = frame(
          framing,
          concat(
            encode(
              framing,
              texts.map((text) => ({ data: text })),
            ),
          ),
        )
        expect(dataOf(events)).toEqual(texts)
        expect(events.every((event) => event.terminated && event.damage === undefined)).toBe(true)
        expect(events.map((event) => event.payload)).toEqual(texts.map((text) => JSON.parse(text) as unknown))
      }),
    )
  })

  it('eventstream gives names, message types and data back', () => {
    const message = fc.record(
      { event: eventName, data: json, messageType: fc.constantFrom('event', 'exception', 'error') },
      { requiredKeys: ['event', 'data', 'messageType'] },
    )
    fc.assert(
      fc.property(fc.array(message), (drafts) => {
        const events = frame('eventstream', concat(encode('eventstream', drafts)))
        expect(events.map(({ event, data, messageType }) => ({ event, data, messageType }))).toEqual(drafts)
      }),
    )
  })

  it('ends events where the writer ended them', () => {
    for (const framing of ['sse', 'ndjson', 'eventstream'] as const) {
      const parts = encode(framing, [{ data: '{"a":1}' }, { data: '{"b":"é"}' }])
      const first = parts[0]?.length ?? 0
      expect(eventBorders(framing, concat(parts))).toEqual([first, concat(parts).length])
    }
  })

  it('never throws or loops on mutated bodies', () => {
    const mutation = fc.record({ at: fc.nat(400), cut: fc.nat(5), insert: fc.uint8Array({ maxLength: 4 }) })
    fc.assert(
      fc.property(
        fc.constantFrom(...framings),
        fc.array(object),
        fc.array(mutation),
        (framing, texts, mutations) => {
          const body = concat(
            encode(
              framing,
              texts.map((text) => ({ data: text })),
            ),
          )
          const broken = mutations.reduce(
            (left, { at, cut, insert }) => concat([left.slice(0, at), insert, left.slice(at + cut)]),
            body,
          )
          for (const event of frame(framing, broken)) {
            expect(event.end).toBeGreaterThan(event.start)
            expect(event.end).toBeLessThanOrEqual(broken.length)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('ndjson', () => {
  it('splits on LF only and keeps an unfinished last line', () => {
    const body = bytes('{"a":"\u2028"}\r\n\n{"b":')
    expect(frame('ndjson', body)).toMatchObject([
      { data: '{"a":"\u2028"}', payload: { a: '\u2028' }, terminated: true },
      { data: '{"b":', terminated: false },
    ])
    expect(frame('ndjson', body)[1]).not.toHaveProperty('payload')
  })
})

describe('json-array', () => {
  it('is not misled by brackets, commas and quotes inside strings', () => {
    const events = frame('json-array', bytes('[{"a":"]},{\\"[\\\\"}\n,\r\n{"b":[{"c":1}]}]'))
    expect(events.map((event) => event.payload)).toEqual([{ a: ']},{"[\\' }, { b: [{ c: 1 }] }])
  })

  it('keeps a cut element, marked as not terminated', () => {
    expect(frame('json-array', bytes('[{"a":1},\n{"b":"x'))).toMatchObject([
      { data: '{"a":1}', start: 1, end: 8, terminated: true },
      { data: '{"b":"x', terminated: false },
    ])
  })

  it('takes a lone object, as an error answers, for one element', () => {
    expect(frame('json-array', bytes('{"error":{}}\n'))).toMatchObject([
      { payload: { error: {} }, terminated: true },
    ])
  })

  it('marks what is not JSON', () => {
    expect(frame('json-array', bytes('[{"a":1},}oops]'))[1]).toMatchObject({ damage: expect.any(String) })
  })
})

describe('eventstream', () => {
  const parts = encode('eventstream', [
    { event: 'messageStart', data: '{"role":"assistant"}' },
    { event: 'messageStop', data: '{"stopReason":"end_turn"}' },
  ])
  const body = concat(parts)
  const first = parts[0]?.length ?? 0

  it('marks a message with a wrong checksum and goes on after it', () => {
    const bad = body.slice()
    bad[first - 6] = 0x21
    const events = frame('eventstream', bad)
    expect(events).toMatchObject([
      { damage: expect.stringContaining('checksum'), start: 0, end: first },
      { event: 'messageStop' },
    ])
    expect(events[1]).not.toHaveProperty('damage')
  })

  it('gives the rest of the body as one damaged event after a wrong prelude', () => {
    const bad = body.slice()
    bad[3] = (bad[3] ?? 0) ^ 1
    expect(frame('eventstream', bad)).toMatchObject([
      { damage: expect.stringContaining('prelude'), start: 0, end: body.length, terminated: false },
    ])
  })

  it('says where a cut body was cut', () => {
    expect(frame('eventstream', body.subarray(0, first + 5))[1]).toMatchObject({
      damage: expect.stringContaining('5 of the 12'),
      terminated: false,
    })
    expect(frame('eventstream', body.subarray(0, body.length - 1))[1]).toMatchObject({ terminated: false })
  })
})

describe('detectFraming', () => {
  it.each([
    ['data: {}\n\n', undefined, 'sse'],
    [': OPENROUTER\n\n', 'application/json', 'sse'],
    ['\uFEFF\nevent: x\n', undefined, 'sse'],
    ['{"a":1}\n{"a":2}\n', 'application/json; charset=utf-8', 'ndjson'],
    ['[{"a":1}]', 'application/json', 'json-array'],
    ['{\n "a": 1\n}', 'application/json', undefined],
    ['', undefined, undefined],
    ['<html>', 'text/html', undefined],
    ['', 'Text/Event-Stream; charset=utf-8', 'sse'],
  ] as const)('%j as %s is %s', (text, contentType, expected) => {
    expect(detectFraming(bytes(text), contentType)).toBe(expected)
  })

  it('knows an eventstream by the checksum of its prelude', () => {
    expect(detectFraming(concat(encode('eventstream', [{ data: '{}' }])))).toBe('eventstream')
  })
})
