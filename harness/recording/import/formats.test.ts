import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encode } from '../../wire/framing/framing.ts'
import { foreignFile } from './foreign-file.ts'
import { importFile, type Imported } from './importers.ts'

const load = (path: string, content: string | Uint8Array): Imported =>
  importFile(foreignFile(path, Buffer.from(content)), 'name')
const loadJson = (path: string, value: unknown): Imported => load(path, JSON.stringify(value))

/** One line for each exchange: wire, status, body, and what it is honest about. */
function summary({ recordings, refusals }: Imported): unknown[] {
  return [
    ...recordings.map(({ name, wire, response, framing, borders }) => ({
      name,
      wire,
      status: response?.status,
      body: Buffer.from(response?.body ?? []).toString(),
      framing,
      borders,
    })),
    ...refusals,
  ]
}

const event = 'data: {"choices":[{"index":0,"delta":{"content":"Grüß\\n"}}]}\n\ndata: [DONE]\n\n'
const played = {
  name: 'name',
  wire: 'openai-chat',
  status: 200,
  body: event,
  framing: 'captured',
  borders: 'unknown',
}
const url = 'https://api.example.com/v1/chat/completions'
const request = {
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"model":"m"}',
}
const message =
  encode('eventstream', [{ event: 'messageStart', data: '{"role":"assistant"}' }])[0] ?? new Uint8Array()
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

describe('vcrpy', () => {
  const cassette = (body: string, headers = 'content-type: [text/event-stream]') => `interactions:
- request:
    body: '{"model":"m"}'
    headers: {accept: ['*/*']}
    method: POST
    uri: ${url}
  response:
    body: ${body}
    headers: {${headers}}
    status: {code: 200, message: OK}
version: 1
`
  test('a folded text keeps its blank lines', () => {
    const folded = `{string: 'data: {"choices":[{"index":0,"delta":{"content":"Grüß\\n"}}]}


        data: [DONE]


        '}`
    const imported = load('a.yaml', cassette(folded))
    expect(summary(imported)).toEqual([played])
    expect(imported.recordings[0]).toMatchObject({
      request: {
        method: 'POST',
        url,
        headers: { accept: '*/*' },
        body: new Uint8Array(Buffer.from('{"model":"m"}')),
      },
      provenance: { kind: 'imported', format: 'vcrpy', source: 'a.yaml' },
    })
  })

  test.for<[string, Buffer]>([
    ['gzip', gzipSync(event)],
    ['br', brotliCompressSync(event)],
    ['gzip', Buffer.from(event)],
  ])('a binary body with content-encoding %s is undone, or was before', ([encoding, bytes]) => {
    const body = `{string: !!binary "${base64(bytes)}"}`
    const imported = load('a.yaml', cassette(body, `content-encoding: [${encoding}]`))
    expect(Buffer.from(imported.recordings[0]?.response?.body ?? []).toString()).toBe(event)
    expect(imported.recordings[0]?.response?.decoded).toBe(encoding)
  })

  test('a body that is neither plain nor what its encoding says is refused, the file goes on', () => {
    const broken = cassette(
      `{string: !!binary "${base64(gzipSync(event).subarray(0, 20))}"}`,
      'content-encoding: [gzip]',
    )
    const good = cassette(`{string: ${JSON.stringify(event)}}`).replace('interactions:\n', '')
    const imported = load('a.yaml', broken.replace('version: 1\n', '') + good)
    expect(imported.recordings.map((recording) => recording.name)).toEqual(['name#2'])
    expect(imported.refusals).toMatchObject([{ exchange: 1, field: 'content-encoding', format: 'vcrpy' }])
  })

  test('an eventstream survives as bytes', () => {
    const imported = load('a.yaml', cassette(`{string: !!binary "${base64(message)}"}`))
    expect(imported.recordings[0]?.response?.body).toEqual(message)
    expect(imported.recordings[0]?.wire).toBe('bedrock-converse')
  })

  test('header names written as calls of a Python class are read', () => {
    const headers = `? !!python/object/apply:multidict._multidict.istr [Content-Type]\n      : [text/event-stream]`
    const text = cassette(`{string: ${JSON.stringify(event)}}`).replace(
      'headers: {content-type: [text/event-stream]}',
      `headers:\n      ${headers}`,
    )
    expect(load('a.yaml', text).recordings[0]?.response?.headers).toEqual({
      'content-type': 'text/event-stream',
    })
  })

  test('parsed_body is written out again and marked', () => {
    const text = cassette('x').replace(
      'body: x',
      'parsed_body: {object: chat.completion, id: 12e34567, choices: []}',
    )
    expect(summary(load('a.yaml', text))).toMatchObject([
      {
        wire: 'openai-chat',
        framing: 'synthesised',
        body: '{"object":"chat.completion","id":"12e34567","choices":[]}',
      },
    ])
  })

  test('the keys of the httpx stub, base64 and JSON cassettes are read', () => {
    const response = { status_code: 200, headers: {}, content: event, http_version: 'HTTP/1.1' }
    const cassette = (answer: unknown) => ({
      version: 1,
      interactions: [{ request: { method: 'POST', uri: url }, response: answer }],
    })
    expect(summary(loadJson('a.json', cassette(response)))).toEqual([played])
    const inBase64 = { status: { code: 200 }, headers: {}, body: { base64_string: base64(event) } }
    expect(summary(loadJson('a.json', cassette(inBase64)))).toEqual([played])
  })

  test('a cassette that is gzipped as a whole is read', () => {
    expect(summary(load('a.yaml.gz', gzipSync(cassette(`{string: ${JSON.stringify(event)}}`))))).toEqual([
      played,
    ])
  })
})

test('go-vcr: one text a body, exchanges numbered from 1', () => {
  const one = `- request: {method: POST, url: '${url}', body: '{"model":"m"}', headers: {}}
  response: {code: 200, headers: {}, body: ${JSON.stringify(event)}, duration: 3ms}
`
  const imported = load('a.yaml', `---\nversion: 2\ninteractions:\n${one}${one}`)
  expect(summary(imported)).toEqual([
    { ...played, name: 'name#1' },
    { ...played, name: 'name#2' },
  ])
  expect(imported.recordings[0]?.response?.headers).toEqual({ 'content-type': 'text/event-stream' })
})

test('Ruby VCR and its R port: `!binary`, plain text, and statuses of both shapes', () => {
  const cassette = (status: string, body: string, tool: string) => `http_interactions:
- request: {method: post, uri: '${url}', body: {encoding: UTF-8, string: '{"model":"m"}'}, headers: {}}
  response:
    status: ${status}
    headers: {Content-Type: text/event-stream}
    body: ${body}
recorded_with: ${tool}
`
  const ruby = load(
    'a.yml',
    cassette('{code: 200, message: OK}', `{string: !binary "${base64(event)}"}`, 'VCR 6.4.0'),
  )
  expect(summary(ruby)).toEqual([played])
  expect(ruby.recordings[0]).toMatchObject({
    request: { method: 'POST' },
    provenance: { format: 'ruby-vcr' },
  })
  const r = load('a.yml', cassette('200', `{string: ${JSON.stringify(event)}}`, 'VCR-vcr/2.1.0'))
  expect(summary(r)).toEqual([played])
  expect(r.recordings[0]?.provenance).toMatchObject({ format: 'r-vcr' })
})

test('httpmock: a document an exchange, paths without a host, base64 bodies', () => {
  const document = (then: string) => `when:
  path: /v1/chat/completions
  method: POST
  query_param: [{name: key, value: a b}]
  header: [{name: accept, value: text/event-stream}]
  body: '{}'
then:
  status: 200
  header: [{name: content-type, value: text/event-stream}]
  ${then}
`
  const plain = document(`body: ${JSON.stringify(event)}`)
  const binary = document(`body: ${base64(message)}\n  body_encoding: base64`)
  const imported = load('a.yaml', `${plain}---\n${binary}`)
  expect(summary(imported)[0]).toEqual({ ...played, name: 'name#1' })
  expect(imported.recordings[0]?.request.url).toBe('/v1/chat/completions?key=a+b')
  expect(imported.recordings[1]?.response?.body).toEqual(message)
})

describe('req_llm', () => {
  const fixture = { request: { ...request, body: { b64: base64('{"model":"m"}') }, canonical_json: {} } }

  test('the reads of the network become the chunk table', () => {
    const [first, second] = [event.slice(0, 20), event.slice(20)]
    const imported = loadJson('a.json', {
      ...fixture,
      chunks: [{ b64: base64(first) }, { b64: base64(second) }],
      response: { status: 200, headers: {}, body: null },
    })
    expect(summary(imported)).toEqual([{ ...played, borders: 'wire' }])
    const lengths = imported.recordings[0]?.response?.chunks.map(([length]) => length)
    expect(lengths).toEqual([first, second].map((part) => Buffer.byteLength(part)))
  })

  test('a buffered answer and an error are read', () => {
    const buffered = { ...fixture, response: { status: 200, headers: {}, body: { b64: base64(event) } } }
    expect(summary(loadJson('a.json', buffered))).toEqual([played])
    const failed = { ...fixture, response: { status: 404, headers: {}, body: { error: { message: 'no' } } } }
    expect(summary(loadJson('a.json', failed))).toMatchObject([
      { status: 404, body: '{"error":{"message":"no"}}', framing: 'synthesised' },
    ])
  })
})

test('HAR: text, base64, and an entry that was never answered', () => {
  const entry = (status: number, content: unknown) => ({
    request: {
      method: 'POST',
      url,
      headers: [
        { name: 'A', value: '1' },
        { name: 'a', value: '2' },
      ],
      postData: { text: '{}' },
    },
    response: { status, headers: [{ name: 'content-type', value: 'text/event-stream' }], content },
  })
  const entries = [
    entry(200, { text: event }),
    entry(200, { text: base64(event), encoding: 'base64' }),
    entry(200, {
      text: JSON.stringify([base64(event.slice(0, 9)), base64(event.slice(9))]),
      encoding: 'base64',
    }),
    entry(0, {}),
  ]
  const imported = loadJson('a.har', { log: { version: '1.2', entries } })
  expect(summary(imported).slice(0, 3)).toEqual([1, 2, 3].map((k) => ({ ...played, name: `name#${k}` })))
  expect(imported.refusals).toMatchObject([{ exchange: 4, reason: 'was never answered' }])
  expect(imported.recordings[0]?.request.headers).toEqual({ a: '1, 2' })
})

test('nock: text, hex, lists of hex reads, and values it parsed', () => {
  const one = (response: unknown, more = {}) => ({
    scope: 'https://api.example.com:443',
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: 'm' },
    status: 200,
    response,
    rawHeaders: ['Content-Type', 'text/event-stream'],
    ...more,
  })
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const imported = loadJson('a.json', [
    one(event),
    one(hex(event), { responseIsBinary: true }),
    one([hex(event.slice(0, 9)), hex(event.slice(9))]),
    one({ error: { message: 'no' } }, { status: 400, rawHeaders: { 'content-type': 'application/json' } }),
  ])
  expect(summary(imported)).toMatchObject([
    { ...played, name: 'name#1' },
    { ...played, name: 'name#2' },
    { ...played, name: 'name#3', borders: 'client' },
    { status: 400, framing: 'synthesised' },
  ])
  expect(imported.recordings[0]?.request.url).toBe(url)
  expect(imported.recordings[2]?.response?.chunks.map(([length]) => length)).toEqual([
    9,
    Buffer.byteLength(event) - 9,
  ])
})

test('dd-apm-test-agent: text, and bytes behind `base64:`', () => {
  const file = (body: string) => ({
    request,
    response: { status: { code: 200, message: 'OK' }, headers: {}, body },
  })
  expect(summary(loadJson('a.json', file(event)))).toEqual([played])
  expect(summary(loadJson('a.json', file(`base64:${base64(event)}`)))).toEqual([played])
})

describe('httprr', () => {
  const ask =
    'POST https://api.example.com/v1/chat/completions HTTP/1.1\r\nUser-Agent: x\nAccept: */*\r\n\r\n{}'
  const trace = (answer: string) =>
    `httprr trace v1\n${Buffer.byteLength(ask)} ${Buffer.byteLength(answer)}\n${ask}${answer}`

  test('a plain body, and a chunked one with its writes as chunk table', () => {
    expect(
      summary(load('a.httprr', trace(`HTTP/2.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${event}`))),
    ).toEqual([played])
    const bytes = Buffer.from(event)
    const chunked = `1e\r\n${bytes.toString('utf8', 0, 30)}\r\n${(bytes.length - 30).toString(16)}\r\n${bytes.toString('utf8', 30)}\r\n0\r\n\r\n`
    const imported = load(
      'a.httprr',
      trace(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`),
    )
    expect(summary(imported)).toEqual([{ ...played, borders: 'wire' }])
    expect(imported.recordings[0]?.response?.chunks).toEqual([
      [30, 0],
      [bytes.length - 30, 0],
    ])
    expect(imported.recordings[0]?.request).toMatchObject({ method: 'POST', url, headers: { accept: '*/*' } })
  })

  test('a trace that is cut is refused with the place', () => {
    expect(load('a.httprr', trace('HTTP/1.1 200 OK\r\n\r\nabc').slice(0, -1)).refusals).toMatchObject([
      {
        format: 'httprr',
        field: expect.stringMatching(/^byte \d+$/),
        reason: expect.stringContaining('ends before byte'),
      },
    ])
  })
})

test('google test-server: payloads are framed again', () => {
  const payload = { candidates: [{ content: { parts: [{ text: 'a' }] } }] }
  const interaction = (contentType: string, segments: unknown[]) => ({
    request: {
      method: 'POST',
      url: '/v1beta/models/g:streamGenerateContent?alt=sse',
      serverAddress: 'g.example.com',
      protocol: 'https',
      bodySegments: [{}],
    },
    response: { statusCode: 200, headers: { 'Content-Type': contentType }, bodySegments: segments },
  })
  const interactions = [
    interaction('text/event-stream', [payload]),
    interaction('application/json', [payload, payload]),
  ]
  const imported = loadJson('a.json', { recordID: 'x', interactions })
  const text = JSON.stringify(payload)
  expect(summary(imported)).toMatchObject([
    { wire: 'gemini', framing: 'synthesised', body: `data: ${text}\n\n` },
    { wire: 'gemini', framing: 'synthesised', body: `[${text},\n${text}]` },
  ])
  expect(imported.recordings[0]?.request.url).toBe(
    'https://g.example.com/v1beta/models/g:streamGenerateContent?alt=sse',
  )
})

test('llama-stack: SDK objects are framed again and the format says what they are', () => {
  const data = { object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const response = { body: [{ __type__: 'x.ChatCompletionChunk', __data__: data }], is_streaming: true }
  const imported = loadJson('a.json', { request: { ...request, body: { model: 'm' } }, response })
  const body = `data: ${JSON.stringify(data)}\n\ndata: [DONE]\n\n`
  expect(summary(imported)).toMatchObject([{ wire: 'openai-chat', framing: 'synthesised', body }])
  expect(imported.recordings[0]?.provenance).toMatchObject({ format: 'llama-stack-sdk-objects' })
  const broken = loadJson('a.json', { response: { body: [{}], is_streaming: true } })
  expect(broken.refusals).toMatchObject([{ field: 'response.body[0]' }])
})

test('mastra: reads and times are kept', () => {
  const chunks = [event.slice(0, 9), event.slice(9)]
  const response = { status: 200, headers: {}, chunks, chunkTimings: [0, 7], isStreaming: true }
  const imported = loadJson('a.json', {
    meta: {},
    recordings: [{ request: { ...request, body: { model: 'm' } }, response }],
  })
  expect(summary(imported)).toEqual([{ ...played, borders: 'client' }])
  expect(imported.recordings[0]?.response?.chunks.map(([, time]) => time)).toEqual([0, 7])
})

test('opencode http-recorder, `{ status, headers, body }`, and gemini-cli are read', () => {
  const recorder = {
    version: 1,
    metadata: {},
    interactions: [{ request, response: { status: 200, headers: {}, body: event } }],
  }
  expect(summary(loadJson('a.json', recorder))).toEqual([played])
  expect(summary(loadJson('a.json', { status: 200, headers: {}, body: event }))).toEqual([played])
  const call = '{"method":"generateContentStream","response":[{"candidates":[]}]}'
  expect(summary(load('a.json', `${call}\n${call}\n`))).toMatchObject([
    { name: 'name#1', wire: 'gemini', framing: 'synthesised', body: 'data: {"candidates":[]}\n\n' },
    { name: 'name#2' },
  ])
})

test('a JSON answer and a list of payloads are bodies; a list of chat chunks is framed again', () => {
  const answer = '{ "object": "chat.completion", "choices": [] }'
  expect(summary(load('a.json', answer))).toMatchObject([
    { wire: 'openai-chat', body: answer, framing: 'captured' },
  ])
  const list = '[ {"candidates": []} ]'
  expect(summary(load('a.json', list))).toMatchObject([{ wire: 'gemini', body: list, framing: 'captured' }])
  expect(summary(load('a.json', '[{"object":"chat.completion.chunk","choices":[]}]'))).toMatchObject([
    { framing: 'synthesised', body: 'data: {"object":"chat.completion.chunk","choices":[]}\n\n' },
  ])
})

test('what is not HTTP, not valid, or nothing we know is refused with its reason', () => {
  const reason = (path: string, text: string) => load(path, text).refusals[0]?.reason
  expect(reason('a.yaml', 'interactions: [{kind: message, direction: sent, data: {}}]')).toContain(
    'WebSocket',
  )
  expect(reason('a.yaml', 'interactions: [{request_stream: {}, response_stream: {}}]')).toContain('gRPC')
  expect(reason('a.yaml', 'a: [1')).toMatch(/^is not YAML: /)
  expect(reason('a.json', '{"a":')).toMatch(/^is not JSON: /)
  expect(reason('a.json', '{"name":"a-package"}')).toBe('no importer recognises it')
  expect(reason('a.har', '{"log":{"entries":[]}}')).toBe('holds no exchange')
})
