import { describe, expect, test } from 'vitest'
import type { Driver } from '../../driver/driver.ts'
import { parsePattern } from '../../verdict/case-id.ts'
import { countOf, summarise, type Result } from '../../verdict/result.ts'
import { runGenerated } from './run-generated.ts'
import { drawSessions } from './session.ts'
import { TriggerLines } from '../trigger-lines.ts'
import { brokenBy, draw, hidesFailures, honest, losesRefusals } from '../testing/sessions.ts'
import { witnessName } from '../witness.ts'

describe('drawing', () => {
  test('gives the same session for the same number, from wherever it is entered', () => {
    const all = [...drawSessions('openai-chat', 'legal', 3, 0, 520)]
    expect([...drawSessions('openai-chat', 'legal', 3, 250, 260)]).toEqual(all.slice(250, 260))
    expect([...drawSessions('openai-chat', 'legal', 3, 515, 520)]).toEqual(all.slice(515))
    expect([...drawSessions('openai-chat', 'legal', 4, 0, 5)]).not.toEqual(all.slice(0, 5))
  })

  test('gives no dialect unless it is asked for', () => {
    const chosen = (range: 'legal' | 'any') =>
      new Set([...drawSessions('openai-chat', range, 1, 0, 300)].flatMap(({ choice }) => choice.spellings))
    expect(chosen('any').size).toBeGreaterThan(chosen('legal').size)
  })
})

describe('a right converter', () => {
  test('passes, and every rule answers for every session', async () => {
    const { results, cases } = await draw([honest])
    expect(results.filter(({ status }) => status !== 'pass' && status !== 'not-applicable')).toEqual([])
    expect(cases).toBe(60)
    const rules = new Set(results.map(({ rule }) => rule))
    expect(summarise(results)).toMatchObject({ planned: 60 * rules.size, fail: 0, error: 0 })
    expect(results.length).toBeLessThanOrEqual(2 * rules.size)
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
  })
})

describe('a broken converter', () => {
  test('is shown by one witness a rule: the smallest turn, the plainest spelling and delivery', async () => {
    const { results, witnesses } = await draw([losesRefusals])
    const kept = witnesses.find(({ rule }) => rule === 'refusal-kept')
    expect(kept?.session).toMatchObject({
      turn: { blocks: [{ type: 'refusal', text: 'a' }], state: 'closed' },
      choice: { spellings: [], fragments: [] },
      delivery: 'as-recorded',
    })
    const rules = witnesses.map(({ rule }) => rule)
    expect(new Set(rules).size).toBe(rules.length)
    const first = results.filter(({ status, count }) => status === 'fail' && count === undefined)
    expect(first.map(({ witness }) => witness?.folder)).toEqual(witnesses.map((_, at) => `saved/${at + 1}`))
    expect(first[0]?.id).toMatch(/^openai-chat\/generated-1-\d+\/[a-z0-9-]+@loses-refusals:/)
  })

  test('gives one witness for one fault, whatever the seed', async () => {
    const names = async (seed: number) =>
      (await draw([hidesFailures], { seed })).witnesses
        .filter(({ rule }) => rule === 'cut-reported')
        .map(witnessName)
    const found = [await names(1), await names(2), await names(77)]
    expect(found[0]).toHaveLength(1)
    expect(new Set(found.flat()).size).toBe(1)
  })

  test('that a cut breaks is shown by the first cut', async () => {
    const { witnesses } = await draw([hidesFailures])
    expect(witnesses.find(({ rule }) => rule === 'cut-reported')?.session).toMatchObject({
      turn: { blocks: [] },
      delivery: 'cut-after-1',
    })
  })

  test('counts the further sessions that fail', async () => {
    const { results } = await draw([losesRefusals])
    const more = results.find(
      ({ rule, status, count }) => rule === 'refusal-kept' && status === 'fail' && count,
    )
    expect(more?.count).toBeGreaterThan(1)
    expect(more).toMatchObject({
      findings: [],
      id: 'openai-chat/generated-1/fail@loses-refusals:refusal-kept',
    })
  })

  test('whose projection throws fails by the shape of its parts', async () => {
    const throws = brokenBy('throws', (part) => {
      throw new Error(`no ${part.type}`)
    })
    const { results } = await draw([throws], { runs: 3 })
    expect(results.some(({ status, rule }) => status === 'fail' && rule === 'part-shape')).toBe(true)
  })
})

describe('a converter that misbehaves is named, and costs no more than a few runs', () => {
  const limits = { hangMs: 30, maxParts: 200, maxCharacters: 1_000_000 }
  const drawFor = async (driver: Driver) => draw([driver], { runs: 50, seed: 1 }, { limits })
  const failed = ({ results }: { results: readonly Result[] }): string[] =>
    results.filter(({ status }) => status === 'fail').map(({ rule }) => rule)

  /** After three runs it was given up; each session is in the report, those it was not given as fails that no line excuses. */
  const mustTellAll = ({ results, cases }: { results: readonly Result[]; cases: number }) => {
    expect(cases).toBe(50)
    const ends = results.filter(({ rule }) => rule === 'ends')
    const notRun = ends.filter(({ beyondExcuse }) => beyondExcuse)
    expect(countOf(notRun)).toBe(47)
    expect(countOf(ends)).toBe(50)
    expect(notRun[0]?.reason).toMatch(/not run: it was given up after 3 runs that did not settle/)
    expect(countOf(results) % 50).toBe(0)
  }

  test('one that never returns', async () => {
    const hangs = { ...honest, name: 'hangs', convert: () => new Promise(() => {}) } as Driver
    const run = await draw([hangs], { runs: 1 }, { limits })
    expect(failed(run)).toContain('ends')
    expect(run.witnesses.find(({ rule }) => rule === 'ends')?.session.turn.blocks).toEqual([])
    const lines = new TriggerLines([], [])
    const selection = { cases: [], drivers: [] }
    const long = await runGenerated({ runs: 50, drivers: [hangs], selection, lines, run: { limits } })
    expect(failed(long)).toContain('ends')
    mustTellAll(long)
  })

  test('one that floods', async () => {
    const floods = brokenBy('floods', (part) => Array.from({ length: 300 }, () => part))
    const run = await drawFor(floods)
    expect(failed(run)).toContain('ends')
    mustTellAll(run)
  })

  test('one that throws what is no error', async () => {
    const convert = () => {
      // oxlint-disable-next-line no-throw-literal, only-throw-error
      throw 'no error'
    }
    const run = await drawFor({ ...honest, name: 'throws', convert })
    expect(failed(run)).toContain('finish-reason')
    expect(run.cases).toBe(50)
  })
})

test('a selection runs the sessions it names, and only those', async () => {
  const selection = { cases: [parsePattern('openai-chat/generated-1-7/*:ends')], drivers: [] }
  const lines = new TriggerLines([], [])
  const { results, cases } = await runGenerated({ runs: 20, seed: 1, drivers: [honest], selection, lines })
  expect(cases).toBe(1)
  expect(new Set(results.map(({ rule }) => rule))).toEqual(new Set(['ends']))
})

test('the parts of a sharded run together draw every session once', async () => {
  const cases = async (index: number) => (await draw([honest], { runs: 20, part: { index, of: 3 } })).cases
  expect([await cases(1), await cases(2), await cases(3)]).toEqual([7, 7, 6])
})

test('an abort ends the run, with what was counted so far', async () => {
  const abort = new AbortController()
  let seen = 0
  const convert = (...given: [never, never]) => {
    if (++seen === 4) abort.abort()
    return (honest.convert as (...given: [never, never]) => unknown)(...given)
  }
  const fourth = { ...honest, convert } as Driver
  const { cases } = await draw([fourth], { runs: 50, signal: abort.signal })
  expect(cases).toBeGreaterThan(1)
  expect(cases).toBeLessThanOrEqual(4)
})

test('no runs, no sessions', async () => {
  expect(await draw([honest], { runs: 0 })).toMatchObject({ results: [], cases: 0 })
})
