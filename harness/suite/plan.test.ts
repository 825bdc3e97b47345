import { describe, expect, test } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import type { Level } from '../driver/driver.ts'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import { parsePattern } from '../verdict/case-id.ts'
import { planCases, type Selection, type Source } from './plan.ts'

const driverOf = (level: Level, name = 'acme') =>
  defineDriver({ name, version: '1', wires: ['openai-chat'], level, convert: () => [], project: () => [] })

const text = recordingOf(chatBody('a', 'b'), { name: 'text' })
const other = recordingOf(chatBody('c'), { name: 'other' })
const failed = recordingOf('{"error":{}}', { name: 'failed', status: 500, headers: {} })
const foreign = recordingOf(chatBody('c'), { name: 'foreign', wire: 'gemini' })
const source: Source = { label: 'test', shipped: false, recordings: [text, other, failed, foreign] }
const everything: Selection = { cases: [], drivers: [] }

const names = (level: Level, selection = everything) =>
  planCases([driverOf(level)], [source], selection).map(({ cases }) => ({
    recording: cases[0]?.recording.name,
    deliveries: cases.map(({ delivery }) => delivery.name),
  }))

describe('a plan', () => {
  test('has a group for each recording of the driver’s wires, the recorded delivery first', () => {
    const groups = names('http')
    expect(groups.map(({ recording }) => recording)).toEqual(['text', 'other', 'failed'])
    expect(groups.every(({ deliveries }) => deliveries[0] === 'as-recorded')).toBe(true)
  })

  test('delivers every kind at level http, an error body only in other chunks', () => {
    const [first, , error] = names('http')
    expect(first?.deliveries).toEqual(
      expect.arrayContaining([
        'one-chunk',
        'per-byte',
        'comments',
        'cut-after-1',
        'reset-after-1',
        'html-200',
      ]),
    )
    expect(error?.deliveries).toEqual(['as-recorded', 'one-chunk', 'per-byte'])
  })

  test('leaves out at level events what the harness itself would frame: borders, comments, HTTP errors', () => {
    const groups = names('events')
    expect(groups.map(({ recording }) => recording)).toEqual(['text', 'other'])
    expect(groups[0]?.deliveries).toContain('cut-after-1')
    expect(groups[0]?.deliveries).not.toContain('per-byte')
    expect(groups[0]?.deliveries).not.toContain('comments')
  })

  test('does not deliver a long body byte by byte', () => {
    const long = { ...source, recordings: [recordingOf(chatBody('x'.repeat(5_000)), { name: 'long' })] }
    const [group] = planCases([driverOf('http')], [long], everything)
    expect(group?.cases.map(({ delivery }) => delivery.name)).not.toContain('per-byte')
  })

  test('keeps to the selection of cases and drivers', () => {
    const selection = { cases: [parsePattern('openai-chat/text/cut-*')], drivers: [] }
    const [group, ...rest] = names('http', selection)
    expect(rest).toEqual([])
    expect(group?.deliveries.every((name) => name.startsWith('cut-'))).toBe(true)
    expect(names('http', { cases: [], drivers: ['nobody'] })).toEqual([])
  })

  test('runs a recording beside another one of its wire', () => {
    const [first, second] = planCases([driverOf('http')], [source], everything)
    expect([first?.neighbour?.name, second?.neighbour?.name]).toEqual(['other', 'text'])
  })
})
