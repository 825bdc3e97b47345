import { expect, test } from 'vitest'
import { defineDriver } from '../../driver/define-driver.ts'
import type { DriverOptions } from '../../driver/driver.ts'
import { makeRequest } from './made.ts'

const asked = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }] } as const
const read = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }] }
const body = { model: 'm', messages: [{ role: 'user', content: 'Go.' }] }

const driverOf = (rest: Pick<DriverOptions<unknown, undefined>, 'level' | 'convert' | 'toRequest'>) =>
  defineDriver({
    name: 'acme',
    version: '1',
    wires: ['openai-chat', 'pi-ai-events'],
    project: () => [],
    ...rest,
  })

/** Sends a body and reads the whole answer. */
const sending = (sent: unknown) =>
  driverOf({
    level: 'http',
    convert: async ({ fetch, baseUrl }: { fetch: typeof globalThis.fetch; baseUrl: string }) => {
      const response = await fetch(`${baseUrl}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify(sent),
      })
      return [await response.text()]
    },
  })

test('at level http reads what was really sent', async () => {
  expect(await makeRequest(sending(body), 'openai-chat', asked)).toEqual({
    asked,
    sent: { request: read, problems: [] },
  })
})

test('says why nothing was sent', async () => {
  const throwing = driverOf({
    level: 'http',
    convert: () => {
      throw new Error('no images')
    },
  })
  const silent = driverOf({ level: 'http', convert: () => [] })
  expect(await makeRequest(throwing, 'openai-chat', asked)).toEqual({
    asked,
    refused: 'the converter threw no images',
  })
  expect(await makeRequest(silent, 'openai-chat', asked)).toEqual({
    asked,
    refused: 'the converter returned',
  })
})

test('below level http reads the body of `toRequest` as it would be sent', async () => {
  const driver = driverOf({
    level: 'events',
    convert: () => [],
    toRequest: () => ({ ...body, temperature: undefined }),
  })
  expect(await makeRequest(driver, 'openai-chat', asked)).toEqual({
    asked,
    sent: { request: read, problems: [] },
  })
})

test('a `toRequest` that throws refuses', async () => {
  const driver = driverOf({
    level: 'bytes',
    convert: () => [],
    toRequest: () => {
      throw new Error('no images')
    },
  })
  expect(await makeRequest(driver, 'openai-chat', asked)).toEqual({ asked, refused: 'no images' })
})

test('says why a driver cannot be asked', async () => {
  const driver = driverOf({ level: 'bytes', convert: () => [] })
  expect(await makeRequest(driver, 'openai-chat', asked)).toEqual({
    notMade: expect.stringContaining('no `toRequest`') as string,
  })
  expect(await makeRequest(driver, 'pi-ai-events', asked)).toEqual({
    notMade: expect.stringContaining('no requests') as string,
  })
})
