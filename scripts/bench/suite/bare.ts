/** A converter at level `events` alone: what each of its runs is given, and how long it takes to convert that without the suite around it. */

import type { ConvertContext, Driver, WireName } from '../../../harness/index.ts'

type EventsDriver = Extract<Driver, { level: 'events' }>

/** What one run was given, and how that ended. */
type Input = { wire: WireName; payloads: unknown[]; broke?: unknown }

export function atEvents(driver: Driver): EventsDriver {
  if (driver.level !== 'events') throw new Error(`\`${driver.name}\` is not of level events`)
  return driver
}

/** The driver, and how often it has been asked to convert. */
export function counted(driver: EventsDriver): { driver: EventsDriver; runs: () => number } {
  let runs = 0
  return {
    driver: {
      ...driver,
      convert(payloads, context) {
        runs += 1
        return driver.convert(payloads, context)
      },
    },
    runs: () => runs,
  }
}

/** The driver, and copies of everything it has been given. */
export function noted(driver: EventsDriver): { driver: EventsDriver; inputs: Input[] } {
  const inputs: Input[] = []
  const convert: EventsDriver['convert'] = (payloads, context) => {
    const input: Input = { wire: context.wire, payloads: [] }
    inputs.push(input)
    return driver.convert(noting(payloads, input), context)
  }
  return { driver: { ...driver, convert }, inputs }
}

async function* noting(payloads: AsyncIterable<unknown>, input: Input): AsyncGenerator {
  try {
    for await (const payload of payloads) {
      input.payloads.push(structuredClone(payload))
      yield payload
    }
  } catch (error) {
    input.broke = error
    throw error
  }
}

/** Seconds to convert the inputs, one after the other. */
export async function bareSeconds(driver: EventsDriver, inputs: readonly Input[]): Promise<number> {
  const started = performance.now()
  for (const input of inputs) await convertAlone(driver, input)
  return (performance.now() - started) / 1_000
}

async function convertAlone(driver: EventsDriver, input: Input): Promise<void> {
  const events = await driver.convert(given(input), contextOf(input.wire))
  try {
    for await (const _ of events);
  } catch {
    // The converter let the broken stream through, as it may.
  }
}

async function* given({ payloads, broke }: Input): AsyncGenerator {
  yield* payloads
  if (broke !== undefined) throw broke
}

function contextOf(wire: WireName): ConvertContext {
  const model = 'recorded-model'
  const request = { model, messages: [] }
  const { signal } = new AbortController()
  return { wire, model, baseUrl: 'http://bench.invalid', fetch, apiKey: 'none', request, signal }
}
