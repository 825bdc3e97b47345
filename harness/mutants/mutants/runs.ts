/** Mutants of the run itself: time, requests, background work, state between streams. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from '../../trace/part.ts'
import { onParts, untilFinish, type Edit } from '../break-parts.ts'
import { onFetch, onRun } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

const texts = { 'openai-chat': ['text'], 'anthropic-messages': ['text'] }
const stall = ['stall-after-']

function isDelta({ type }: Part): boolean {
  return type.endsWith('-delta')
}

/** One delta late. */
function oneBehind(): Edit {
  let held: Part[] = []
  return (part) => {
    const before = held
    held = isDelta(part) ? [part] : []
    return isDelta(part) ? before : [...before, part]
  }
}

/** Rejects when the signal aborts, and lets go of nothing. */
async function* deaf(run: () => AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  const iterator = run()[Symbol.asyncIterator]()
  for (;;) {
    const step = await Promise.race([iterator.next(), aborted])
    if (step.done === true) return
    yield step.value
  }
}

export const runMutants: readonly Mutant[] = [
  {
    id: 'hangs-at-the-end',
    breaks: 'ends',
    title: 'When the body ended the converter does not.',
    level: 'run',
    shownBy: { 'openai-chat': ['text'] },
    deliveries: [],
    hangMs: 250,
    apply: onRun(async function* (run) {
      yield* run()
      await new Promise(() => {})
    }),
  },
  {
    id: 'waits-for-the-terminator',
    breaks: 'ends',
    title: 'A stream that was cut is waited for without end.',
    level: 'run',
    shownBy: { 'anthropic-messages': ['cut-in-text'] },
    deliveries: [],
    hangMs: 250,
    apply: onRun(async function* (run) {
      for await (const part of run()) {
        if ((part as Part).type === 'finish' && (part as { reason: string }).reason === 'error')
          await new Promise(() => {})
        yield part
      }
    }),
  },
  {
    id: 'parts-without-end',
    breaks: 'ends',
    title: 'The last delta comes again and again.',
    level: 'run',
    shownBy: { 'openai-chat': ['text'] },
    deliveries: [],
    hangMs: 1_000,
    apply: onRun(async function* (run) {
      for await (const part of run()) {
        yield part
        while ((part as Part).type === 'text-delta') yield part
      }
    }),
  },
  {
    id: 'retries-unasked',
    breaks: 'one-request',
    title: 'A failed request is sent again without being asked for.',
    source: 'https://github.com/openai/openai-node#retries',
    level: 'fetch',
    shownBy: { 'openai-chat': ['http-429', 'http-500'], 'anthropic-messages': ['http-529'] },
    apply: onFetch((fetch) => async (input, init) => {
      const response = await fetch(input, init)
      return response.status === 429 || response.status >= 500 ? await fetch(input, init) : response
    }),
  },
  {
    id: 'looks-the-model-up-first',
    breaks: 'one-request',
    title: 'A request for the model goes before the one for the answer.',
    level: 'fetch',
    shownBy: texts,
    apply: onFetch((fetch, { baseUrl }) => async (input, init) => {
      await fetch(`${baseUrl}/v1/models`)
      return await fetch(input, init)
    }),
  },
  {
    id: 'rejects-in-the-background',
    breaks: 'no-unhandled-rejection',
    title: 'A broken connection also rejects a promise that nobody holds.',
    source: 'https://www.npmjs.com/package/@langchain/google-genai (2.3.2)',
    level: 'run',
    shownBy: { 'openai-chat': ['reset-in-text'], gemini: ['reset-in-text'] },
    apply: onRun(async function* (run) {
      for await (const part of run()) {
        const { type, reason } = part as { type: string; reason?: string }
        if (type === 'finish' && reason === 'error') void Promise.reject(new Error('read failed'))
        yield part
      }
    }),
  },
  {
    id: 'cancel-rejects-in-the-background',
    breaks: 'no-unhandled-rejection',
    title: 'Cleaning up behind a good answer rejects a promise that nobody holds.',
    level: 'run',
    shownBy: texts,
    deliveries: [],
    apply: onRun(async function* (run) {
      yield* run()
      void Promise.reject(new TypeError('ReadableStream is locked'))
    }),
  },
  {
    id: 'buffers-until-the-end',
    breaks: 'incremental',
    title: 'Everything comes out when the answer is complete.',
    level: 'parts',
    shownBy: { 'openai-chat': ['text', 'tool-call'], 'anthropic-messages': ['text'] },
    deliveries: stall,
    apply: untilFinish(
      () => true,
      (held, finish) => [...held, finish],
    ),
  },
  {
    id: 'one-delta-behind',
    breaks: 'incremental',
    title: 'A delta comes out when the next event is there.',
    level: 'parts',
    shownBy: { 'openai-chat': ['text'], gemini: ['text'], 'bedrock-converse': ['text'] },
    deliveries: stall,
    apply: onParts(oneBehind),
  },
  {
    id: 'arguments-held-until-the-end',
    breaks: 'incremental',
    title: 'Argument deltas come out together when the call is complete.',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call-hard-arguments'], 'openai-responses': ['tool-call'] },
    deliveries: stall,
    apply: untilFinish(
      ({ type }) => type === 'tool-call-delta' || type === 'block-end',
      (held, finish) => [...held, finish],
    ),
  },
  {
    id: 'signal-ignored',
    breaks: 'abort-honoured',
    title: 'The signal does not reach the request.',
    level: 'fetch',
    shownBy: { 'openai-chat': ['text'] },
    deliveries: stall,
    apply: onFetch((fetch) => (input, init) => {
      const { signal: _, ...rest } = init ?? {}
      return fetch(input, rest)
    }),
  },
  {
    id: 'upstream-left-open',
    breaks: 'abort-honoured',
    title: 'After an abort the converter ends, and the connection stays open.',
    level: 'run',
    shownBy: { 'openai-chat': ['text'], 'anthropic-messages': ['text'] },
    deliveries: stall,
    apply: (driver) => {
      const unsignalled = onFetch((fetch) => (input, init) => {
        const { signal: _, ...rest } = init ?? {}
        return fetch(input, rest)
      })(driver)
      return onRun((run, { signal }) => deaf(run, signal))(unsignalled)
    },
  },
  {
    id: 'lingers-after-the-abort',
    breaks: 'abort-honoured',
    title: 'After an abort the converter takes its time.',
    level: 'run',
    shownBy: { gemini: ['text'] },
    deliveries: stall,
    apply: onRun(async function* (run, { signal }) {
      yield* run()
      if (signal.aborted) await delay(1_200)
    }),
  },
]
