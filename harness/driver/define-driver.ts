/** Makes a driver from what its author declares: checks the declaration and fills the capabilities in. */

import { wireNames } from '../wire/wire.ts'
import type { WireName } from '../wire/wire.ts'
import { defaultCapabilities } from './capabilities.ts'
import type { Capabilities, Driver, DriverOptions, Level } from './driver.ts'
import { placeIn } from './place.ts'

export class DriverError extends Error {
  override name = 'DriverError'
}

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

function mustDeclare<E, S, L extends Level>(options: DriverOptions<E, S, L>): void {
  const name: unknown = options.name
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw new DriverError(
      `\`name\` of a driver must be a slug of [a-z0-9-], found ${JSON.stringify(name)}. It is part of every case id.`,
    )
  }
  const levels: readonly unknown[] = ['http', 'bytes', 'events']
  if (!levels.includes(options.level)) {
    throw new DriverError(
      `\`level\` of driver \`${name}\` must be http, bytes or events, found ${JSON.stringify(options.level)}.`,
    )
  }
  for (const hook of ['convert', 'project'] as const) {
    if (typeof options[hook] !== 'function') {
      throw new DriverError(
        `\`${hook}\` of driver \`${name}\` must be a function, found ${typeof options[hook]}.`,
      )
    }
  }
  mustKnowWires(name, options.wires)
}

function mustKnowWires(name: string, wires: readonly string[]): void {
  if (!Array.isArray(wires) || wires.length === 0) {
    throw new DriverError(`\`wires\` of driver \`${name}\` names no wire. Known: ${wireNames.join(', ')}.`)
  }
  const known: readonly string[] = wireNames
  const unknown = wires.find((wire) => !known.includes(wire))
  if (unknown !== undefined) {
    throw new DriverError(
      `\`wires\` of driver \`${name}\` names the unknown wire ${JSON.stringify(unknown)}. Known: ${wireNames.join(', ')}.`,
    )
  }
}
