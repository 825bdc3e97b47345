import { expect, test } from 'vitest'
import { defineDriver } from './define-driver.ts'
import type { DriverHooks } from './driver.ts'
import { guarded } from './guarded.ts'

const driverWith = (hooks: Partial<DriverHooks<unknown, unknown>>) =>
  defineDriver<unknown, unknown, 'events'>({
    name: 'acme',
    version: '1',
    wires: ['openai-chat'],
    level: 'events',
    convert: () => [],
    project: () => [],
    ...hooks,
  })

function guard(hooks: Partial<DriverHooks<unknown, unknown>>) {
  const faults: string[] = []
  return { driver: guarded(driverWith(hooks), faults), faults }
}

test('hooks that work give what they give', () => {
  const { driver, faults } = guard({ mapId: (id) => id.slice(1), replayState: (events) => events.length })
  expect(driver.mapId?.('xa')).toBe('a')
  expect(driver.replayState?.([1, 2], 'openai-chat')).toBe(2)
  expect(faults).toEqual([])
})

test('a `mapId` that throws, or gives no text, leaves the id as it is, and is noted once', () => {
  const throwing = guard({
    mapId() {
      throw new TypeError('no id')
    },
  })
  expect([throwing.driver.mapId?.('a'), throwing.driver.mapId?.('a')]).toEqual(['a', 'a'])
  expect(throwing.faults).toEqual(['`mapId` threw no id for "a"'])
  const numbering = guard({ mapId: (() => 7) as never })
  expect(numbering.driver.mapId?.('a')).toBe('a')
  expect(numbering.faults).toEqual(['`mapId` gave no text for "a": 7'])
})

test('a `replayState` that throws gives none, and is noted', () => {
  const { driver, faults } = guard({
    replayState() {
      throw new Error('no state')
    },
  })
  expect(driver.replayState?.([], 'openai-chat')).toBeUndefined()
  expect(faults).toEqual(['`replayState` threw no state'])
})
