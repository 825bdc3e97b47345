/** Every situation is one of its wire, and its bytes say its turn. */

import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isSlug } from '../recording/slug.ts'
import { asRecorded } from '../replay/rechunk.ts'
import type { Turn } from '../turn/turn.ts'
import { turnOf } from '../wire/situation.ts'
import { wireNames } from '../wire/wire.ts'
import { wireOf, writerOf } from '../wire/wires.ts'
import { allSituations, recordingOfSituation, situationsByWire, type WireSituation } from './situations.ts'
import { readDelivered } from './truth.ts'

/** Counts of 0 are as good as none, and the raw values of the wire are its own. */
function told({ usage, finish, meta, ...turn }: Turn) {
  const { raw: _raw, contradiction, ...counts } = usage ?? {}
  const { code } = finish?.failure ?? {}
  return {
    ...turn,
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    contradicts: contradiction !== undefined,
    finish: finish && { reason: finish.reason, raw: finish.raw, code },
    meta,
  }
}

function read(situation: WireSituation): Turn {
  const recording = recordingOfSituation(situation)
  return readDelivered(wireOf(situation.wire), asRecorded.apply(recording)).reading.turn
}

it('there are situations of every wire, two hundred and more', () => {
  expect(Object.keys(situationsByWire).sort()).toEqual([...wireNames].sort())
  expect(allSituations().length).toBeGreaterThanOrEqual(200)
})

describe.each(Object.keys(situationsByWire))('situations of %s', (wire) => {
  const situations = allSituations().filter((situation) => situation.wire === wire)

  it('have ids of their own, which no recording has', async () => {
    const ids = situations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const folder = fileURLToPath(new URL(`../../recordings/${wire}/`, import.meta.url))
    const recorded = await readdir(folder).catch((): string[] => [])
    expect(ids.filter((id) => recorded.includes(id))).toEqual([])
  })

  it.each(situations.map((situation) => [situation.id, situation] as const))('%s', (_id, situation) => {
    const writer = writerOf(situation.wire)
    const { turn } = situation
    expect(told(read(situation))).toEqual(told({ ...turnOf(situation, writer) }))
    // Writing by hand what a wire cannot say would test another turn than the one written down.
    expect(turnOf(situation, writer).blocks).toEqual(turn.blocks)
    expect(turnOf(situation, writer).finish?.failure?.code).toBe(turn.finish?.failure?.code)
    const message = turn.finish?.failure?.message
    if (message) expect(read(situation).finish?.failure?.message).toContain(message)
  })

  it.each(situations.map((situation) => [situation.id, situation] as const))(
    '%s is described, and spelled in ways that change it',
    (id, situation) => {
      expect(isSlug(id) && !/^\d|-\d+$/.test(id)).toBe(true)
      expect(situation.source).toMatch(/^https:\/\//)
      expect([situation.title, situation.must].every((words) => words.length > 8)).toBe(true)
      const writer = writerOf(situation.wire)
      const { spellings } = writer
      const chosen = (situation.spellings ?? []).map((name) => spellings.find((each) => each.id === name))
      expect(chosen).not.toContain(undefined)
      expect(new Set(chosen.map((each) => each?.group)).size).toBe(chosen.length)
      for (const each of chosen)
        expect([each?.id, each?.fits?.(writer.normalise(situation.turn)) ?? true]).toEqual([each?.id, true])
      if (chosen.some((each) => each?.status === 'dialect')) expect(situation.status).toBe('dialect')
    },
  )
})
