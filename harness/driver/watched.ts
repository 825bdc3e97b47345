/** A driver under watch: what its converter took, what its hooks gave, and what was wrong with that first. Not here: what follows from it (harness/suite/smoke.ts). */

import { partSchema, type Part } from '../trace/part.ts'
import type { ConvertContext, Driver } from './driver.ts'

/** What one hook gave that is no part, or threw. */
export type HookFault = {
  hook: 'project' | 'end' | 'state'
  /** The native event, where the hook has one. */
  event?: unknown
} & ({ part: unknown; type: 'part' } | { given: unknown; type: 'given' } | { error: unknown; type: 'threw' })

export type Watch = {
  /** How much of its input the converter took: payloads at level `events`, 1 for a Response whose body it read. Below level http only. */
  taken: number
  /** What `convert` gave, where it is nothing to iterate over. */
  notIterable?: { given: unknown }
  /** What `convert` or the iteration over its events threw. */
  thrown?: unknown
  fault?: HookFault
}

/** The same driver, and what is seen of it while it runs once. */
export function watched(driver: Driver): { driver: Driver; watch: Watch } {
  const watch: Watch = { taken: 0 }
  return {
    watch,
    driver: {
      ...driver,
      ...watchedConvert(driver, watch),
      ...(driver.state && { state: (wire) => ofHook(watch, 'state', () => driver.state?.(wire)) }),
      ...(driver.end && {
        end: (state, how, wire) =>
          watchedParts(watch, { hook: 'end' }, () => driver.end?.(state, how, wire) ?? []),
      }),
      project: (event, state, wire) =>
        watchedParts(watch, { hook: 'project', event }, () => driver.project(event, state, wire)),
    } as Driver,
  }
}

function watchedConvert(driver: Driver, watch: Watch): Pick<Driver, 'convert'> {
  switch (driver.level) {
    case 'http':
      return { convert: (context: ConvertContext) => events(watch, () => driver.convert(context)) }
    case 'bytes':
      return {
        convert: (response: Response, context: ConvertContext) =>
          events(
            watch,
            () => driver.convert(response, context),
            () => {
              watch.taken = response.bodyUsed ? 1 : 0
            },
          ),
      }
    case 'events':
      return {
        convert: (payloads: AsyncIterable<unknown>, context: ConvertContext) =>
          events(watch, () => driver.convert(counted(payloads, watch), context)),
      }
  }
}

async function* counted(payloads: AsyncIterable<unknown>, watch: Watch): AsyncGenerator {
  for await (const payload of payloads) {
    watch.taken += 1
    yield payload
  }
}

async function* events(watch: Watch, convert: () => unknown, settled: () => void = () => {}): AsyncGenerator {
  try {
    const given = await convert()
    if (!isIterable(given)) {
      watch.notIterable = { given }
      return
    }
    yield* given
  } catch (error) {
    watch.thrown = error
    throw error
  } finally {
    settled()
  }
}

function ofHook<T>(watch: Watch, hook: HookFault['hook'], call: () => T): T {
  try {
    return call()
  } catch (error) {
    watch.fault ??= { hook, type: 'threw', error }
    throw error
  }
}

function* watchedParts(
  watch: Watch,
  about: Pick<HookFault, 'hook' | 'event'>,
  give: () => Iterable<Part>,
): Iterable<Part> {
  try {
    const given = give()
    if (!isListOfParts(given)) {
      watch.fault ??= { ...about, type: 'given', given }
      return
    }
    for (const part of given) {
      if (!partSchema.safeParse(part).success) watch.fault ??= { ...about, type: 'part', part }
      yield part
    }
  } catch (error) {
    watch.fault ??= { ...about, type: 'threw', error }
    throw error
  }
}

function isListOfParts(given: unknown): boolean {
  return typeof given === 'object' && given !== null && Symbol.iterator in given
}

function isIterable(given: unknown): given is AsyncIterable<unknown> | Iterable<unknown> {
  if (given === null || given === undefined) return false
  return Symbol.asyncIterator in Object(given) || Symbol.iterator in Object(given)
}
