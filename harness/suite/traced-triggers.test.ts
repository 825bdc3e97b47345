/** Nothing of the survey is forgotten: every stream and every trigger is played by a situation, or left out for a reason. */

import { describe, expect, it } from 'vitest'
import { deliveriesOf } from '../replay/deliveries.ts'
import type { WireName } from '../wire/wire.ts'
import { wireOf } from '../wire/wires.ts'
import { allSituations, recordingOfSituation } from './situations.ts'
import { surveyed } from './testing/surveyed-triggers.ts'
import { leftOut, playedBy } from './testing/traced-triggers.ts'

const rows = Object.entries(playedBy).flatMap(([wire, byCase]) =>
  Object.entries(byCase).map(([name, ids]) => ({ wire: wire as WireName, name, ids: ids.split(' ') })),
)
const without = Object.values(leftOut).flatMap((ids) => ids.split(' '))

describe('the streams and triggers of the survey', () => {
  it('are all played, or left out for a reason', () => {
    const traced = new Set([...rows.flatMap(({ ids }) => ids), ...without])
    expect(surveyed.filter((id) => !traced.has(id))).toEqual([])
    expect([...traced].filter((id) => !surveyed.includes(id))).toEqual([])
    expect(new Set(surveyed).size).toBe(surveyed.length)
  })

  it('are not left out where they are played', () => {
    const played = new Set(rows.flatMap(({ ids }) => ids))
    expect(without.filter((id) => played.has(id))).toEqual([])
  })

  it.each(rows.map((row) => [`${row.wire}/${row.name}`, row] as const))('%s is played', (_name, row) => {
    const [id = '', delivery] = row.name.split('/')
    const situation = allSituations().find((each) => each.wire === row.wire && each.id === id)
    expect(situation).toBeDefined()
    if (situation === undefined || delivery === undefined) return
    const all = deliveriesOf(recordingOfSituation(situation), wireOf(row.wire)).map(({ name }) => name)
    expect(all).toContain(delivery)
  })
})
