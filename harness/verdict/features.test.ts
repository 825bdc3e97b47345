import { expect, test } from 'vitest'
import { gateName, judgeFeatures, type FeatureEntry } from './features.ts'

const entry: FeatureEntry = {
  driver: 'acme',
  wire: 'gemini',
  declared: ['reasoning', 'opaque'],
  offered: ['reasoning'],
  seen: { reasoning: 'text/as-recorded' },
}

test('what is declared and shown passes, and so does what nothing could show', () => {
  expect(judgeFeatures(entry, true).answer).toEqual({ findings: [] })
})

test('what is shown and not declared is a finding that names the case, in any run', () => {
  const seen = { ...entry.seen, 'usage: inputTokens': 'text/per-byte' }
  for (const whole of [true, false]) {
    expect(judgeFeatures({ ...entry, seen }, whole).answer).toEqual({
      findings: [
        { message: '`usage: inputTokens` is not declared, yet text/per-byte shows it. Declare it.' },
      ],
    })
  }
})

test('what is declared, offered and never shown is a finding of a whole run only', () => {
  const silent = { ...entry, seen: {} }
  expect(judgeFeatures(silent, true).answer).toEqual({
    findings: [{ message: '`reasoning` is declared, yet no case shows it. Remove the declaration.' }],
  })
  expect(judgeFeatures(silent, false).answer).toHaveProperty('notApplicable')
})

test('its result has one name for each driver and wire', () => {
  expect(gateName(entry)).toEqual({
    wire: 'gemini',
    recording: 'all-recordings',
    delivery: 'declared',
    driver: 'acme',
  })
})
