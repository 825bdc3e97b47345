/** What generated sessions at level `events` cost, all rules on, beside making them and converting them. */

import { inRounds, measuredBy, median, type Row } from '../measuring.ts'
import type { SessionTimes } from './sessions-of.ts'

const targetRatio = 1.67
/** Our two converters at this level, and the plain ones of `harness/mutants`. */
const measuredDrivers = ['openai-events', 'pi-ai-events', 'plain'] as const

export async function sessionRows(rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of measuredDrivers) {
    const measured = await inRounds(rounds, () =>
      measuredBy<SessionTimes[]>(new URL('sessions-of.ts', import.meta.url), name),
    )
    for (const at of measured[0]?.keys() ?? []) rows.push(rowOf(measured.map((times) => times[at])))
  }
  return rows
}

function rowOf(rounds: readonly (SessionTimes | undefined)[]): Row {
  const times = rounds.filter((each) => each !== undefined)
  const of = (pick: (times: SessionTimes) => number) => median(times.map(pick))
  const [first] = times
  const ratio = of(({ suite, generation, runs, bare }) => suite / (generation + runs * bare))
  const milliseconds = (pick: (times: SessionTimes) => number) => `${(of(pick) * 1_000).toFixed(2)} ms`
  return {
    what: `sessions of ${first?.wire} for ${first?.driver}`,
    measured: `${ratio.toFixed(2)} x (${milliseconds(({ suite }) => suite)}; made in ${milliseconds(({ generation }) => generation)}, ${of(({ runs }) => runs).toFixed(1)} runs of ${milliseconds(({ bare }) => bare)})`,
    target: `<= ${targetRatio} x`,
    missed: ratio > targetRatio,
  }
}
