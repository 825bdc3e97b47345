/** Our converters give an error the same class, however its answer is written and delivered. Not here: which class is right (the suite's error situations). */

import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { errorSource, runDriver, type Driver, type Recording } from '../harness/index.ts'
import { loadShippedDrivers } from './drivers.ts'

type Answer = NonNullable<Recording['response']>
type Case = { driver: Driver; wire: NonNullable<Recording['wire']>; name: string; answer: Answer }

let cases: Case[] = []

beforeAll(async () => {
  const drivers = (await loadShippedDrivers()).map(({ driver }) => driver)
  // A client with sockets of its own takes ten times as long, and reads the same texts.
  const direct = drivers.filter(({ level }) => level === 'http')
  cases = errorSource().recordings.flatMap(({ wire, name, response: answer }) => {
    if (wire === undefined || answer === undefined || answer.status < 400) return []
    return direct
      .filter(({ wires, serverWires }) => wires.includes(wire) && !serverWires.includes(wire))
      .map((driver) => ({ driver, wire, name, answer }))
  })
})

/** The JSON body with the fields of every object the other way round, and digits that are no status; other text as it is. */
function rewritten(body: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(body)
  try {
    return new TextEncoder().encode(JSON.stringify(backwards(JSON.parse(text))))
  } catch {
    return body
  }
}

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]): [string, unknown] => [key, backwards(inner)])
  return { x_trace: 'trace-403-401-429', ...Object.fromEntries(fields.reverse()) }
}

function cut(body: Uint8Array, borders: readonly number[]): Uint8Array[] {
  const places = [0, ...borders.map((border) => border % Math.max(1, body.length)), body.length]
  const sorted = [...new Set(places)].sort((a, b) => a - b)
  return sorted.slice(1).map((end, at) => body.subarray(sorted[at], end))
}

async function codeOf({ driver, wire, answer }: Case, reads: Uint8Array[], headers: Record<string, string>) {
  const { parts } = await runDriver(driver, {
    wire,
    delivered: { status: answer.status, headers, reads, end: 'clean' },
  })
  const finish = parts.find((part) => part.type === 'finish')
  return finish?.type === 'finish' ? finish.failure?.code : undefined
}

test('fields the other way round, upper-case headers, other borders and digits in a trace change no class', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.array(fc.nat(), { maxLength: 6 }), async (drawn, borders) => {
      const one = cases[drawn % cases.length]
      if (one === undefined) throw new Error('there is no case')
      const { body, headers } = one.answer
      const upper = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      )
      const plain = await codeOf(one, [body], headers)
      const disguised = await codeOf(one, cut(rewritten(body), borders), upper)
      expect([one.name, disguised]).toEqual([one.name, plain])
    }),
    { numRuns: 150 },
  )
})
