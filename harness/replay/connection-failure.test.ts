import { setImmediate as nextMacrotask } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { recordingOf } from '../testing/recordings.ts'
import {
  connectionFailureOf,
  connectionFailures,
  reasonOf,
  servedFailures,
  type ConnectionFailureName,
} from './connection-failure.ts'
import type { Delivered } from './delivery.ts'
import { newPlayback } from './playback.ts'
import { asRecorded } from './rechunk.ts'
import { replayFetch } from './replay-fetch.ts'
import { startReplayServer } from './replay-server.ts'
import { seen, url } from './testing/seen.ts'

function unanswered(failure: ConnectionFailureName): Delivered {
  const { response: _response, ...rest } = recordingOf('')
  return asRecorded.apply({ ...rest, end: { how: 'no-response', reason: reasonOf(failure) } })
}

async function rejectionOf(asked: Promise<Response>): Promise<unknown> {
  return asked.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('a connection that failed before an answer', () => {
  test.for(connectionFailures.filter((name) => name !== 'silence'))(
    '%s rejects as fetch does',
    async (name) => {
      const playback = newPlayback()
      const error = await rejectionOf(
        replayFetch(unanswered(name), playback)(url, { method: 'POST', body: '{}' }),
      )
      expect(error).toMatchObject({
        name: 'TypeError',
        message: 'fetch failed',
        cause: { code: reasonOf(name) },
      })
      expect(playback.requests).toHaveLength(1)
    },
  )

  test('silence ends with the abort of the caller, and is noted', async () => {
    const playback = newPlayback()
    const abort = new AbortController()
    const asked = replayFetch(unanswered('silence'), playback)(url, { signal: abort.signal })
    const rejection = rejectionOf(asked)
    await nextMacrotask()
    abort.abort()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(playback.cancelled).toBe(true)
  })

  test('is known again from the reason a recorder wrote', () => {
    const reason = 'TypeError: fetch failed: connect ECONNREFUSED ::1:1'
    expect(connectionFailureOf({ how: 'no-response', reason })).toBe('refused')
    expect(connectionFailureOf({ how: 'no-response', reason: 'nobody knows' })).toBe('closed')
    expect(connectionFailureOf({ how: 'reset' })).toBe(undefined)
    expect(connectionFailureOf({ how: 'complete' })).toBe(undefined)
  })
})

test('a connection that failed inside an answer breaks the body with its own cause', async () => {
  const recording = recordingOf('data: 1\n\n', { end: { how: 'reset', reason: 'UND_ERR_BODY_TIMEOUT' } })
  const { reads, error, cause } = await seen(replayFetch(asRecorded.apply(recording), newPlayback()))
  expect({ reads, error, cause }).toEqual({
    reads: ['data: 1\n\n'],
    error: 'TypeError: terminated',
    cause: 'UND_ERR_BODY_TIMEOUT',
  })
})

describe('a loopback server', () => {
  test.for([...servedFailures].filter((name) => name !== 'silence'))('fails as %s', async (name) => {
    const server = await startReplayServer(unanswered(name), newPlayback())
    try {
      const error = await rejectionOf(fetch(server.baseUrl, { method: 'POST', body: '{}' }))
      expect(error).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
    } finally {
      await server.close()
    }
  })

  test('refuses to stand for a failure it cannot cause', async () => {
    await expect(startReplayServer(unanswered('no-host'), newPlayback())).rejects.toThrow('`no-host`')
  })
})
