/** Which deliveries are worth running: none that the level cannot tell, none that costs more than it finds. */

import type { Level } from '../driver/driver.ts'
import type { Delivery } from '../replay/delivery.ts'

/** Bodies longer than this are not delivered byte by byte: one read a byte costs more than it finds. */
export const perByteLimit = 4_096

/** Whether a delivery says anything to a converter of this level. */
export function fitsLevel({ name, kind }: Delivery, level: Level): boolean {
  if (level !== 'events') return true
  return name === 'as-recorded' || kind === 'cut' || (kind === 'noise' && name.startsWith('unknown-'))
}
