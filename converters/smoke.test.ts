/** Proves that the drivers that ship pass the smoke run, which `streamproof run` leaves out for them. */
import { expect, test } from 'vitest'
import { smokeRun } from '../harness/index.ts'
import { loadShippedDrivers } from './drivers.ts'

test('every driver that ships answers the two trivial cases of each of its wires', async () => {
  const shipped = await loadShippedDrivers()
  const spoken = shipped.flatMap(({ driver }) => driver.wires.map((wire) => ({ driver, wire })))
  expect(spoken.length).toBeGreaterThan(8)
  await smokeRun(spoken)
})
