/** The drivers that ship, and where each keeps its known-failing lines. */

import type { Driver } from '../harness/index.ts'

export type ShippedDriver = { driver: Driver; knownFailing: URL }

/** Loads the shipped drivers. Their clients are heavy: only a command that runs them should ask. */
export async function loadShippedDrivers(): Promise<ShippedDriver[]> {
  const [piAi, openai, openaiEvents] = await Promise.all([
    import('./pi-ai/driver.ts'),
    import('./openai/driver.ts'),
    import('./openai/driver-events.ts'),
  ])
  const piAiLines = new URL('./pi-ai/known-failing.txt', import.meta.url)
  const openaiLines = new URL('./openai/known-failing.txt', import.meta.url)
  return [
    { driver: piAi.default, knownFailing: piAiLines },
    { driver: openai.default, knownFailing: openaiLines },
    { driver: openaiEvents.default, knownFailing: openaiLines },
  ]
}
