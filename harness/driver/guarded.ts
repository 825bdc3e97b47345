/** A driver whose hooks that are called while a case is judged never throw: what they did instead is noted as a fault of the driver. Not here: those that are called while its converter runs (collector.ts). */

import type { Driver } from './driver.ts'
import { brief, messageOf } from './thrown.ts'

/** `faults`: where what is wrong is noted, each once. */
export function guarded(driver: Driver, faults: string[]): Driver {
  const { mapId, replayState } = driver
  if (!mapId && !replayState) return driver
  const note = (fault: string) => {
    if (!faults.includes(fault)) faults.push(fault)
  }
  return {
    ...driver,
    ...(mapId && { mapId: (id: string) => mappedId(mapId, id, note) }),
    ...(replayState && {
      replayState: (...given: Parameters<typeof replayState>) => {
        try {
          return replayState(...given)
        } catch (error) {
          note(`\`replayState\` threw ${messageOf(error)}`)
          return undefined
        }
      },
    }),
  }
}

function mappedId(mapId: NonNullable<Driver['mapId']>, id: string, note: (fault: string) => void): string {
  try {
    const mapped: unknown = mapId(id)
    if (typeof mapped === 'string') return mapped
    note(`\`mapId\` gave no text for ${brief(id)}: ${brief(mapped)}`)
  } catch (error) {
    note(`\`mapId\` threw ${messageOf(error)} for ${brief(id)}`)
  }
  return id
}
