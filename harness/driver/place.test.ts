import { expect, test } from 'vitest'
import { placeIn, placeText } from './place.ts'

const root = new URL('../../', import.meta.url)
const frames = (...lines: string[]) => ['Error: no', ...lines.map((line) => `    at ${line}`)].join('\n')

test.for([
  [
    'a function of an ES module',
    'toUiEvents (file:///home/me/app/my%20driver.ts:9:7)',
    { file: '/home/me/app/my driver.ts', line: 9 },
  ],
  [
    'the top level of a module',
    'file:///home/me/app/driver.ts:2:1',
    { file: '/home/me/app/driver.ts', line: 2 },
  ],
  [
    'an async function',
    'async Object.convert (/home/me/app/driver.ts:3:12)',
    { file: '/home/me/app/driver.ts', line: 3 },
  ],
] as const)('%s is found behind the frames of the harness, packages and Node', ([, frame, place]) => {
  const stack = frames(
    `defineDriver (${new URL('harness/driver/define-driver.ts', root).href}:20:3)`,
    'parse (file:///home/me/app/node_modules/sdk/index.js:1:1)',
    'node:internal/process/task_queues:105:5',
    frame,
    'main (file:///home/me/app/later.ts:1:1)',
  )
  expect(placeIn(stack)).toEqual(place)
})

test('a stack without such a frame has no place', () => {
  expect(placeIn(frames('node:internal/modules/esm/loader:1:1'))).toBeUndefined()
  expect(placeIn(undefined)).toBeUndefined()
})

test('a place is told from the current folder', () => {
  expect(placeText({ file: `${process.cwd()}/src/driver.ts`, line: 4 })).toBe('src/driver.ts:4')
  expect(placeText({ file: '/elsewhere/driver.ts', line: 4 })).toBe('/elsewhere/driver.ts:4')
})
