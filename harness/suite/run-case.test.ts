import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import { cutAfterEvent } from '../replay/cut.ts'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import { runCase } from './run-case.ts'

type Chunk = { choices: { delta: { content?: string } }[] }

/** Runs a converter over a stream that falls silent after two events; it waits before it gives each on. */
async function incrementalOf(wait: () => Promise<unknown>) {
  const driver = defineDriver<Chunk, undefined, 'events'>({
    name: 'acme',
    version: '1',
    wires: ['openai-chat'],
    level: 'events',
    capabilities: { blockStarts: false },
    async *convert(payloads) {
      for await (const payload of payloads) {
        await wait()
        yield payload as Chunk
      }
    },
    *project({ choices: [choice] }) {
      yield { type: 'text-delta', index: 0, text: choice?.delta.content ?? '' }
    },
  })
  const name = { wire: 'openai-chat', recording: 'test', delivery: 'stall-after-2', driver: 'acme' }
  const recording = recordingOf(chatBody('a', 'b'))
  const delivery = cutAfterEvent(2, 'stall')
  const run = await runCase({ name, wire: 'openai-chat', driver, recording, delivery, shipped: false })
  return run.answers.find(({ rule }) => rule.id === 'incremental')?.answer
}

test('a converter that works in memory is not waited for', async () => {
  expect(await incrementalOf(async () => {})).toEqual({ findings: [] })
})

test('one with a short timer of its own is given the time, and is not accused', async () => {
  expect(await incrementalOf(() => delay(4))).toEqual({ findings: [] })
})

test('one that waits for the next event is', async () => {
  let events = 0
  // Every second event is held back: the case may be run twice.
  const wait = () => (events++ % 2 === 0 ? Promise.resolve() : new Promise(() => {}))
  expect(await incrementalOf(wait)).toMatchObject({
    findings: [{ expected: 'ab', got: 'a' }],
  })
})
