/** The rows of the table are described, and the wires' readers say of each what the table says. */

import { describe, expect, test } from 'vitest'
import { isSlug } from '../../recording/slug.ts'
import { asRecorded } from '../../replay/rechunk.ts'
import type { Failure } from '../../turn/failure.ts'
import { wireOf } from '../../wire/wires.ts'
import { readDelivered } from '../truth.ts'
import { json, type ErrorTruth } from './error-situation.ts'
import { connectionErrors, httpErrors, streamErrors } from './error-situations.ts'
import { readerOf } from './readers.ts'
import { bodyOfRow, errorRecordings } from './recordings.ts'

const all = [...httpErrors, ...streamErrors, ...connectionErrors]

/** What a row states, of a failure. */
function stated({ code, retryable, retryAfterMs, requestId }: Failure): ErrorTruth {
  return {
    code,
    ...(retryable === undefined ? {} : { retry: retryable }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

describe('the table', () => {
  test('has at least 120 situations, each described and with a public source', () => {
    expect(all.length).toBeGreaterThanOrEqual(120)
    for (const { id, title, source, provider } of all) {
      expect(isSlug(`error-${id}-after-text`) && !/-\d+$/.test(id), id).toBe(true)
      expect([title.length > 5, provider.length > 1, /^https:\/\/[\w.-]+\//.test(source)], id).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  test('names each recording of a wire once', () => {
    const names = errorRecordings().map(({ recording }) => `${recording.wire}/${recording.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('covers every provider that was asked for', () => {
    const asked =
      'OpenAI Azure Anthropic Gemini Vertex Bedrock Mistral Cohere Ollama Groq xAI OpenRouter DeepSeek z.ai Kimi MiniMax DashScope Together LiteLLM llama.cpp vLLM Copilot Cloudflare Proxy'
    const covered = new Set(all.map(({ provider }) => provider))
    expect([...asked.split(' '), 'LM Studio'].filter((provider) => !covered.has(provider))).toEqual([])
  })

  test('covers every class a provider can report', () => {
    const classes = new Set(all.map(({ truth }) => truth.code))
    expect([...classes].sort()).toMatchObject({ length: 14 })
  })
})

const answers = httpErrors.flatMap((row) =>
  row.wires.map((wire) => ({ name: `${wire} ${row.id}`, row, wire })),
)
test.for(answers)('an answer: $name', ({ row, wire }) => {
  const headers = { ...json, ...row.headers }
  const failure = readerOf(wire).readError({ status: row.status, headers, body: bodyOfRow(row) })
  expect(stated(failure)).toEqual(row.truth)
  expect(failure.status).toBe(row.status)
  expect(failure.message).not.toBe('')
})

const events = streamErrors.flatMap((row) =>
  row.wires.map((wire) => ({ name: `${wire} ${row.id}`, row, wire })),
)
test.for(events)('inside a stream: $name', ({ row, wire }) => {
  const { data, event } = row.event
  const payload = wire === 'bedrock-converse' ? { [event ?? '']: data } : data
  expect(stated(readerOf(wire).readInBandError(payload))).toEqual(row.truth)
})

const recorded = errorRecordings().map((each) => ({
  ...each,
  name: `${each.recording.wire}/${each.recording.name}`,
}))
test.for(recorded)('$name is read as its row says', ({ recording, row, at }) => {
  if (recording.wire === undefined) throw new Error('it has no wire')
  const { turn } = readDelivered(wireOf(recording.wire), asRecorded.apply(recording)).reading
  const isInside = 'inside' in row
  if (isInside) expect(turn).toMatchObject({ state: 'open', blocks: [{ type: 'text', text: 'Par' }] })
  else expect(turn.finish).toMatchObject({ reason: 'error', failure: { code: row.truth.code } })
  if (at === 'behind text') expect(turn.blocks).toEqual([{ type: 'text', text: 'Par' }])
  if (at === 'first event' || at === 'answer') expect(turn.blocks).toEqual([])
})
