import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRecording } from '../../recording/read.ts'
import { writeRecording } from '../../recording/write.ts'
import { chatBody, recordingOf } from '../../testing/recordings.ts'
import type { Turn } from '../../turn/turn.ts'
import type { Answer } from '../../upstream/answer.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { noRedaction, type Redactor } from '../redactor.ts'
import { recorder, type TestRecorder, type TestRecorderOptions } from './test-recorder.ts'

let dir: string
let upstream: Upstream
let answer: (prompt: string) => Answer
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'session-'))
  answer = (prompt) => says(`You said ${prompt}`)
  upstream = await startUpstream({ answers: ({ prompt }) => answer(prompt) })
})
afterEach(async () => {
  await upstream.close()
  await rm(dir, { recursive: true, force: true })
})

/** An answer in one delta. */
function says(text: string, raw = 'end_turn'): Answer {
  return { turn: saying(text, raw), choice: { spellings: [], fragments: [] } }
}

function saying(text: string, raw = 'end_turn'): Turn {
  return {
    blocks: [{ type: 'text', text }],
    finish: { reason: 'stop', raw },
    meta: {},
    state: 'closed',
  }
}

function session(options: Partial<TestRecorderOptions> = {}): Promise<TestRecorder> {
  return recorder({ dir, env: {}, ...options })
}

async function ask(send: typeof fetch, prompt: string, more: object = {}): Promise<string> {
  const body = { model: 'm-1', stream: true, messages: [{ role: 'user', content: prompt }], ...more }
  const url = `${upstream.baseUrl('anthropic-messages')}/v1/messages`
  const response = await send(url, { method: 'POST', body: JSON.stringify(body) })
  return response.text()
}

/** A session of these prompts, recorded and filed. */
async function record(...prompts: string[]): Promise<void> {
  const recording = await session({ mode: 'update' })
  for (const prompt of prompts) await ask(recording.fetch, prompt)
  await recording.close()
}

const folders = async () => (await readdir(dir)).sort()
const sent = () => upstream.asked.length

describe('auto', () => {
  test('records a session that has no recordings, under names that sort', async () => {
    const first = await session()
    expect(first.task).toBe('record')
    await ask(first.fetch, 'one')
    await ask(first.fetch, 'two')
    await first.close()
    expect(await folders()).toEqual(['001-anthropic-messages-m-1', '002-anthropic-messages-m-1'])
    const recording = await readRecording(join(dir, '001-anthropic-messages-m-1'))
    expect(recording).toMatchObject({
      borders: 'client',
      end: { how: 'complete' },
      wire: 'anthropic-messages',
    })
  })

  test('replays a session that was recorded, byte for byte and without the network', async () => {
    const first = await session()
    const live = await ask(first.fetch, 'one')
    await first.close()
    const second = await session()
    expect(second.task).toBe('replay')
    expect(await ask(second.fetch, 'one')).toBe(live)
    expect(sent()).toBe(1)
    await second.assertConsumed()
  })

  test('is filed when it is disposed of', async () => {
    {
      await using first = await session()
      await ask(first.fetch, 'one')
    }
    expect(await folders()).toHaveLength(1)
  })
})

describe('replay', () => {
  test('is the default in CI, also where nothing was recorded', async () => {
    const strict = await session({ env: { CI: 'true' } })
    expect(strict.task).toBe('replay')
    await expect(ask(strict.fetch, 'one')).rejects.toThrow(
      `No recording answers \`POST /anthropic-messages/v1/messages\`, since \`${dir}\` holds none; it was not sent.`,
    )
    expect(sent()).toBe(0)
  })

  test('a miss names the nearest recording and what differs', async () => {
    await record('Tell me about Oslo', 'Tell me about Lima, please')
    const strict = await session({ mode: 'replay' })
    const miss = ask(strict.fetch, 'Tell me about Rome', { temperature: 0 })
    await expect(miss).rejects.toMatchObject({
      name: 'RecordingMiss',
      nearest: {
        name: '001-anthropic-messages-m-1',
        differences: [
          { path: 'body.messages[0].content', expected: 'Tell me about Oslo', got: 'Tell me about Rome' },
          { path: 'body.temperature', got: 0 },
        ],
      },
    })
    await expect(miss).rejects.toThrow(
      /differs in 2 places:\n {2}body\.messages\[0\]\.content: recorded "Tell me about Oslo", asked "Tell me about Rome"\n {2}body\.temperature: recorded nothing, asked 0\n/,
    )
    expect(sent()).toBe(2)
  })

  test('shows long texts where they part, and not too many differences', async () => {
    await record('x'.repeat(500))
    const strict = await session({ mode: 'replay' })
    const more = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`field${at}`, at]))
    const miss = ask(strict.fetch, `${'x'.repeat(499)}y`, more)
    await expect(miss).rejects.toThrow(`recorded "…${'x'.repeat(21)}", asked "…${'x'.repeat(20)}y"`)
    await expect(miss).rejects.toThrow('and 2 more')
  })

  test('another path is told, however alike the bodies are', async () => {
    await record('one')
    const strict = await session({ mode: 'replay' })
    const { request } = await readRecording(join(dir, '001-anthropic-messages-m-1'))
    const miss = strict.fetch('https://api.example.com/v1/other', {
      method: 'POST',
      body: Buffer.from(request.body!),
    })
    await expect(miss).rejects.toThrow('path: recorded "/anthropic-messages/v1/messages", asked "/v1/other"')
  })

  test('repeats are a sequence, and one more than was recorded is a miss', async () => {
    let count = 0
    answer = () => says(`answer ${(count += 1)}`)
    await record('again', 'again')
    const strict = await session({ mode: 'replay' })
    expect(await ask(strict.fetch, 'again')).toContain('answer 1')
    expect(await ask(strict.fetch, 'again')).toContain('answer 2')
    await expect(ask(strict.fetch, 'again')).rejects.toThrow(
      /was recorded 2 times \(`001-.*`, `002-.*`\) and is asked once more; it was not sent/,
    )
  })

  test('fields, texts and key order that were called volatile do not matter', async () => {
    const volatile = { fields: ['user'], text: [/\d{4}-\d\d-\d\d/] }
    const first = await session({ volatile })
    await ask(first.fetch, 'It is 2026-01-01', { user: 'u1', a: 1, b: 2 })
    await first.close()
    const second = await session({ volatile })
    expect(await ask(second.fetch, 'It is 2026-02-02', { b: 2, a: 1 })).toContain('It is 2026-01-01')
  })

  test('an error stays the error it was', async () => {
    answer = () => ({ fault: 'rate-limit' })
    await record('one')
    const strict = await session({ mode: 'replay' })
    const response = await strict.fetch(`${upstream.baseUrl('anthropic-messages')}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm-1', stream: true, messages: [{ role: 'user', content: 'one' }] }),
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test('a body that broke off, breaks off again', async () => {
    answer = () => ({ turn: saying('long enough to be cut'), stopAfter: { events: 3, how: 'reset' } })
    const first = await session()
    await expect(ask(first.fetch, 'one')).rejects.toThrow('terminated')
    await first.close()
    const second = await session({ mode: 'replay' })
    await expect(ask(second.fetch, 'one')).rejects.toThrow('terminated')
  })

  test('a connection that failed, fails again', async () => {
    // Nobody's port; one that was just closed may be somebody's by now.
    const gone = 'http://127.0.0.1:2'
    const first = await session()
    await expect(first.fetch(gone)).rejects.toThrow('fetch failed')
    await first.close()
    const second = await session()
    expect(second.task).toBe('replay')
    await expect(second.fetch(gone)).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test('honours an abort', async () => {
    await record('one')
    const strict = await session({ mode: 'replay' })
    const aborted = strict.fetch(`${upstream.origin}/v1/messages`, {
      signal: AbortSignal.abort(new Error('enough')),
    })
    await expect(aborted).rejects.toThrow()
  })

  test('answers in the order of arrival where several ask at once', async () => {
    await record('a', 'b', 'c')
    const strict = await session({ mode: 'replay' })
    const texts = await Promise.all(['c', 'a', 'b'].map((prompt) => ask(strict.fetch, prompt)))
    expect(texts.map((text) => /You said (\w)/.exec(text)?.[1])).toEqual(['c', 'a', 'b'])
    await strict.assertConsumed()
  })

  test('two sessions over one folder do not use up each other’s recordings', async () => {
    await record('one')
    const [a, b] = [await session(), await session()]
    expect(await ask(a.fetch, 'one')).toContain('You said one')
    expect(await ask(b.fetch, 'one')).toContain('You said one')
    await a.assertConsumed()
    await b.assertConsumed()
  })
})

/** Puts a placeholder of the same length where the request's own key stands in it. */
const redactor: Redactor = {
  ...noRedaction,
  exchange(head) {
    const key = head.headers['x-api-key'] ?? ''
    const safe = (text: string) => text.replaceAll(key, 'REDACTED'.repeat(9).slice(0, key.length))
    const plain = noRedaction.exchange({ ...head, url: safe(head.url), headers: {} })
    const feed = (bytes: Uint8Array) => Buffer.from(safe(Buffer.from(bytes).toString()))
    return { ...plain, requestBody: { feed, end: () => new Uint8Array() } }
  },
}

test('a session recorded with one key is replayed with another, which reaches no message', async () => {
  const asking = (key: string, question: string) => (send: typeof fetch) =>
    send(`${upstream.baseUrl('anthropic-messages')}/v1/messages?trace=${key}`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: `${question} ${key}?` }] }),
    })
  const first = await session({ redactor })
  await asking('a-long-key-of-mine', 'Is it')(first.fetch)
  await first.close()
  const second = await session({ redactor })
  expect((await asking('the-key-of-ci', 'Is it')(second.fetch)).status).toBe(200)
  const miss = await asking('the-key-of-ci', 'Was it')(second.fetch).catch(String)
  expect(miss).toContain('recorded "Is it ‹redacted›?", asked "Was it ‹redacted›?"')
  expect(miss).not.toContain('the-key-of-ci')
})

describe('update', () => {
  test('replaces the recording of the same request, in its own folder', async () => {
    await record('one', 'two')
    answer = () => says('changed')
    await record('two')
    const strict = await session({ mode: 'replay' })
    expect(await ask(strict.fetch, 'two')).toContain('changed')
    expect(await ask(strict.fetch, 'one')).toContain('You said one')
    expect(await folders()).toHaveLength(2)
  })

  test('a changed prompt changes its own recording, and a new one is added', async () => {
    await record('one', 'two')
    await record('one', 'two, please', 'three')
    expect(await folders()).toHaveLength(3)
    const strict = await session({ mode: 'replay' })
    for (const prompt of ['one', 'two, please', 'three']) await ask(strict.fetch, prompt)
    await strict.assertConsumed()
  })

  test('names recordings that are no longer asked for', async () => {
    await record('one', 'two')
    const update = await session({ mode: 'update' })
    await ask(update.fetch, 'one')
    await expect(update.assertConsumed()).rejects.toThrow(
      `\`002-anthropic-messages-m-1\` was never used.\nDelete recordings in \`${dir}\` that are no longer asked for.`,
    )
  })

  test('a good recording is not replaced by a failed one', async () => {
    await record('one')
    answer = () => ({ fault: 'overloaded' })
    const update = await session({ mode: 'update' })
    await ask(update.fetch, 'one')
    await expect(update.assertConsumed()).rejects.toThrow(
      '`001-anthropic-messages-m-1` was kept: its new recording ended badly (status 529).',
    )
    const strict = await session({ mode: 'replay' })
    expect(await ask(strict.fetch, 'one')).toContain('You said one')
  })

  test('two sessions that record into one folder keep both', async () => {
    const [a, b] = [await session(), await session()]
    await Promise.all([ask(a.fetch, 'one'), ask(b.fetch, 'two')])
    await Promise.all([a.close(), b.close()])
    expect(await folders()).toHaveLength(2)
    const strict = await session({ mode: 'replay' })
    await ask(strict.fetch, 'one')
    await ask(strict.fetch, 'two')
    await strict.assertConsumed()
  })
})

test('live sends everything and records nothing', async () => {
  await record('one')
  const live = await session({ mode: 'live' })
  await ask(live.fetch, 'one')
  await ask(live.fetch, 'another')
  await live.assertConsumed()
  expect(sent()).toBe(3)
  expect(await folders()).toHaveLength(1)
})

describe('assertConsumed', () => {
  test('names the recordings that were never used', async () => {
    await record('one', 'two')
    const strict = await session({ mode: 'replay' })
    await ask(strict.fetch, 'one')
    await expect(strict.assertConsumed()).rejects.toThrow('`002-anthropic-messages-m-1` was never used.')
  })

  test('names a miss that the program swallowed', async () => {
    await record('one')
    const strict = await session({ mode: 'replay' })
    await ask(strict.fetch, 'one')
    await ask(strict.fetch, 'two').catch(() => {})
    await expect(strict.assertConsumed()).rejects.toThrow(/^No recording in .* answers/)
  })
})

describe('a folder that is not in order', () => {
  test('a misspelt key in a recording is named, not passed over', async () => {
    await record('one')
    const file = join(dir, '001-anthropic-messages-m-1/recording.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"borders"', '"border"'))
    await expect(session()).rejects.toThrow('`borders` is missing')
    await expect(session()).rejects.toThrow(file)
  })

  test('a changed body is named', async () => {
    await record('one')
    await writeFile(join(dir, '001-anthropic-messages-m-1/body.sse'), 'data: {}\n\n')
    await expect(session()).rejects.toThrow('has another digest')
  })

  test('a folder that does not exist is a session without recordings', async () => {
    expect((await session({ dir: join(dir, 'new') })).task).toBe('record')
  })
})

describe('through msw', () => {
  const openai = () =>
    new OpenAI({ apiKey: 'k', baseURL: `${upstream.baseUrl('openai-chat')}/v1`, maxRetries: 0 })

  async function chat(client: OpenAI, prompt: string): Promise<string> {
    const stream = await client.chat.completions.create({
      model: 'm-1',
      stream: true,
      messages: [{ role: 'user', content: prompt }],
    })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    return text
  }

  /** A kept-alive connection of before is past msw: with the server gone there is nothing left to reach. */
  async function replaying(options: Partial<TestRecorderOptions> = {}): Promise<TestRecorder> {
    await upstream.close()
    return session(options)
  }

  async function listening<T>(test: TestRecorder, run: () => Promise<T>): Promise<T> {
    const server = setupServer(...test.handlers)
    server.listen({ onUnhandledFrame: 'error' })
    try {
      return await run()
    } finally {
      server.close()
    }
  }

  beforeEach(() => {
    answer = (prompt) => says(`You said ${prompt}`, 'stop')
  })

  test('records and replays a client that takes no fetch', async () => {
    const first = await session()
    expect(await listening(first, () => chat(openai(), 'one'))).toBe('You said one')
    await first.close()
    const [folder] = await folders()
    const { request } = await readRecording(join(dir, folder ?? ''))
    expect(JSON.stringify(request.headers)).not.toContain('msw')
    const second = await replaying()
    expect(await listening(second, () => chat(openai(), 'one'))).toBe('You said one')
    await second.assertConsumed()
    expect(sent()).toBe(1)
  })

  test('a miss reaches the client as an error that says what differs', async () => {
    const first = await session()
    await listening(first, () => chat(openai(), 'one'))
    await first.close()
    const second = await replaying({ mode: 'replay' })
    await listening(second, () =>
      expect(chat(openai(), 'two')).rejects.toThrow(
        /404.*body\.messages\[0\]\.content: recorded "one", asked "two"/s,
      ),
    )
    expect(sent()).toBe(1)
    await expect(second.assertConsumed()).rejects.toThrow('was never used')
  })

  test('an error of the body is one for the client too', async () => {
    const recording = recordingOf(chatBody('cut '), { end: { how: 'reset' } })
    const body = JSON.stringify({ model: 'm-1', stream: true, messages: [{ role: 'user', content: 'one' }] })
    const request = { ...recording.request, url: `${upstream.baseUrl('openai-chat')}/v1/chat/completions` }
    await writeRecording(join(dir, 'cut'), { ...recording, request: { ...request, body: Buffer.from(body) } })
    const strict = await replaying({ mode: 'replay' })
    const answer = () => fetch(request.url, { method: 'POST', body })
    await listening(strict, async () => expect((await answer()).text()).rejects.toThrow('terminated'))
  })

  test('live lets everything through', async () => {
    const live = await session({ mode: 'live' })
    expect(await listening(live, () => chat(openai(), 'one'))).toBe('You said one')
    expect(await folders()).toEqual([])
  })
})
