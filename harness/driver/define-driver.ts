/** Makes a driver from what its author declares: fills the capabilities in. Not here: what a declaration may say (declaration.ts). */

import type { WireName } from '../wire/wire.ts'
import { defaultCapabilities } from './capabilities.ts'
import { mustDeclare } from './declaration.ts'
import type { Capabilities, Driver, DriverOptions, Level } from './driver.ts'
import { placeIn } from './place.ts'

export { DriverError } from './declaration.ts'

/**
 * Declares a driver.
 * @throws DriverError that names the field of the declaration that is wrong.
 */
export function defineDriver<E, S = undefined, L extends Level = Level>(
  options: DriverOptions<E, S, L>,
): Driver {
  const { capabilities, capabilitiesByWire, serverWires = [], impossible = [], ...hooks } = options
  mustDeclare(options)
  // Its stack is read only where a message needs it.
  const here = new Error('declared here')
  const driver = {
    ...hooks,
    declaredAt: () => placeIn(here.stack),
    serverWires,
    impossible,
    capabilitiesFor: (wire: WireName): Capabilities => ({
      ...defaultCapabilities,
      ...capabilities,
      ...capabilitiesByWire?.[wire],
    }),
  }
  // The harness treats native events and state as opaque; only the driver's own hooks see inside.
  return driver as unknown as Driver
}
