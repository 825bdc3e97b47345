import * as fc from 'fast-check'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frame } from '../../wire/framing/framing.ts'
import { exampleRecording } from '../example.ts'
import type { Recording } from '../format.ts'
import { readRecording } from '../read.ts'
import { writeRecording } from '../write.ts'
import { redactRecording } from './redactor.ts'
import { plainCredential, shapedSecret } from './testing/secrets.ts'
import { cuts, textPieces } from './testing/split.ts'
import { streamBody, streamShapes, type StreamShape, type Told } from './testing/streams.ts'

const recordingsOfEachKind = 32
const prose = fc.constantFrom('', 'Your key is ', 'Grüße 🙂 – "', 'export KEY=\n', '{"a": "b\\c"} ')

/** JSON text of arguments that hold the secret, some of its characters written as escapes. */
function argumentsOf(secret: string, escapes: readonly boolean[]): string {
  const written = Array.from(JSON.stringify(secret).slice(1, -1), (char, k) =>
    escapes[k % escapes.length] === true && /[A-Za-z0-9]/.test(char)
      ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
      : char,
  ).join('')
  // An escape of a backslash must not become one of another character.
  return `{"note": "é", "value": "${secret.includes('\\') ? JSON.stringify(secret).slice(1, -1) : written}"}`
}

type Planted = { shape: StreamShape; told: Told; recording: Recording; secrets: string[] }

const planted = (shape: StreamShape): fc.Arbitrary<Planted> =>
  fc
    .record({
      told: fc.constantFrom<Told>('text', 'arguments'),
      credential: plainCredential,
      query: plainCredential,
      cookie: fc.stringMatching(/^[A-Za-z0-9]{12,30}$/),
      inRequest: shapedSecret,
      inStream: shapedSecret,
      inAnswer: shapedSecret,
      before: prose,
      escapes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
      cuts,
      doesEcho: fc.boolean(),
    })
    .map((drawn) => plant(shape, drawn))

type Drawn = {
  told: Told
  credential: string
  query: string
  cookie: string
  inRequest: string
  inStream: string
  inAnswer: string
  before: string
  escapes: boolean[]
  cuts: number[]
  doesEcho: boolean
}

function plant(shape: StreamShape, drawn: Drawn): Planted {
  const echoed = drawn.doesEcho ? drawn.credential : drawn.inStream
  const toldText =
    drawn.told === 'text' ? `${drawn.before} ${echoed} – and so on.` : argumentsOf(echoed, drawn.escapes)
  const body = streamBody(shape, drawn.told, textPieces(toldText, drawn.cuts))
  const request = {
    model: 'm-1',
    messages: [
      { role: 'user', content: `${drawn.before} ${drawn.inRequest}, ${drawn.query}` },
      {
        role: 'tool',
        content: JSON.stringify({ token: drawn.credential, deep: JSON.stringify(drawn.cookie) }),
      },
      { role: 'user', content: Buffer.from(`user:${drawn.credential}!`).toString('base64') },
    ],
  }
  const recording = exampleRecording({
    request: {
      method: 'POST',
      url: `https://api.example.com/v1/x?alt=sse&key=${encodeURIComponent(drawn.query)}`,
      headers: {
        authorization: `Bearer ${drawn.credential}`,
        cookie: `sid=${drawn.cookie}; theme=dark`,
        'content-type': 'application/json',
        'user-agent': `tool/1 ${drawn.inRequest}`,
      },
      body: new TextEncoder().encode(JSON.stringify(request)),
    },
    response: {
      status: 200,
      headers: {
        'content-type': shape.contentType,
        'x-request-id': `req-${drawn.inAnswer}`,
        'openai-organization': drawn.inAnswer,
      },
      body,
      chunks: [[body.length, 1]],
    },
    end: { how: 'reset', reason: `https://api.example.com/v1/x?key=${drawn.query} reset` },
  })
  const secrets = [drawn.credential, drawn.query, drawn.cookie, drawn.inRequest, echoed, drawn.inAnswer]
  return { shape, told: drawn.told, recording, secrets }
}

/** What would still help somebody: any twelve characters in a row. */
function partsOf(secret: string): string[] {
  return Array.from({ length: secret.length - 11 }, (_, k) => secret.slice(k, k + 12))
}

/** Every way a person could read the secret in a stored file. */
function readings(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('utf8')
  const readable = [
    text,
    text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  ]
  return [...readable, ...readable.map((one) => one.replaceAll('\\\\', '\\').replaceAll('\\"', '"'))]
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planted-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('of 1,000 planted secrets none reaches the disk, and every recording stays readable', () => {
  const counted = { secrets: 0 }
  test.each(Object.entries(streamShapes))('%s', async (name, shape) => {
    const drawn = fc.sample(planted(shape), { numRuns: recordingsOfEachKind, seed: 4 })
    for (const [k, { recording, secrets }] of drawn.entries()) {
      const parts = secrets.flatMap(partsOf)
      const at = join(folder, name.replaceAll(' ', '-'), String(k))
      const before = structuredClone(recording)
      await writeRecording(at, redactRecording(recording))
      expect(recording).toEqual(before)
      for (const file of await readdir(at)) {
        for (const text of readings(await readFile(join(at, file)))) {
          expect(
            parts.find((part) => text.includes(part)),
            file,
          ).toBeUndefined()
        }
      }
      const stored = await readRecording(at)
      expect(stored.response?.body.length).toBe(recording.response?.body.length)
      expect(stored.request.body?.length).toBe(recording.request.body?.length)
      expect(stored.response?.chunks).toEqual(recording.response?.chunks)
      const was = frame(shape.framing, recording.response?.body ?? new Uint8Array())
      const is = frame(shape.framing, stored.response?.body ?? new Uint8Array())
      expect(
        is.map(({ start, end, event, damage, terminated }) => ({ start, end, event, damage, terminated })),
      ).toEqual(
        was.map(({ start, end, event, damage, terminated }) => ({ start, end, event, damage, terminated })),
      )
      expect(is.map((event) => typeof event.payload)).toEqual(was.map((event) => typeof event.payload))
      const told = is.map((event) => shape.piece(event.payload)).join('')
      for (const text of readings(Buffer.from(told))) {
        expect(
          parts.find((part) => text.includes(part)),
          'the joined text',
        ).toBeUndefined()
      }
      counted.secrets += secrets.length
    }
  })
  test('the count', () => {
    expect(counted.secrets).toBeGreaterThanOrEqual(1000)
  })
})
