import * as fc from 'fast-check'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRecording } from '../example.ts'
import type { Recording } from '../format.ts'
import { foreignFile } from '../import/foreign-file.ts'
import { importFile } from '../import/importers.ts'
import { toBodyFiles } from './bodies.ts'
import { toHar } from './har.ts'
import { toMswModule } from './msw.ts'

const body = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => new Uint8Array(Buffer.from(text))),
  fc
    .constantFrom('', '["aGk=","aGk="]', '\uFEFFdata: {}\n\n', '{"a":1}')
    .map((text) => new Uint8Array(Buffer.from(text))),
)
const headers = fc.dictionary(fc.stringMatching(/^[a-zA-Z][a-z-]{0,9}$/), fc.string(), { maxKeys: 4 })
const slug = fc.stringMatching(/^[a-z0-9-]{1,12}$/)

const response = fc
  .record(
    {
      status: fc.integer({ min: 100, max: 599 }),
      headers,
      body,
      decoded: fc.constantFrom('gzip', 'br'),
      times: fc.array(
        fc.double({ min: 0, max: 1e6, noNaN: true }).map((time) => time + 0),
        { minLength: 1, maxLength: 4 },
      ),
    },
    { requiredKeys: ['status', 'headers', 'body', 'times'] },
  )
  .map(({ times, ...rest }) => {
    const piece = Math.floor(rest.body.length / times.length)
    const last = rest.body.length - piece * (times.length - 1)
    return {
      ...rest,
      chunks: times.map((time, k): [number, number] => [k < times.length - 1 ? piece : last, time]),
    }
  })

const recording: fc.Arbitrary<Recording> = fc
  .record(
    {
      wire: fc.constantFrom('openai-chat' as const, 'bedrock-converse' as const),
      title: fc.string(),
      request: fc.record(
        {
          method: fc.constantFrom('POST', 'GET'),
          url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()),
          headers,
          body,
        },
        { requiredKeys: ['method', 'url', 'headers'] },
      ),
      response,
      how: fc.constantFrom('complete', 'premature-end', 'client-cancel', 'timeout', 'killed'),
      borders: fc.constantFrom('wire', 'client', 'unknown'),
      framing: fc.constantFrom('captured', 'synthesised'),
      provenance: fc.oneof(
        fc.record({
          kind: fc.constant('captured'),
          from: fc.string(),
          tool: fc.string(),
          at: fc.constant('2026-01-02T03:04:05.678Z'),
        }),
        fc.record({ kind: fc.constant('imported'), format: slug, source: fc.string() }),
      ),
      redactions: fc.array(
        fc.record({ rule: slug, place: fc.string(), count: fc.integer({ min: 1, max: 9 }) }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['request', 'how', 'borders', 'framing', 'provenance', 'redactions'] },
  )
  .map(({ how, ...rest }) => ({
    name: 'a-name',
    ...rest,
    end: rest.response === undefined ? { how: 'no-response', reason: 'ECONNREFUSED' } : { how },
  })) as fc.Arbitrary<Recording>

const withoutPlace = ({ name: _name, path: _path, ...rest }: Recording) => rest
const readBack = (text: string) => importFile(foreignFile('a.har', new Uint8Array(Buffer.from(text))), 'a')

describe('HAR', () => {
  test('read back gives every recording without a loss', () => {
    fc.assert(
      fc.property(fc.array(recording, { minLength: 1, maxLength: 3 }), (recordings) => {
        const { recordings: back, refusals } = readBack(toHar(recordings, '1.0.0'))
        expect(refusals).toEqual([])
        expect(back.map(withoutPlace)).toEqual(recordings.map(withoutPlace))
      }),
      { numRuns: 400 },
    )
  })

  test('has the fields that other tools require', () => {
    const { log } = JSON.parse(toHar([exampleRecording()], '1.0.0')) as { log: { entries: object[] } }
    expect(log).toMatchObject({
      version: '1.2',
      creator: { name: 'streamproof', version: '1.0.0' },
      entries: [
        {
          startedDateTime: expect.stringMatching(/Z$/),
          time: 15.5,
          timings: { send: 0, wait: 12, receive: 3.5 },
          cache: {},
          request: { httpVersion: 'HTTP/1.1', cookies: [], queryString: [], headersSize: -1, bodySize: 27 },
          response: { statusText: '', redirectURL: '', content: { mimeType: 'text/event-stream' } },
        },
      ],
    })
  })

  test.for<[string, (entry: Record<string, unknown>) => void, RegExp]>([
    [
      'an unknown field',
      (entry) => Object.assign(entry['_streamproof'] as object, { x: 1 }),
      /as the export writes it/,
    ],
    [
      'a body that was edited',
      (entry) => Object.assign((entry['response'] as { content: object }).content, { text: 'x' }),
      /adds up to/,
    ],
    ['an entry of somebody else', (entry) => delete entry['_streamproof'], /as the export writes it/],
  ])('%s is refused by name', ([, change, reason]) => {
    const har = JSON.parse(toHar([exampleRecording(), exampleRecording()], '1')) as {
      log: { entries: Record<string, unknown>[] }
    }
    change(har.log.entries[1] ?? {})
    const { recordings, refusals } = readBack(JSON.stringify(har))
    expect(recordings).toHaveLength(1)
    expect(refusals).toMatchObject([{ exchange: 2, reason: expect.stringMatching(reason) }])
  })
})

describe('bodies', () => {
  test('keep their bytes, their ending and names that do not meet', () => {
    const json = new Uint8Array(Buffer.from('{}'))
    const files = toBodyFiles([
      exampleRecording(),
      exampleRecording(),
      exampleRecording({ name: 'x#2', response: { status: 400, headers: {}, body: json, chunks: [[2, 0]] } }),
    ])
    expect([...files.keys()]).toEqual([
      'openai-chat-example.sse',
      'openai-chat-example-2.sse',
      'openai-chat-x-2.json',
    ])
    expect(files.get('openai-chat-x-2.json')).toEqual(json)
  })
})

describe('the msw module', () => {
  const run = promisify(execFile)
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'msw-export-'))
    await symlink(
      fileURLToPath(new URL('../../../node_modules', import.meta.url)),
      join(folder, 'node_modules'),
    )
  })
  afterAll(() => rm(folder, { recursive: true }))

  type Seen = { status: number; type: string | null; reads: string[]; error?: string }

  async function play(recordings: Recording[], requests: { method: string; url: string }[]): Promise<Seen[]> {
    await writeFile(join(folder, 'handlers.mjs'), toMswModule(recordings))
    await writeFile(
      join(folder, 'play.mjs'),
      `import { setupServer } from 'msw/node'
import { handlers } from './handlers.mjs'
const server = setupServer(...handlers)
server.listen({ onUnhandledFrame: 'error', onUnhandledRequest: 'error' })
const seen = []
for (const { url, method } of ${JSON.stringify(requests)}) {
  const one = { reads: [] }
  seen.push(one)
  try {
    const response = await fetch(url, { method })
    Object.assign(one, { status: response.status, type: response.headers.get('content-type') })
    for await (const read of response.body ?? []) one.reads.push(Buffer.from(read).toString('base64'))
  } catch (error) { one.error = error.message }
}
console.log(JSON.stringify(seen))
server.close()
`,
    )
    const { stdout } = await run(process.execPath, [join(folder, 'play.mjs')], { cwd: folder })
    return JSON.parse(stdout) as Seen[]
  }

  const post = (url: string) => ({ method: 'POST', url })
  const url = 'https://api.example.com/v1beta/models/g-1:streamGenerateContent'
  const recorded = (changes: Partial<Recording>, at = `${url}?alt=sse`) =>
    exampleRecording({ ...changes, request: { method: 'POST', url: at, headers: {} } })

  test('answers with the same reads, in order, and breaks off where the recording did', async () => {
    const binary = Uint8Array.of(0, 0xff, 0xc3)
    const broken = recorded({
      end: { how: 'reset' },
      response: {
        status: 429,
        headers: { 'content-type': 'x/y', 'content-length': '9' },
        body: binary,
        chunks: [
          [1, 0],
          [2, 5],
        ],
      },
    })
    const [first, second, again, elsewhere] = await play(
      [recorded({}), broken],
      [post(`${url}?alt=sse&key=1`), post(url), post(url), { method: 'GET', url }],
    )
    const whole = exampleRecording().response?.body ?? new Uint8Array()
    expect(first).toEqual({
      status: 200,
      type: 'text/event-stream',
      reads: [whole.subarray(0, 53), whole.subarray(53)].map((read) => Buffer.from(read).toString('base64')),
    })
    expect(second).toMatchObject({ status: 429, type: 'x/y', reads: ['AA==', '/8M='], error: 'terminated' })
    expect(again).toMatchObject({ status: 429 })
    expect(elsewhere?.status).not.toBe(200)
  })

  test('refuses where nothing was answered, even where somebody would', async () => {
    const server = createServer((_request, answer) => answer.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const at = `http://127.0.0.1:${port}/x`
    const { response: _response, ...silent } = recorded(
      { end: { how: 'no-response', reason: 'ECONNREFUSED' } },
      at,
    )
    const [seen] = await play([silent], [post(at)])
    server.close()
    expect(seen).toEqual({ reads: [], error: 'fetch failed' })
  })
})
