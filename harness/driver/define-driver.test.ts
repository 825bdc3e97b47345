import { expect, test } from 'vitest'
import { defineDriver, DriverError } from './define-driver.ts'
import type { DriverOptions } from './driver.ts'

const good: DriverOptions<unknown, undefined, 'events'> = {
  name: 'acme',
  version: '1',
  wires: ['openai-chat', 'gemini'],
  level: 'events',
  convert: () => [],
  project: () => [],
}

test("capabilities are the defaults, then the driver's own, then those of the wire", () => {
  const driver = defineDriver({
    ...good,
    capabilities: { refusal: 'none', arguments: 'value' },
    capabilitiesByWire: { gemini: { refusal: 'as-text' } },
  })
  expect(driver.capabilitiesFor('openai-chat')).toMatchObject({
    reasoning: true,
    refusal: 'none',
    arguments: 'value',
  })
  expect(driver.capabilitiesFor('gemini')).toMatchObject({ refusal: 'as-text', arguments: 'value' })
})

test.for([
  ['a name that cannot stand in a case id', { name: 'My Driver' }, /`name` .* "My Driver"/],
  ['an unknown level', { level: 'wire' }, /`level` of driver `acme` .* "wire"/],
  ['no convert', { convert: undefined }, /`convert` of driver `acme` must be a function, found undefined/],
  ['no project', { project: 1 }, /`project` of driver `acme` must be a function, found number/],
  ['no wire', { wires: [] }, /`wires` of driver `acme` names no wire/],
  ['an unknown wire', { wires: ['openai-chat', 'smoke'] }, /unknown wire "smoke"\. Known: openai-chat/],
] as const)('%s is refused, and the message names the field', ([, wrong, message]) => {
  const options = { ...good, ...wrong } as unknown as typeof good
  expect(() => defineDriver(options)).toThrow(DriverError)
  expect(() => defineDriver(options)).toThrow(message)
})
