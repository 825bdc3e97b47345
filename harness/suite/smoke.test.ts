import { describe, expect, test } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import type { Driver, DriverOptions } from '../driver/driver.ts'
import { controls, mutants } from '../mutants/all-mutants.ts'
import { plainByteDrivers, plainDrivers, plainEventDrivers } from '../mutants/plain/plain-drivers.ts'
import type { Part } from '../trace/part.ts'
import { wireNames, type WireName } from '../wire/wire.ts'
import { type SmokeError, smokeRun } from './smoke.ts'

type Chunk = { choices: { delta?: { content?: string | null }; finish_reason?: string | null }[] }

const options = { limits: { hangMs: 50, maxParts: 1_000, maxCharacters: 1_000_000 } }

const good: DriverOptions<Chunk, undefined, 'events'> = {
  name: 'acme',
  version: '1',
  wires: ['openai-chat'],
  level: 'events',
  convert: (payloads) => payloads as AsyncIterable<Chunk>,
  *project({ choices: [choice] }) {
    const text = choice?.delta?.content
    if (text) yield { type: 'text-delta', index: 0, text }
    if (choice?.finish_reason) yield { type: 'finish', reason: 'stop' }
  },
}

/** What it says of `good` with something else in it; undefined where it lets it go on. */
async function said(change: object): Promise<string | undefined> {
  const driver = defineDriver({ ...good, ...change })
  return smokeRun([{ driver, wire: 'openai-chat' }], options).then(
    () => undefined,
    (error: unknown) => (error as SmokeError).message,
  )
}

/** Takes what it is given and says nothing. */
async function* silent(payloads: AsyncIterable<unknown>, wait: () => unknown): AsyncGenerator {
  for await (const payload of payloads) {
    await wait()
    if (payload === undefined) yield payload
  }
}

/** Nothing can be asked of it but its type. */
const unreadable: object = new Proxy(
  {},
  {
    get() {
      throw new Error('no field')
    },
    getPrototypeOf() {
      throw new Error('no prototype')
    },
  },
)

const wrongPart = { type: 'text-delta', index: 0, words: 'x' } as unknown as Part

/** What is put into `good`, and what is said of it. */
const broken: [string, object, RegExp][] = [
  [
    'one whose events have private fields',
    {
      *convert() {
        yield new (class {
          readonly #text = 'a'
          get text() {
            return this.#text
          }
        })()
      },
      project: (event: { text: string }): Part[] => [{ type: 'text-delta', index: 0, text: event.text }],
    },
    /`project` threw TypeError: .* no copy has private fields: give plain data from `convert`\./,
  ],
  [
    'one whose `end` gives what cannot be read',
    { end: () => unreadable },
    /`end` gave \{\}\. Give an iterable of parts/,
  ],
  [
    'one whose `state` throws what cannot be read',
    {
      state() {
        throw unreadable
      },
    },
    /`state` threw a value that cannot be read/,
  ],
  [
    'one that gives nothing to iterate over',
    { convert: () => undefined },
    /`convert` gave undefined\. Give an/,
  ],
  [
    'one that never asks its converter',
    { convert: () => [] },
    /`convert` ended and took none of the payloads\. At level `events` it gets an async iterable/,
  ],
  [
    'one that throws at once',
    {
      convert: () => {
        throw new RangeError('no')
      },
    },
    /`convert` threw RangeError: no.* and took none of the payloads/,
  ],
  [
    'one that takes all and gives nothing',
    {
      convert: (payloads: AsyncIterable<unknown>) => silent(payloads, () => {}),
    },
    /`convert` ended and gave no event of a one-word answer/,
  ],
  [
    'one that waits for ever',
    {
      convert: (payloads: AsyncIterable<unknown>) => silent(payloads, () => new Promise(() => {})),
    },
    /`convert` did not end within 50 ms and gave no event/,
  ],
  [
    'one of the wrong level: it is given payloads and wants a Response',
    { convert: (response: Response) => response.body?.getReader() },
    /`convert` gave undefined.*`level` must be the one at which your converter takes over/,
  ],
  [
    'one of the wrong level: it is given a Response and wants payloads',
    { level: 'bytes' },
    /`convert` gave a value of class Response\./,
  ],
  [
    'one of level http that sends no request',
    {
      level: 'http',
      async *convert() {
        yield { choices: [{ delta: { content: 'a' } }] }
      },
    },
    /`convert` ended and sent no request through `context\.fetch`/,
  ],
  [
    'one that projects nothing',
    { project: (): Part[] => [] },
    /`project` gave no part for any of \d+ events, the first of them \{"/,
  ],
  [
    'a projection that gives nothing',
    { project: () => undefined },
    /`project` gave undefined for the event \{.*Give an iterable of parts/,
  ],
  [
    'an async projection',
    { project: async () => [] },
    /`project` gave a promise for the event.*hooks are not `async`/,
  ],
  [
    'a projection that throws',
    {
      project: () => {
        throw new TypeError('what is this')
      },
    },
    /`project` threw TypeError: what is this.* for the event \{"/,
  ],
  [
    'a part of a wrong shape',
    { project: (): Part[] => [wrongPart] },
    /`project` gave a part of a wrong shape for the event \{.*: \{"type":"text-delta","index":0,"words":"x"\}: .*text: .*expected string.*words/,
  ],
  [
    'an end that throws',
    {
      end: () => {
        throw new Error('late')
      },
    },
    /`end` threw Error: late/,
  ],
  [
    'a state that throws',
    {
      state: () => {
        throw new Error('early')
      },
    },
    /`state` threw Error: early/,
  ],
  [
    'one that says nothing but an error',
    { project: () => [{ type: 'finish', reason: 'error', failure: { code: 'AUTH', message: 'no key' } }] },
    /a one-word answer gave nothing but an error: .*no key/,
  ],
]

describe('a broken driver is told, with what came and how to mend it', () => {
  test.for(broken)('%s', async ([, change, message]) => {
    const text = await said(change)
    expect(text).toMatch(message)
    expect(text).toMatch(/^the driver `acme`.* is broken, so no case was run\. Over openai-chat, /)
  })
})

describe('a converter that is merely wrong goes on to the cases', () => {
  test.for([
    ['an honest one, silent about tools', {}],
    ['one that drops the text', { project: (): Part[] => [{ type: 'finish', reason: 'stop' }] }],
    ['one that never finishes', { project: (): Part[] => [{ type: 'text-delta', index: 0, text: 'x' }] }],
    [
      'one that hangs at its end',
      {
        async *convert(payloads: AsyncIterable<unknown>) {
          yield* payloads
          await new Promise(() => {})
        },
      },
    ],
    [
      'one that throws at a call',
      {
        async *convert(payloads: AsyncIterable<unknown>) {
          for await (const payload of payloads) {
            if (JSON.stringify(payload).includes('tool_calls')) throw new Error('tools')
            yield payload
          }
        },
      },
    ],
    [
      'one that says all at its end',
      { project: (): Part[] => [], end: () => [{ type: 'text-delta', index: 0, text: 'Yes.' }] },
    ],
  ] as const)('%s', async ([, change]) => {
    expect(await said(change)).toBeUndefined()
  })

  const origins: Record<string, Record<WireName, Driver>> = {
    plain: plainDrivers,
    'plain-bytes': plainByteDrivers,
    'plain-events': plainEventDrivers,
  }

  test.for(Object.keys(origins))('the %s converters, over every wire', async (origin) => {
    const spoken = wireNames.flatMap((wire) => {
      const driver = origins[origin]?.[wire]
      return driver ? [{ driver, wire }] : []
    })
    expect(spoken.length).toBeGreaterThan(4)
    await smokeRun(spoken)
  })

  test('every mutant of a plain converter', async () => {
    const accused: string[] = []
    for (const mutant of [...mutants, ...controls]) {
      for (const wire of Object.keys(mutant.shownBy) as WireName[]) {
        const plain = origins[mutant.origin ?? 'plain']?.[wire]
        if (!plain) continue
        const driver = mutant.apply(plain)
        await smokeRun([{ driver, wire }], options).catch(() => accused.push(`${mutant.id} ${wire}`))
      }
    }
    expect(accused).toEqual([])
  })
})
