import { describe, expect, test } from 'vitest'
import { encode } from '../../wire/framing/framing.ts'
import { exampleRecording } from '../example.ts'
import type { Recording } from '../format.ts'
import { createRedactor, redactRecording, type RedactionOptions } from './redactor.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (body: Uint8Array | undefined) => Buffer.from(body ?? []).toString('utf8')

function exchange(parts: {
  url?: string
  request?: Record<string, string>
  response?: Record<string, string>
  asked?: unknown
  answered?: string | Uint8Array
}): Recording {
  const body = typeof parts.answered === 'string' ? bytes(parts.answered) : (parts.answered ?? bytes('{}'))
  return exampleRecording({
    request: {
      method: 'POST',
      url: parts.url ?? 'https://api.example.com/v1/chat/completions',
      headers: parts.request ?? {},
      body: bytes(JSON.stringify(parts.asked ?? {})),
    },
    response: {
      status: 200,
      headers: parts.response ?? { 'content-type': 'application/json' },
      body,
      chunks: [[body.length, 0]],
    },
  })
}

const redacted = (parts: Parameters<typeof exchange>[0], options?: RedactionOptions) =>
  redactRecording(exchange(parts), options)

describe('headers', () => {
  test('keep what a client acts on and drop the rest by name', () => {
    const { response, redactions } = redacted({
      response: {
        'content-type': 'application/json',
        'x-request-id': 'req_011CSHoEeqs5C35K2UUqR7Fy',
        'retry-after': '20',
        'x-ratelimit-remaining-tokens': '149984',
        'anthropic-ratelimit-input-tokens-reset': '2025-01-01T00:00:00Z',
        'openai-version': '2020-10-01',
        'openai-organization': 'acme-corporation-eu',
        'set-cookie': '__cf_bm=abc.DEF-123456; path=/; HttpOnly, sid=zzzzzzzzzz; Secure',
        server: 'cloudflare',
      },
    })
    expect(Object.keys(response?.headers ?? {})).toEqual([
      'content-type',
      'x-request-id',
      'retry-after',
      'x-ratelimit-remaining-tokens',
      'anthropic-ratelimit-input-tokens-reset',
      'openai-version',
    ])
    expect(redactions.map(({ rule, place }) => `${rule} ${place}`)).toEqual([
      'header-dropped response.headers.openai-organization',
      'header-dropped response.headers.set-cookie',
      'header-dropped response.headers.server',
    ])
  })

  test('named by the user stay, without their secrets', () => {
    const { request } = redacted(
      { request: { 'X-Trace': `a ghp_${'a1B2'.repeat(9)}` } },
      { keepHeaders: ['x-trace'] },
    )
    expect(request.headers).toEqual({ 'X-Trace': `a ${'REDACTED'.repeat(5)}` })
  })
})

describe('the literal credentials of an exchange', () => {
  const everywhere = (secret: string) => ({
    asked: { a: secret, b: JSON.stringify({ c: secret }), d: encodeURIComponent(secret) },
    answered: JSON.stringify({ error: `bad key ${secret}`, e: Buffer.from(`x${secret}`).toString('base64') }),
  })
  test.for<[string, Parameters<typeof exchange>[0], string]>([
    ['a bearer value', { request: { authorization: 'Bearer 1f9c77aa01e2' } }, '1f9c77aa01e2'],
    ['a bare authorization', { request: { Authorization: '1f9c77aa01e2' } }, '1f9c77aa01e2'],
    ['x-api-key', { request: { 'x-api-key': 'q"uo\\te/d-key' } }, 'q"uo\\te/d-key'],
    ['api-key', { request: { 'api-key': 'a'.repeat(32) } }, 'a'.repeat(32)],
    ['x-goog-api-key', { request: { 'x-goog-api-key': 'some-google-key' } }, 'some-google-key'],
    [
      'the password of basic',
      { request: { authorization: `Basic ${btoa('me:open sesame')}` } },
      'open sesame',
    ],
    ['a cookie', { request: { cookie: 'a=1; session=0123456789' } }, '0123456789'],
    ['a cookie that was set', { response: { 'set-cookie': 'sid=abcdefghij; path=/' } }, 'abcdefghij'],
    ['an organisation', { request: { 'openai-organization': 'acme-corporation' } }, 'acme-corporation'],
    ['a query member', { url: 'https://x.example/?alt=sse&key=my%2Fquery%2Fkey' }, 'my/query/key'],
    ['a signed url', { url: `https://x.example/?X-Amz-Signature=${'ab'.repeat(32)}` }, 'ab'.repeat(32)],
    [
      'an AWS signature',
      {
        request: {
          authorization: `AWS4-HMAC-SHA256 Credential=TESTKEYID1/2026/eu/bedrock, Signature=${'cd'.repeat(32)}`,
        },
      },
      'TESTKEYID1',
    ],
    ['the password of a url', { url: 'https://me:secretword@x.example/' }, 'secretword'],
  ])('%s goes from everything', ([, parts, secret]) => {
    const before = exchange({ ...everywhere(secret), ...parts })
    const after = redactRecording(before)
    const all = [
      JSON.stringify(after.request.headers),
      after.request.url,
      decodeURIComponent(after.request.url),
      text(after.request.body),
      text(after.response?.body),
      JSON.stringify(after.response?.headers),
    ].join('\n')
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      expect(all).not.toContain(form)
    }
    const answer = JSON.parse(text(after.response?.body)) as { e: string }
    expect(Buffer.from(answer.e, 'base64').toString('latin1')).not.toContain(secret)
    expect(after.request.body?.length).toBe(before.request.body?.length)
    expect(new URL(after.request.url).host).toContain('.example')
  })

  test('that are words are dropped with their header and stay elsewhere', () => {
    const { response, request } = redacted({
      request: { authorization: 'Bearer test' },
      url: 'https://x.example/?key=test',
      answered: '{"a":"a test"}',
    })
    expect(text(response?.body)).toBe('{"a":"a test"}')
    expect(request).toMatchObject({ headers: {}, url: 'https://x.example/?key=REDA' })
  })

  test('are told by no listing', () => {
    const secret = 'Zz9-a-secret-value'
    const { redactions } = redacted({ request: { 'x-api-key': secret }, asked: { s: secret, t: secret } })
    expect(redactions).toEqual([
      { rule: 'header-dropped', place: 'request.headers.x-api-key', count: 1 },
      { rule: 'request-credential', place: 'request.body', count: 2 },
    ])
  })
})

describe('what only looks like a secret stays', () => {
  const sealed = `gAAAAABo${'sk-ant-api03-AAAAaaaa1111_'.repeat(4)}${'ghp_a1B2'.repeat(12)}==`
  const kept = (answered: string, contentType = 'text/event-stream') => {
    const body = bytes(answered)
    const { response, redactions } = redacted({ answered: body, response: { 'content-type': contentType } })
    expect(text(response?.body)).toBe(answered)
    expect(redactions).toEqual([])
  }
  const events = (...payloads: unknown[]) =>
    payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join('')

  test.for<[string, unknown]>([
    ['encrypted reasoning', { type: 'reasoning', encrypted_content: sealed }],
    ['a signature in one piece', { delta: { type: 'signature_delta', signature: sealed } }],
    ['a thought signature', { candidates: [{ content: { parts: [{ thoughtSignature: sealed }] } }] }],
    [
      'redacted thinking',
      { content_block: { type: 'redacted_thinking', data: `sk-ant-${'aB3_'.repeat(80)}` } },
    ],
    ['an image', { b64_json: `AKIAABCDEFGHIJKLMNOP${'AIza/+'.repeat(100)}` }],
    ['a data url', { image_url: `data:image/png;base64,hf_${'a1B2'.repeat(20)}` }],
    [
      'ids',
      {
        id: 'chatcmpl-9aB3cD4eF5gH6iJ7kL8mN9oP0qR1s',
        call: 'call_a1B2c3D4e5F6g7H8i9J0k1L2',
        item: `msg_${'0f'.repeat(25)}`,
      },
    ],
    [
      'hashes',
      {
        sha256: 'ab12'.repeat(16),
        fingerprint: 'fp_44709d6fcb',
        git: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      },
    ],
    [
      'prose',
      {
        text: 'The task-oriented risk-assessment of a bearer authentication-scheme; cookie: yes. org-chart, password: hunter',
      },
    ],
    [
      'code',
      { text: 'const apiKey = process.env.OPENAI_API_KEY; sk-learn; const token: string = getAccessToken()' },
    ],
    ['numbers of tokens', { usage: { max_tokens: 100000000000000000, api_key_count: 12 } }],
    ['urls', { url: 'https://docs.example.com/a:b/@scope/x?page=2#access-token' }],
    ['pages', { nextPageToken: 'x', text: 'a : // b:c@d, http://localhost:8080/@a' }],
  ])('%s', ([, payload]) => {
    kept(events(payload))
    kept(JSON.stringify(payload), 'application/json')
  })

  test('a signature in many pieces', () => {
    const pieces = sealed.match(/.{1,9}/g) ?? []
    kept(events(...pieces.map((signature) => ({ index: 0, delta: { type: 'signature_delta', signature } }))))
  })

  test('but the literal credential goes from there, too', () => {
    const { response } = redacted({
      request: { 'x-api-key': 'Abcd1234Efgh' },
      answered: JSON.stringify({ encrypted_content: 'xxAbcd1234Efghxx' }),
    })
    expect(text(response?.body)).toBe('{"encrypted_content":"xxREDACTEDREDAxx"}')
  })

  test('and a message that was damaged before keeps its wrong checksum', () => {
    const [message = new Uint8Array()] = encode('eventstream', [
      { event: 'e', data: `{"text":"ghp_${'a1B2'.repeat(9)}"}` },
    ])
    const damaged = message.slice()
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
    const { response } = redacted({
      answered: damaged,
      response: { 'content-type': 'application/vnd.amazon.eventstream' },
    })
    expect(response?.body.slice(-4)).toEqual(damaged.slice(-4))
    expect(text(response?.body)).toContain('REDACTED')
  })
})

describe('secrets told by what stands around them', () => {
  const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEow+/a1B2'.repeat(5)}\n${'x9Yz'.repeat(8)}=\n-----END RSA PRIVATE KEY-----`
  test.for<[string, unknown, string]>([
    ['a private key', { text: `key:\n${pem}\nend` }, 'x9Yzx9Yz'],
    ['a member by its name', { api_key: 'a1b2c3d4e5f6a7b8c9' }, 'a1b2c3d4'],
    ['a member in camel case', { openaiApiKey: 'a1b2c3d4e5f6a7b8c9' }, 'a1b2c3d4'],
    ['an assignment', { text: 'export MISTRAL_API_KEY="a1b2c3d4e5f6a7b8c9"' }, 'a1b2c3d4'],
    ['JSON in JSON', { arguments: '{"password": "a1b2c3d4e5f6a7b8c9"}' }, 'a1b2c3d4'],
    ['a bearer value', { text: 'curl -H "Authorization: Bearer a1b2c3d4e5f6a7b8c9"' }, 'a1b2c3d4'],
    ['a cookie', { text: 'Cookie: sid=a1b2c3d4e5f6; theme=dark' }, 'a1b2c3d4'],
    ['a password in a url', { text: 'redis://default:p4ssw0rd!x@cache.example:6379' }, 'p4ssw0rd'],
    [
      'an account in an ARN',
      { text: 'arn:aws:bedrock:us-east-1:123456789012:inference-profile/x' },
      '123456789012',
    ],
    [
      'a Slack token, which secretlint knows too',
      { text: `xoxb-${'12345678901-'.repeat(2)}abcDEF123456` },
      'abcDEF123456',
    ],
    [
      'a connection string, which only secretlint knows',
      { text: 'mongodb+srv://bob:hunter22secret@db.acme.io/x' },
      'hunter22',
    ],
    ['a Linear key, which only secretlint knows', { text: `lin_api_${'aBaB1'.repeat(8)}` }, 'aBaB1aBaB1'],
  ])('%s', ([, payload, shown]) => {
    const body = JSON.stringify(payload)
    const { response } = redacted({ answered: body })
    expect(text(response?.body)).not.toContain(shown)
    expect(response?.body.length).toBe(bytes(body).length)
    expect(typeof JSON.parse(text(response?.body))).toBe('object')
    const stream = redacted({
      answered: `data: ${body}\n\n`,
      response: { 'content-type': 'text/event-stream' },
    })
    expect(text(stream.response?.body)).toBe(`data: ${text(response?.body)}\n\n`)
  })

  test('a private key that comes in plain text keeps its line ends', () => {
    const { response } = redacted({ answered: `a\r\n${pem}\nb`, response: { 'content-type': 'text/plain' } })
    expect(text(response?.body).replace(/[A-Z]+/g, '#')).toBe('a\r\n#\n#\n#\n#\nb')
  })

  test('what secretlint finds in a text split over events', () => {
    const url = 'mongodb+srv://bob:hunter22secret@db.acme.io/x'
    const payloads = (url.match(/.{1,7}/g) ?? []).map((content) => ({
      choices: [{ index: 0, delta: { content } }],
    }))
    const answered = Buffer.concat(
      encode(
        'sse',
        payloads.map((payload) => ({ data: JSON.stringify(payload) })),
      ),
    )
    const { response } = redacted({ answered, response: { 'content-type': 'text/event-stream' } })
    expect(text(response?.body)).not.toMatch(/hunter|22secr/)
  })
})

describe('patterns of the user', () => {
  const options: RedactionOptions = {
    patterns: [
      { id: 'ticket', pattern: /ÄB-(\d+)/u },
      { id: 'caps', pattern: /[A-Z]{4}/ },
    ],
  }
  test('see characters, replace their group, and change nothing the second time', () => {
    const once = redacted({ answered: '{"a":"über ÄB-12345, WORD"}' }, options)
    expect(text(once.response?.body)).toBe('{"a":"über ÄB-REDAC, REDA"}')
    expect(once.redactions.map(({ rule }) => rule)).toEqual(['user/ticket', 'user/caps'])
    expect(redactRecording(once, options)).toEqual(once)
  })

  test('that match nothing at all are refused', () => {
    expect(() => createRedactor({ patterns: [{ id: 'any', pattern: /x*/g }] })).toThrow(
      /`any` matches the empty text/,
    )
  })
})

describe('an exchange while it is captured', () => {
  test('equals the recording redacted at once, and lists the same', () => {
    const key = 'Abcd1234Efgh'
    const whole = exchange({
      url: `https://x.example/?key=${key}`,
      request: { 'x-api-key': key, 'content-type': 'application/json' },
      response: { 'content-type': 'text/event-stream', 'set-cookie': 'sid=cookievalue9; path=/' },
      asked: { text: `${key} ghp_${'a1B2'.repeat(9)}` },
      answered: `data: {"choices":[{"index":0,"delta":{"content":"cookievalue9 Abcd12"}}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"34Efgh"}}]}\n\n`,
    })
    const { request, response } = whole
    if (response === undefined || request.body === undefined) throw new Error('incomplete example')
    const one = createRedactor().exchange(request)
    const requestBody = [one.requestBody.feed(request.body), one.requestBody.end()]
    const head = one.response({ status: response.status, headers: response.headers })
    const body = [one.responseBody.feed(response.body), one.responseBody.end()]
    const captured = one.recording({
      ...whole,
      request: { ...one.request, body: new Uint8Array(Buffer.concat(requestBody)) },
      response: { ...response, ...head, body: new Uint8Array(Buffer.concat(body)) },
    })
    const atOnce = redactRecording(whole)
    expect(text(captured.response?.body)).toBe(text(atOnce.response?.body))
    expect(captured).toEqual(atOnce)
  })

  test('notes with secrets are redacted', () => {
    const { end } = redactRecording({
      ...exchange({ url: 'https://x.example/?key=Abcd1234Efgh' }),
      end: { how: 'reset', reason: 'GET https://x.example/?key=Abcd1234Efgh failed' },
    })
    expect(end).toEqual({ how: 'reset', reason: 'GET https://x.example/?key=REDACTEDREDA failed' })
  })
})
