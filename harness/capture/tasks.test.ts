import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Tasks } from './tasks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A task that says its number, and takes so many milliseconds. */
function taskOf(done: number[]): (number: number, milliseconds: number) => () => void {
  return (number, milliseconds) => () => {
    elapsed += milliseconds
    done.push(number)
  }
}

let elapsed = 0
beforeEach(() => {
  elapsed = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + elapsed)
})
afterEach(() => void vi.restoreAllMocks())

describe('tasks', () => {
  test('wait, then are done in order', () => {
    const done: number[] = []
    const tasks = new Tasks()
    const task = taskOf(done)
    for (const number of [1, 2, 3]) tasks.add(task(number, 0))
    expect(done).toEqual([])
    vi.runAllTimers()
    expect(done).toEqual([1, 2, 3])
  })

  test('that take long are done a few at a time', () => {
    const done: number[] = []
    const tasks = new Tasks()
    const task = taskOf(done)
    for (const number of [1, 2, 3, 4, 5]) tasks.add(task(number, 3))
    vi.runOnlyPendingTimers()
    expect(done).toEqual([1, 2])
    vi.runOnlyPendingTimers()
    expect(done).toEqual([1, 2, 3, 4])
    vi.runOnlyPendingTimers()
    expect(done).toEqual([1, 2, 3, 4, 5])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that come faster than they are done get no pause', () => {
    const tasks = new Tasks()
    const task = taskOf([])
    for (let number = 0; number < 10_100; number++) tasks.add(task(number, number < 90 ? 4 : 0))
    vi.runOnlyPendingTimers()
    const before = Date.now()
    for (let slice = 0; slice < 89; slice++) vi.runOnlyPendingTimers()
    expect(Date.now() - before).toBeLessThan(100)
    expect(vi.getTimerCount()).toBe(1)
  })

  test('are all done at once where that is asked for, with those that they add', () => {
    const done: number[] = []
    const tasks = new Tasks()
    const task = taskOf(done)
    tasks.add(() => {
      task(1, 100)()
      tasks.add(task(3, 100))
    })
    tasks.add(task(2, 100))
    tasks.run()
    expect(done).toEqual([1, 2, 3])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('are done once, though one asks for all to be done', () => {
    const done: number[] = []
    const tasks = new Tasks()
    const task = taskOf(done)
    tasks.add(() => {
      done.push(1)
      tasks.run()
    })
    tasks.add(task(2, 0))
    vi.runAllTimers()
    expect(done).toEqual([1, 2])
  })

  test('are done, though one before them fails', () => {
    const done: number[] = []
    const tasks = new Tasks()
    tasks.add(() => {
      throw new Error('a report that fails')
    })
    tasks.add(taskOf(done)(2, 0))
    expect(() => vi.runOnlyPendingTimers()).toThrow('a report that fails')
    vi.runOnlyPendingTimers()
    expect(done).toEqual([2])
  })
})
