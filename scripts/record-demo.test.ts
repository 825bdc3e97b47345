import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadRecordings } from '../harness/index.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'demo-'))
})
afterEach(() => rm(dir, { recursive: true }))

function demo(): Promise<{ code: number | null; text: string }> {
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
  const script = fileURLToPath(new URL('record-demo.ts', import.meta.url))
  const program = spawn(process.execPath, [tsx, script, join(dir, 'demo')])
  let text = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  return new Promise((resolve) => program.on('close', (code) => resolve({ code, text })))
}

test('the demo records every scenario of six wires offline, and both converters pass on them', async () => {
  const { code, text } = await demo()
  expect(text).toContain('lint: nothing found')
  expect(text).toMatch(/^95 recordings played through pi-ai, pi-ai-events, openai, openai-events/m)
  expect(text).toMatch(new RegExp(`^The recordings are in .*demo/?$`, 'm'))
  expect({ code, text }).toMatchObject({ code: 0 })
  const wires = new Map<string | undefined, number>()
  for await (const loaded of loadRecordings(join(dir, 'demo'))) {
    if ('refused' in loaded) throw new Error(loaded.refused.reason)
    const { wire } = loaded.recording
    wires.set(wire, (wires.get(wire) ?? 0) + 1)
  }
  expect(Object.fromEntries(wires)).toEqual({
    'anthropic-messages': 16,
    'bedrock-converse': 16,
    gemini: 16,
    mistral: 16,
    'openai-chat': 16,
    'openai-responses': 15,
  })
}, 120_000)
