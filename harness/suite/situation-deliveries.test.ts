import { describe, expect, it } from 'vitest'
import { deliveriesOf } from '../replay/deliveries.ts'
import { wireOf } from '../wire/wires.ts'
import { fewDeliveries } from './situation-deliveries.ts'
import { allSituations, recordingOfSituation, situationSource } from './situations.ts'

const played = allSituations().map((situation) => {
  const recording = recordingOfSituation(situation)
  return { situation, recording, all: deliveriesOf(recording, wireOf(situation.wire)) }
})

describe('the few deliveries of a situation', () => {
  it('begin with the recorded one, and are a part of all', () => {
    for (const { situation, recording, all } of played) {
      const few = fewDeliveries(recording, all, situation.deliveries)
      expect(few[0]?.name).toBe('as-recorded')
      expect(few.length).toBeLessThan(all.length)
      expect(all).toEqual(expect.arrayContaining(few))
    }
  })

  it('have other borders, a noise and a cut wherever there are such', () => {
    for (const { situation, recording, all } of played) {
      const kinds = fewDeliveries(recording, all, situation.deliveries).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'rechunk').length).toBeGreaterThan(1)
      for (const kind of ['noise', 'cut'] as const) {
        expect(kinds.includes(kind)).toBe(all.some((delivery) => delivery.kind === kind))
      }
    }
  })

  it('hold those that the situation is about', () => {
    for (const { situation, all } of played) {
      expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([...(situation.deliveries ?? [])]))
    }
    const { pick, recordings } = situationSource()
    const crlf = recordings.find(({ name, wire }) => name === 'sse-crlf' && wire === 'anthropic-messages')
    const about = played.find(({ situation }) => situation.id === crlf?.name && situation.wire === crlf.wire)
    const few = crlf && about && pick?.(crlf, about.all).map(({ name }) => name)
    expect(few).toEqual(expect.arrayContaining(['per-byte', 'between-cr-lf']))
  })

  it('together show every noise there is', () => {
    const shown = played.flatMap(({ recording, all }) => fewDeliveries(recording, all))
    const noises = new Set(
      played.flatMap(({ all }) => all).flatMap(({ kind, name }) => (kind === 'noise' ? [name] : [])),
    )
    expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining([...noises]))
  })
})

describe('all deliveries', () => {
  it('are played where they are asked for', () => {
    expect(situationSource(true).pick).toBeUndefined()
  })
})
