/** Makes a driver from what its author declares: fills the capabilities in. Not here: what a declaration may say (declaration.ts). */

import type { WireName } from '../wire/wire.ts'
import { defaultCapabilities } from './capabilities.ts'
import { declarable, mustDeclare } from './declaration.ts'
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
  mustDeclare(options)
  const { capabilities, capabilitiesByWire, serverWires = [], impossible = [], ...own } = options
  // Its stack is read only where a message needs it.
  const here = new Error('declared here')
  const driver = {
    ...inherited(options),
    ...own,
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

/** An instance of a class has its hooks in its prototype, which spreading leaves behind; there they know their instance. */
function inherited(options: object): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const field of declarable) {
    const value: unknown =
      field in options && !Object.hasOwn(options, field) ? Reflect.get(options, field) : undefined
    if (value !== undefined)
      found[field] = typeof value === 'function' ? (value.bind(options) as unknown) : value
  }
  return found
}
