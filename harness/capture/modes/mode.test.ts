import { expect, test } from 'vitest'
import { modeOf, type Mode } from './mode.ts'

test.each([
  [undefined, {}, 'auto'],
  [undefined, { CI: 'true' }, 'replay'],
  [undefined, { CI: '1' }, 'replay'],
  [undefined, { CI: 'false' }, 'auto'],
  [undefined, { CI: '' }, 'auto'],
  [undefined, { CI: 'true', STREAMPROOF_MODE: 'update' }, 'update'],
  [undefined, { STREAMPROOF_MODE: '' }, 'auto'],
  ['live', { CI: 'true', STREAMPROOF_MODE: 'update' }, 'live'],
] as const)('named %s in %j: %s', (named, env, mode) => {
  expect(modeOf(named, env)).toBe(mode)
})

test('refuses a misspelt mode by name', () => {
  expect(() => modeOf('replya' as Mode, {})).toThrow(
    '`mode` is "replya", which is no mode. Use one of: auto,',
  )
  expect(() => modeOf(undefined, { STREAMPROOF_MODE: 'up' })).toThrow('`STREAMPROOF_MODE` is "up"')
})
