import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRecording, tell } from '../../harness/index.ts'
import { startUpstream, type Answer, type Upstream } from '../../harness/record.ts'
import { localAnswer } from '../scenarios/local-answers.ts'
import { providers } from '../scenarios/providers.ts'
import { UsageError } from '../usage-error.ts'
import { runScenarios, type ScenarioOptions } from './record-scenarios.ts'

const execute = promisify(execFile)

let out: string
let lines: string[]
let upstream: Upstream | undefined
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'scenarios-'))
  lines = []
})
afterEach(async () => {
  await upstream?.close()
  upstream = undefined
  await rm(out, { recursive: true })
})

type Asking = { env?: Record<string, string>; ask?: (question: string) => Promise<string> }

function run(options: ScenarioOptions, { env = {}, ask }: Asking = {}): Promise<number> {
  return runScenarios({ out, ...options }, { env, ask, say: (line) => lines.push(line) })
}

const provider = 'anthropic'

describe.each(providers.map(({ name, wire }) => ({ name, wire })))(
  '$name without a key',
  ({ name, wire }) => {
    test('records the whole catalogue from the local upstream', async () => {
      expect(await run({ provider: name })).toBe(0)
      expect(lines.join('\n')).toContain('nothing leaves this machine')
      const folders = await readdir(join(out, wire))
      expect(folders).toHaveLength(wire === 'openai-responses' ? 15 : 16)
      for (const folder of folders) {
        const recording = await readRecording(join(out, wire, folder))
        expect(recording).toMatchObject({
          wire,
          borders: 'wire',
          framing: 'captured',
          end: { how: folder === 'abort' ? 'client-cancel' : 'complete' },
          provenance: { kind: 'captured', from: 'local upstream' },
        })
        expect(tell(recording).kind).not.toBe('refused')
      }
    })
  },
)

test('keeps no key that was sent', async () => {
  await run({ provider, scenario: ['text', 'bad-key'] })
  for (const name of ['text', 'bad-key']) {
    const { request } = await readRecording(join(out, 'anthropic-messages', name))
    expect(JSON.stringify(request.headers)).not.toMatch(/streamproof-(local-)?key/)
  }
})

describe('with a provider to be paid', () => {
  const answers = { answer: undefined as Answer | undefined }

  async function paid(options: ScenarioOptions, asking: Asking = {}): Promise<number> {
    upstream ??= await startUpstream({
      answers: (asked) => answers.answer ?? localAnswer(asked),
      key: 'a-real-key',
    })
    const baseUrl = upstream.baseUrl('anthropic-messages')
    const env = { ANTHROPIC_API_KEY: 'a-real-key' }
    return run({ provider, baseUrl, scenario: ['text'], ...options }, { env, ...asking })
  }

  test('says what it will send, and sends nothing without a yes', async () => {
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return ''
    }
    expect(await paid({ model: 'claude-x' }, { ask })).toBe(4)
    expect(questions).toEqual(['Send them? [y/N] '])
    expect(lines[0]).toMatch(/This sends 1 request to .* claude-x\), with the key in ANTHROPIC_API_KEY/)
    expect(upstream?.asked).toEqual([])
  })

  test('sends after a yes, with the key and the model', async () => {
    expect(await paid({ model: 'claude-x' }, { ask: async () => 'y' })).toBe(0)
    expect(upstream?.asked).toMatchObject([{ model: 'claude-x', credential: 'a-real-key' }])
    const recording = await readRecording(join(out, 'anthropic-messages/text'))
    expect(recording.provenance).toMatchObject({
      from: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      model: 'claude-x',
    })
  })

  test('sends without asking under --yes', async () => {
    expect(await paid({ yes: true })).toBe(0)
  })

  test('refuses to send where nobody can be asked', async () => {
    await expect(paid({})).rejects.toThrow(UsageError)
  })

  test('does not overwrite a good recording by a failed one', async () => {
    await paid({ yes: true })
    // A connection of before is not seen by a second tap.
    await upstream?.close()
    upstream = undefined
    answers.answer = { fault: 'overloaded' }
    expect(await paid({ yes: true })).toBe(1)
    answers.answer = undefined
    expect(lines.at(-2)).toContain('529, 75 bytes (expected an answer): the earlier recording was kept')
    expect((await readRecording(join(out, 'anthropic-messages/text'))).response?.status).toBe(200)
  })

  test('says that a connection failed', async () => {
    // Nobody's port; one that was just closed may be somebody's by now.
    expect(await paid({ yes: true, baseUrl: 'http://127.0.0.1:2' })).toBe(1)
    expect(lines.at(-2)).toContain('ECONNREFUSED')
    expect(lines.at(-1)).toBe('0 of 1 recorded, 1 not as their scenario wants.')
  })
})

test.each([
  [{}, 'needs `--provider`: openai,'],
  [{ provider: 'acme' }, 'no provider `acme`. Known: openai,'],
  [{ provider, scenario: ['tex'] }, 'no scenario `tex`. Known: text,'],
  [{ provider, baseUrl: 'localhost:80' }, '`localhost:80` is no http or https url'],
])('refuses %j', async (options, message) => {
  await expect(run(options)).rejects.toThrow(message)
})

describe('the command line', () => {
  async function streamproof(...args: string[]): Promise<{ code: number; text: string }> {
    const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
    const script = fileURLToPath(new URL('../streamproof.ts', import.meta.url))
    const env = { PATH: process.env['PATH'] ?? '' }
    return execute(process.execPath, [tsx, script, ...args], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        text: stdout + stderr,
      }),
    )
  }

  test('records one scenario without a program and without a key', async () => {
    const args = ['--provider', 'gemini', '--scenario', 'tool-call', '--out', out]
    const { code, text } = await streamproof('record', '--scenarios', ...args)
    expect(text).toContain('ok   tool-call')
    expect(code).toBe(0)
    expect(await readdir(join(out, 'gemini'))).toEqual(['tool-call'])
  })

  test.each([
    [['--scenarios', '--provider', 'gemini', '--', 'node', 'x.mjs'], 'leave the program away'],
    [['--scenarios', '--provider', 'gemini', '--overflow-tokens', 'many'], 'positive whole number'],
  ])('record %j is a wrong call', async (args, message) => {
    const { code, text } = await streamproof('record', ...args)
    expect(text).toContain(message)
    expect(code).toBe(2)
  })
})
