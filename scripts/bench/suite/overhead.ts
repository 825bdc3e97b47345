/** What the suite costs per case beside the converter, whether the run has a thousand cases or a hundred thousand. */

import { inRounds, measuredBy, median, type Row } from '../measuring.ts'
import type { Overhead } from './overhead-of.ts'

/** How much more a case of the longest run may cost than one of the shortest. */
const mostGrowth = 1.2
const sizes = [1_000, 10_000, 100_000] as const

export async function overheadRows(rounds: number): Promise<Row[]> {
  const measured = new Map<number, Overhead[]>()
  for (const cases of sizes)
    measured.set(cases, await inRounds(roundsOf(cases, rounds), () => measure(cases)))
  const perCase = (cases: number) => median((measured.get(cases) ?? []).map(({ perCase }) => perCase))
  const peak = (cases: number) => median((measured.get(cases) ?? []).map(({ peak }) => peak))
  const growth = perCase(sizes[2]) / perCase(sizes[0])
  return [
    ...sizes.map((cases) => ({
      what: `overhead per case at ${cases} cases`,
      measured: `${(perCase(cases) * 1e6).toFixed(0)} us, peak memory ${(peak(cases) / 1e6).toFixed(0)} MB`,
    })),
    {
      what: `overhead per case, ${sizes[2]} cases to ${sizes[0]}`,
      measured: `${growth.toFixed(2)} x`,
      target: `<= ${mostGrowth} x`,
      missed: growth > mostGrowth,
    },
  ]
}

/** The long one takes a minute, and is its own average. */
function roundsOf(cases: number, rounds: number): number {
  return cases > 10_000 ? 1 : rounds
}

function measure(cases: number): Promise<Overhead> {
  return measuredBy<Overhead>(new URL('overhead-of.ts', import.meta.url), String(cases))
}
