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

test('an instance of a class has its hooks in its prototype, where they know it', () => {
  class Acme {
    name = 'acme'
    version = '1'
    wires = ['openai-chat'] as const
    level = 'events' as const
    given = [{ type: 'finish', reason: 'stop' } as const]
    convert() {
      return []
    }
    project() {
      return this.given
    }
  }
  const driver = defineDriver<unknown, unknown, 'events'>(new Acme())
  expect(driver.project({}, undefined, 'openai-chat')).toEqual([{ type: 'finish', reason: 'stop' }])
})

test.for([
  ['a name that cannot stand in a case id', { name: 'My Driver' }, /`name` .* "My Driver"/],
  ['an unknown level', { level: 'wire' }, /`level` of driver `acme` .* "wire"/],
  ['no convert', { convert: undefined }, /`convert` of driver `acme` must be a function, found undefined/],
  ['no project', { project: 1 }, /`project` of driver `acme` must be a function, found number/],
  ['no wire', { wires: [] }, /`wires` of driver `acme` names no wire/],
  ['a hook that is none', { end: [] }, /`end` of driver `acme` must be a function, found object/],
  [
    'a misspelt field',
    { projct: () => [] },
    /`projct` is no field of a driver, found in `acme`\. Known: name, /,
  ],
  [
    'a misspelt capability',
    { capabilities: { reasonning: true } },
    /`capabilities\.reasonning` of driver `acme` is no capability, found true\. Known: reasoning, /,
  ],
  [
    'a capability of a wrong value',
    { capabilities: { refusal: 'maybe' } },
    /`capabilities\.refusal` of driver `acme` is wrong, found "maybe"\. .*own.*as-text.*none/,
  ],
  [
    'a usage field that there is not',
    { capabilitiesByWire: { gemini: { usage: ['inputTokens', 'input'] } } },
    /`capabilitiesByWire\.gemini\.usage\.1` of driver `acme` is wrong, found "input"\. .*inputTokens/,
  ],
  [
    'capabilities of an unknown wire',
    { capabilitiesByWire: { smoke: {} } },
    /`capabilitiesByWire` of driver `acme` names the unknown wire "smoke"/,
  ],
  ['an unknown wire', { wires: ['openai-chat', 'smoke'] }, /unknown wire "smoke"\. Known: openai-chat/],
] as const)('%s is refused, and the message names the field', ([, wrong, message]) => {
  const options = { ...good, ...wrong } as unknown as typeof good
  expect(() => defineDriver(options)).toThrow(DriverError)
  expect(() => defineDriver(options)).toThrow(message)
})
