/** Error situations as cases of a run: who meets them, how they come, and which codes are right. */

import { describe, expect, test } from 'vitest'
import { acceptableOutcomes, outcomeText } from '../../checks/shared/outcomes.ts'
import { defaultCapabilities } from '../../driver/capabilities.ts'
import { defineDriver } from '../../driver/define-driver.ts'
import type { Level } from '../../driver/driver.ts'
import { asRecorded } from '../../replay/rechunk.ts'
import type { WireName } from '../../wire/wire.ts'
import { wireOf } from '../../wire/wires.ts'
import { planCases } from '../plan.ts'
import { readDelivered } from '../truth.ts'
import { errorSource } from './recordings.ts'

const source = errorSource()

function planned(level: Level, wire: WireName = 'openai-chat', serverWires: WireName[] = []) {
  const driver = defineDriver({
    name: 'acme',
    version: '1',
    wires: [wire],
    serverWires,
    level,
    convert: () => [],
    project: () => [],
  })
  const groups = planCases([driver], [source], { cases: [], drivers: [] })
  return groups.flatMap(({ cases }) => cases.map(({ name }) => `${name.recording}/${name.delivery}`))
}

const at = (cases: readonly string[], recording: string) =>
  cases.filter((name) => name.startsWith(`${recording}/`)).map((name) => name.split('/')[1])

describe('who meets an error situation', () => {
  test('a converter that makes its own request meets answers, streams and connections', () => {
    const cases = planned('http')
    expect(at(cases, 'error-openai-quota')).toEqual(['as-recorded', 'one-chunk', 'per-byte'])
    expect(at(cases, 'error-connection-no-host')).toEqual(['as-recorded'])
    expect(at(cases, 'error-openai-quota-after-text')).toEqual(
      expect.arrayContaining([
        'as-recorded',
        'one-chunk',
        'per-byte',
        'cut-after-2',
        'reset-after-2',
        'cut-in-event-3',
      ]),
    )
  })

  test('a converter that is given a response meets no connection that failed before one', () => {
    const cases = planned('bytes')
    expect(at(cases, 'error-connection-refused')).toEqual([])
    expect(at(cases, 'error-connection-reset-inside')).toContain('as-recorded')
  })

  test('a converter that is given events meets what is inside a stream alone', () => {
    const cases = planned('events')
    expect(at(cases, 'error-openai-quota')).toEqual([])
    expect(at(cases, 'error-openai-quota-first')).toContain('as-recorded')
  })

  test('a client with sockets of its own meets what a server can cause', () => {
    const cases = planned('http', 'bedrock-converse', ['bedrock-converse'])
    expect(at(cases, 'error-connection-refused')).toEqual(['as-recorded'])
    expect(at(cases, 'error-connection-no-host')).toEqual([])
  })
})

function codesFor(name: string): string[] {
  const recording = source.recordings.find((each) => each.name === name && each.wire === 'openai-chat')
  if (recording === undefined) throw new Error(`no recording \`${name}\``)
  const wire = wireOf('openai-chat')
  const delivered = asRecorded.apply(recording)
  const { events, reading: truth } = readDelivered(wire, delivered)
  return acceptableOutcomes({ wire, capabilities: defaultCapabilities, delivered, events, truth }).map(
    outcomeText,
  )
}

describe('which codes are right', () => {
  test.for([
    ['error-connection-refused', ['error TRANSPORT']],
    ['error-connection-connect-time-out', ['error TIMEOUT', 'error TRANSPORT']],
    ['error-connection-body-time-out', ['error TRANSPORT', 'error TIMEOUT']],
    ['error-connection-clean-end-inside', ['error TRANSPORT']],
    ['error-proxy-too-large', ['error INVALID_REQUEST', 'error CONTEXT_WINDOW_EXCEEDED']],
    ['error-openai-quota', ['error QUOTA']],
    ['error-azure-content-filter', ['error CONTENT_FILTER', 'content-filter']],
  ] as const)('%s', ([name, codes]) => {
    expect(codesFor(name)).toEqual(codes)
  })
})
