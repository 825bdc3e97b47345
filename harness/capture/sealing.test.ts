import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findRecordings, readRecording } from '../recording/read.ts'
import { createRecorder } from './capture.ts'
import { RedactionBudget } from './redaction-budget.ts'
import { newNonce, newSealKey, openerOf, release, Sealer } from './sealing.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe('sealing', () => {
  test.prop([fc.array(fc.array(fc.uint8Array({ maxLength: 90 }), { maxLength: 12 }), { maxLength: 6 })])(
    'what is sealed is opened again, each part by itself, and has its length',
    (parts) => {
      const [key, nonce] = [newSealKey(), newNonce()]
      const sealer = new Sealer(key, nonce)
      const sealed = parts.map((pieces) => sealer.seal(pieces))
      const opened = sealed.map(({ at, pieces }) => openerOf(key, nonce, at)(Buffer.concat(pieces)))
      expect(opened.map(String)).toEqual(parts.map((pieces) => String(Buffer.concat(pieces))))
    },
  )

  test('no two parts or files are sealed alike', () => {
    const key = newSealKey()
    const zeros = [Buffer.alloc(32)]
    const one = new Sealer(key, newNonce())
    const sealed = [one.seal(zeros), one.seal(zeros), new Sealer(key, newNonce()).seal(zeros)]
    const halves = sealed.flatMap(({ pieces }) =>
      pieces.flatMap((piece) => [piece.subarray(0, 16), piece.subarray(16)]),
    )
    expect(new Set(halves.map(String)).size).toBe(6)
  })

  test('the memory of what is sealed is given back, and no other', () => {
    const whole = Buffer.alloc(100, 1)
    const part = whole.subarray(0, 50)
    const { pieces } = new Sealer(newSealKey(), newNonce()).seal([whole, part])
    release([...pieces, part])
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual([0, 0])
    expect(whole).toEqual(Buffer.alloc(100, 1))
  })
})

test('a budget grants a burst, then so much a second', () => {
  const budget = new RedactionBudget(1000, 500)
  expect([budget.take(900, 0), budget.take(200, 0), budget.take(100, 0)]).toEqual([true, false, true])
  expect([budget.take(100, 100), budget.take(50, 100)]).toEqual([false, true])
  expect(budget.take(1000, 60_000)).toBe(true)
})

const secret = `sk-proj-${'aB3dE5fG7h'.repeat(6)}`
const own = 'Bearer not-of-any-known-shape-0123456789'
const event = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

describe('a stream that becomes too fast', () => {
  let count = 0

  test.prop(
    [
      fc.integer({ min: 60_000, max: 70_000 }),
      fc.integer({ min: 1, max: 40_000 }),
      fc.constantFrom(secret, own),
    ],
    {
      numRuns: 25,
    },
  )(
    'leaves no secret in journal or recording, wherever the sealing begins',
    async (before, read, planted) => {
      const out = join(directory, String(count++))
      const words = event('word '.repeat(40))
      const body = Buffer.from(
        words.repeat(Math.ceil(before / words.length)) + event(planted) + words.repeat(20),
      )
      const recorder = createRecorder({ out, report: () => {} })
      const url = 'https://api.openai.com/v1/chat/completions'
      const exchange = recorder.open({ method: 'POST', url, headers: { authorization: own } }, 0)
      exchange?.requestEnd(0)
      exchange?.response({ status: 200, headers: { 'content-type': 'text/event-stream' } }, 0)
      for (let at = 0; at < body.length; at += read) exchange?.read([body.subarray(at, at + read)], 0)
      const written = readdirSync(out).map((name) => readFileSync(join(out, name), 'latin1'))
      exchange?.end({ how: 'complete' }, 0)
      recorder.close()
      const [folder = ''] = await findRecordings(out)
      const recording = await readRecording(folder)
      const kept = Buffer.from(recording.response?.body ?? []).toString()
      const hidden = planted.replace('Bearer ', '')
      expect(written.join('')).not.toContain(hidden)
      expect(JSON.stringify(recording.request)).not.toContain(hidden)
      expect(kept).not.toContain(hidden)
      expect(kept.length).toBe(body.length)
      expect(kept.slice(0, before)).toBe(body.toString().slice(0, before))
      expect(recording.redactions.some(({ place }) => place === 'response.body')).toBe(true)
      expect(readdirSync(out)).toHaveLength(1)
    },
  )
})
