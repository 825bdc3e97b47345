/** The drivers that ship, and where each keeps its known-failing lines. */

import type { Driver } from '../harness/index.ts'

/** `witnesses`: the folder of those that its lines name. */
export type ShippedDriver = { driver: Driver; knownFailing: URL; witnesses: URL }

/** Loads the shipped drivers. Their clients are heavy: only a command that runs them should ask. */
export async function loadShippedDrivers(): Promise<ShippedDriver[]> {
  const [piAi, piAiEvents, openai, openaiEvents] = await Promise.all([
    import('./pi-ai/driver.ts'),
    import('./pi-ai/driver-events.ts'),
    import('./openai/driver.ts'),
    import('./openai/driver-events.ts'),
  ])
  return [
    { driver: piAi.default, ...besides('pi-ai') },
    { driver: piAiEvents.default, ...besides('pi-ai') },
    { driver: openai.default, ...besides('openai') },
    { driver: openaiEvents.default, ...besides('openai') },
  ]
}

function besides(folder: string): Pick<ShippedDriver, 'knownFailing' | 'witnesses'> {
  return {
    knownFailing: new URL(`./${folder}/known-failing.txt`, import.meta.url),
    witnesses: new URL(`./${folder}/witnesses/`, import.meta.url),
  }
}
