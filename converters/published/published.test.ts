/** Proves what the drivers of published packages share: versions, failures, blocks, queues. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Blocks } from './blocks.ts'
import { EventQueue } from './event-queue.ts'
import { failureOf, plainError } from './failure.ts'
import { installedVersion, PackageError } from './package.ts'

function folderWith(range: string, installed?: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'streamproof-package-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { thing: range } }))
  if (installed !== undefined) {
    mkdirSync(join(folder, 'node_modules/thing'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/thing/package.json'), JSON.stringify({ version: installed }))
  }
  return pathToFileURL(`${folder}/`)
}

describe('installedVersion', () => {
  it.each(['1.2.3', 'npm:@scope/thing@1.2.3'])('is the pinned one of `%s`', (range) => {
    expect(installedVersion(folderWith(range, '1.2.3'), 'thing')).toBe('1.2.3')
  })

  it('names the package that is missing', () => {
    expect(() => installedVersion(folderWith('1.2.3'), 'thing')).toThrow(/`thing` is not installed/)
  })

  it('names the package that is installed in another version', () => {
    expect(() => installedVersion(folderWith('1.2.3', '1.2.2'), 'thing')).toThrow(
      /installed as 1\.2\.2.*pins 1\.2\.3/,
    )
  })

  it('refuses a range', () => {
    expect(() => installedVersion(folderWith('^1.2.3', '1.2.3'), 'thing')).toThrow(PackageError)
  })
})

class APIError extends Error {
  status?: number
  headers?: Headers
  error?: unknown
}

describe('failureOf', () => {
  it('reads an HTTP error from what the client kept of it', () => {
    const error = Object.assign(new APIError('429'), {
      status: 429,
      headers: new Headers({ 'retry-after': '2' }),
      error: { message: 'Slow down.', type: 'rate_limit_error' },
    })
    expect(failureOf(error, 'openai-chat')).toMatchObject({
      code: 'RATE_LIMIT',
      status: 429,
      retryAfterMs: 2_000,
    })
  })

  it('reads the body that the AI SDK keeps as text', () => {
    const error = { statusCode: 401, responseBody: '{"error":{"message":"No key."}}', responseHeaders: {} }
    expect(failureOf(error, 'openai-chat')).toMatchObject({ code: 'AUTH', message: 'No key.' })
  })

  it('reads the error object of a stream', () => {
    const error = Object.assign(new APIError('x'), { error: { type: 'overloaded_error', message: 'Busy.' } })
    expect(failureOf(error, 'anthropic-messages')).toMatchObject({ code: 'OVERLOADED', message: 'Busy.' })
  })

  it.each([
    [new TypeError('terminated'), 'TRANSPORT'],
    [new SyntaxError('Unexpected end of JSON input'), 'TRANSPORT'],
    [new Error('Request timed out.', { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } }), 'TIMEOUT'],
    [new Error('Something odd.'), 'UNKNOWN'],
    ['Something odd.', 'UNKNOWN'],
    [null, 'UNKNOWN'],
  ])('%s is %s', (error, code) => {
    expect(failureOf(error, 'openai-chat')).toMatchObject({ code })
  })

  it('reads the same of an error that went through a clone', () => {
    const error = Object.assign(new APIError('x'), { error: { type: 'overloaded_error', message: 'Busy.' } })
    const cloned = structuredClone(plainError(error))
    expect(failureOf(cloned, 'anthropic-messages')).toEqual(failureOf(error, 'anthropic-messages'))
  })

  it('reads an event that a schema refused', () => {
    class TypeValidationError extends Error {
      value = { error: { status: 'UNAVAILABLE', message: 'Busy.' } }
    }
    expect(failureOf(new TypeValidationError('refused'), 'gemini')).toMatchObject({ code: 'OVERLOADED' })
  })
})

describe('Blocks', () => {
  it('says what comes for an ended block of that block', () => {
    const blocks = new Blocks()
    const parts = [
      ...blocks.start('a', 'text'),
      ...blocks.endProse('a', 'text'),
      ...blocks.prose('a', 'text', 'late'),
    ]
    expect(parts.at(-1)).toEqual({ type: 'text-delta', index: 0, text: 'late' })
  })

  it('says what of a whole text no delta said', () => {
    const blocks = new Blocks()
    const parts = [...blocks.prose('a', 'text', 'Hel'), ...blocks.lateProse('a', 'text', 'Hello')]
    expect(parts.at(-1)).toEqual({ type: 'text-delta', index: 0, text: 'lo' })
  })

  it('says nothing of a text whose beginning no delta said', () => {
    const blocks = new Blocks()
    const parts = [...blocks.prose('a', 'text', 'lo'), ...blocks.lateProse('a', 'text', 'Hello')]
    expect(parts).toHaveLength(1)
  })
})

describe('EventQueue', () => {
  it('gives events in their order, those that came before and those that come while it waits', async () => {
    const queue = new EventQueue<number>()
    queue.push(1)
    setImmediate(() => {
      queue.push(2)
      queue.close()
    })
    const events: number[] = []
    for await (const event of queue) events.push(event)
    expect(events).toEqual([1, 2])
  })

  it('throws at the end what it was closed with', async () => {
    const queue = new EventQueue<number>()
    queue.push(1)
    queue.close(new Error('broke'))
    const events = queue[Symbol.asyncIterator]()
    expect(await events.next()).toEqual({ done: false, value: 1 })
    await expect(events.next()).rejects.toThrow('broke')
  })
})
