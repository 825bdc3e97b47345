import { afterEach, describe, expect, test } from 'vitest'
import { recordingOf } from '../testing/recordings.ts'
import type { FailureCode } from '../turn/failure.ts'
import type { Turn } from '../turn/turn.ts'
import { frame } from '../wire/framing/framing.ts'
import type { WireName } from '../wire/wire.ts'
import { wires, writers } from '../wire/wires.ts'
import { faultNames, type FaultName } from './faults.ts'
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts'

const open: Upstream[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((upstream) => upstream.close()))
})

async function upstreamOf(options: UpstreamOptions): Promise<Upstream> {
  const upstream = await startUpstream(options)
  open.push(upstream)
  return upstream
}

const hello: Turn = {
  blocks: [{ type: 'text', text: 'Good morning from this machine, and a good day.' }],
  usage: { inputTokens: 9, outputTokens: 12 },
  meta: {},
  state: 'closed',
}
/** The word each wire has for a plain stop. */
const stopWords: Partial<Record<WireName, string>> = {
  'openai-responses': 'completed',
  'anthropic-messages': 'end_turn',
  gemini: 'STOP',
  'bedrock-converse': 'end_turn',
}
const helloOn = (wire: WireName): Turn => ({
  ...hello,
  finish: { reason: 'stop', raw: stopWords[wire] ?? 'stop' },
})

const user = 'Say hello.'
const chat = { model: 'm-1', stream: true, messages: [{ role: 'user', content: user }] }
const requests: Partial<Record<WireName, { path: string; body: object }>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: { ...chat, stream_options: { include_usage: true } },
  },
  mistral: { path: '/v1/chat/completions', body: chat },
  'openai-responses': { path: '/v1/responses', body: { model: 'm-1', stream: true, input: user } },
  'anthropic-messages': { path: '/v1/messages', body: { ...chat, max_tokens: 9 } },
  gemini: {
    path: '/v1beta/models/m-1:streamGenerateContent?alt=sse',
    body: { contents: [{ role: 'user', parts: [{ text: user }] }] },
  },
  'bedrock-converse': {
    path: '/model/m-1/converse-stream',
    body: { messages: [{ role: 'user', content: [{ text: user }] }] },
  },
}

function ask(upstream: Upstream, wire: WireName, headers: Record<string, string> = {}): Promise<Response> {
  const { path, body } = requests[wire] ?? { path: '', body: {} }
  return fetch(`${upstream.baseUrl(wire)}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function readStream(wire: WireName, response: Response): Promise<Turn> {
  const type = response.headers.get('content-type') ?? ''
  const framing = type.includes('eventstream') ? 'eventstream' : type.includes('json') ? 'json-array' : 'sse'
  const body = new Uint8Array(await response.arrayBuffer())
  return wires[wire]!.readTurn(frame(framing, body)).turn
}

const spoken = (Object.keys(writers) as WireName[]).filter((wire) => requests[wire] && wires[wire])

describe.each(spoken)('%s', (wire) => {
  test('streams a turn that reads back, from the model that was asked for', async () => {
    const upstream = await upstreamOf({ answers: () => ({ turn: helloOn(wire) }) })
    const response = await ask(upstream, wire)
    expect(response.status).toBe(200)
    const turn = await readStream(wire, response)
    expect(turn.blocks).toEqual(hello.blocks)
    expect(turn.usage).toMatchObject({ inputTokens: 9, outputTokens: 12 })
    expect(turn).toMatchObject({ state: 'closed', finish: { reason: 'stop' } })
    expect(upstream.asked).toMatchObject([{ wire, model: 'm-1', prompt: user, usage: true }])
  })

  test.each(faultNames)('answers %s as its provider does', async (fault) => {
    const upstream = await upstreamOf({ answers: () => ({ fault }), contextTokens: 1_000 })
    const response = await ask(upstream, wire)
    const failure = wires[wire]!.readError({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    })
    expect(codes[fault]).toContain(failure.code)
    expect(failure.message).not.toBe('')
    expect(failure.requestId).toBe('req_local_0001')
  })

  test('refuses a key, a model and a length that it does not know', async () => {
    const guarded = {
      answers: () => ({ turn: helloOn(wire) }),
      key: 'good',
      contextTokens: 2,
      models: ['m-1'],
    }
    const upstream = await upstreamOf(guarded)
    const refused = await ask(upstream, wire)
    const tooLong = await ask(upstream, wire, { authorization: 'Bearer good' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(tooLong.status).toBe(400)
    expect(await tooLong.text()).not.toBe(await refused.text())
  })
})

const codes: Record<FaultName, readonly FailureCode[]> = {
  'bad-key': ['AUTH'],
  // Several providers answer 400 without a word for it.
  'unknown-model': ['NOT_FOUND', 'INVALID_REQUEST'],
  'context-overflow': ['CONTEXT_WINDOW_EXCEEDED'],
  'rate-limit': ['RATE_LIMIT'],
  overloaded: ['OVERLOADED', 'SERVER'],
  'invalid-request': ['INVALID_REQUEST'],
}

const messages = 'anthropic-messages' as const
const path = '/v1/messages'

test('answers one whole body where no stream was asked for', async () => {
  const upstream = await upstreamOf({ answers: () => ({ turn: helloOn(messages) }) })
  const response = await fetch(`${upstream.origin}${path}`, {
    method: 'POST',
    body: JSON.stringify({ ...chat, stream: false }),
  })
  expect(await response.json()).toMatchObject({ type: 'message', stop_reason: 'end_turn', model: 'm-1' })
})

test('tells the wire by the path alone where no prefix names it', async () => {
  const upstream = await upstreamOf({ answers: () => ({ fault: 'invalid-request' }) })
  for (const { path, body } of Object.values(requests)) {
    await fetch(`${upstream.origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
  }
  const told = Object.keys(requests).map((wire) => (wire === 'mistral' ? 'openai-chat' : wire))
  expect(upstream.asked.map(({ wire }) => wire)).toEqual(told)
})

test('frames a gemini stream as a JSON array unless events are asked for', async () => {
  const upstream = await upstreamOf({ answers: () => undefined })
  for (const query of ['', '?alt=sse']) {
    await fetch(`${upstream.origin}/v1beta/models/m-1:streamGenerateContent${query}`, {
      method: 'POST',
      body: '{}',
    })
  }
  expect(upstream.asked.map(({ stream }) => stream)).toEqual(['json-array', 'sse'])
})

test('says that nobody told it what to answer', async () => {
  const upstream = await upstreamOf({ answers: () => undefined })
  expect(await (await ask(upstream, messages)).text()).toContain('no answer to')
})

test('answers 404 at a path that speaks no wire', async () => {
  const upstream = await upstreamOf({ answers: () => undefined })
  const response = await fetch(`${upstream.origin}/v1/models`)
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('GET /v1/models')])
})

test('gives a reset after some events', async () => {
  const stopAfter = { events: 3, how: 'reset' } as const
  const upstream = await upstreamOf({ answers: () => ({ turn: helloOn(messages), stopAfter }) })
  const response = await ask(upstream, messages)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('keeps a stalled connection open until the client leaves', async () => {
  const stopAfter = { events: 3, how: 'stall' } as const
  const upstream = await upstreamOf({ answers: () => ({ turn: helloOn(messages), stopAfter }) })
  const leave = new AbortController()
  const response = await fetch(`${upstream.origin}${path}`, {
    method: 'POST',
    body: JSON.stringify(chat),
    signal: leave.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString()
      if (text.includes('content_block_delta')) leave.abort()
    }
  })()
  await expect(reading).rejects.toThrow('aborted')
  expect(text).not.toContain('message_stop')
})

test('plays a recording byte for byte', async () => {
  const recording = recordingOf('data: {"a":1}\n\ndata: [DONE]\n\n', { reads: [5, 24] })
  const upstream = await upstreamOf({ answers: () => ({ recording }) })
  const response = await ask(upstream, 'openai-chat')
  expect(await response.text()).toBe('data: {"a":1}\n\ndata: [DONE]\n\n')
})

test('sees results of tools and the tools offered', async () => {
  const upstream = await upstreamOf({ answers: () => undefined })
  const body = {
    ...chat,
    tools: [{ name: 'weather' }],
    messages: [
      { role: 'user', content: user },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'weather', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'sun' }] },
    ],
  }
  await fetch(`${upstream.origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(upstream.asked).toMatchObject([{ prompt: user, toolResults: ['t1'], tools: ['weather'] }])
})
