import { expect, test } from 'vitest'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import { cutAfterEvent } from './cut.ts'
import { perEvent } from './rechunk.ts'
import { newPlayback } from './playback.ts'
import { startReplayServer } from './replay-server.ts'
import { seen } from './testing/seen.ts'

const recording = recordingOf(chatBody('Hel', 'lo', ' wörld'))

test('the loopback server gives the same bytes and the same break', async () => {
  for (const delivery of [perEvent, cutAfterEvent(2, 'reset')]) {
    const playback = newPlayback()
    const delivered = delivery.apply(recording)
    const replay = await startReplayServer(delivered, playback)
    try {
      const result = await seen(fetch, `${replay.baseUrl}/v1/chat/completions`)
      expect(result.error).toBe(delivered.end === 'reset' ? 'TypeError: terminated' : undefined)
      const whole = Buffer.concat(delivered.reads).toString('latin1')
      if (delivered.end === 'reset') expect(whole.startsWith(result.reads.join(''))).toBe(true)
      else expect(result.reads.join('')).toBe(whole)
      expect(playback.requests).toMatchObject([{ method: 'POST', body: '{}' }])
    } finally {
      await replay.close()
    }
  }
})
