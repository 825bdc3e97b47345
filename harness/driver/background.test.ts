import { expect, onTestFinished, test } from 'vitest'
import {
  ofOwner,
  onLateFailure,
  ownerAtWork,
  tellLateOf,
  withBackground,
  type LateFailure,
} from './background.ts'

const caseOf = (driver: string) => ({ wire: 'w', recording: 'r', delivery: 'd', driver })
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What is told late. */
function hearing(): LateFailure[] {
  const heard: LateFailure[] = []
  onTestFinished(onLateFailure((failure) => heard.push(failure)))
  return heard
}

/** A run that ends at once, and rejects when it is told to. */
async function runThatFailsLate(driver: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await ofOwner(caseOf(driver), () =>
    withBackground(async () => {
      void promise.then(() => {
        throw new Error(`of ${driver}`)
      })
    }),
  )
  return { fail: resolve }
}

test('a failure that comes behind the end of its run is of that run, not of the one that is under way', async () => {
  const heard = hearing()
  const { fail } = await runThatFailsLate('first')
  const failures = await ofOwner(caseOf('second'), () =>
    withBackground(async (seen) => {
      fail()
      await nextTurn()
      return seen()
    }),
  )
  expect(failures).toEqual([])
  expect(heard).toEqual([{ case: caseOf('first'), message: 'Error: of first' }])
})

test('of two runs side by side each has its own failures', async () => {
  const failures = (name: string) =>
    withBackground(async (seen) => {
      void Promise.reject(new Error(name))
      await nextTurn()
      return seen()
    })
  expect(await Promise.all([failures('a'), failures('b')])).toEqual([['Error: a'], ['Error: b']])
})

test('of a trial the driver is told', async () => {
  const heard = hearing()
  await ofOwner({ trial: 'acme' }, () =>
    withBackground(async () => void setImmediate(() => void Promise.reject(new Error('x')))),
  )
  await nextTurn()
  await nextTurn()
  expect(heard).toEqual([{ trial: 'acme', message: 'Error: x' }])
})

test('what is told before anybody hears is heard then, once', () => {
  tellLateOf(caseOf('acme'), { message: 'early' })
  expect(hearing()).toEqual([{ case: caseOf('acme'), message: 'early' }])
  expect(hearing()).toEqual([])
})

test('what runs behind a run still knows its owner', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  await ofOwner(caseOf('acme'), async () => void setImmediate(() => resolve(ownerAtWork())))
  expect(await promise).toEqual(caseOf('acme'))
  expect(ownerAtWork()).toBeUndefined()
})
