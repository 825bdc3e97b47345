import { expect, test } from 'vitest'
import type { Recording } from '../recording/format.ts'
import { sourceCountsText } from '../report/source-counts.ts'
import { recordingOf } from '../testing/recordings.ts'
import { countSources } from './count-sources.ts'
import { loadSources, shippedRecordings } from './sources.ts'

test('everything a run has is counted as what it is', async () => {
  const folders = { recordings: [], witnesses: [], shipped: true }
  const { sources } = await loadSources(folders, { allDeliveries: false, cases: [] })
  const counts = countSources(sources)
  const ofLabel = (label: string) => sources.find((source) => source.label === label)?.recordings.length
  expect(counts).toEqual({
    recordings: ofLabel(shippedRecordings),
    witnesses: 0,
    situations: ofLabel('situations'),
    errors: ofLabel('error situations'),
    requests: ofLabel('requests'),
  })
  expect(Math.min(counts.recordings, counts.situations, counts.errors, counts.requests)).toBeGreaterThan(10)
})

test('the text says one and many, and leaves out what there is none of', () => {
  const none = { recordings: 0, witnesses: 0, situations: 0, errors: 0, requests: 0 }
  expect(sourceCountsText(none)).toBe('0 recordings')
  expect(sourceCountsText({ ...none, recordings: 1, witnesses: 2, errors: 1 })).toBe(
    '1 recording, 2 witnesses, 1 error situation',
  )
  expect(sourceCountsText({ ...none, recordings: 3, whole: 2 })).toBe(
    '3 recordings; 2 not played: the answer was asked for in one piece',
  )
})

test('answers in one piece are counted among the recordings, and named', () => {
  const { request, ...rest } = recordingOf('{"object":"chat.completion"}')
  const whole = {
    ...rest,
    request: { ...request, body: Buffer.from('{"messages":[]}') },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') },
  } as unknown as Recording
  expect(countSources([{ label: 'mine', recordings: [whole] }])).toMatchObject({ recordings: 1, whole: 1 })
})
