/** How many runs a property of the wires gets: few in `npm test`, many when SOAK is set. Not here: the properties (round-trip.test.ts, differential.test.ts). */

const sizes = {
  'round-trip': { test: 2_000, soak: 200_000 },
  fuzz: { test: 1_000, soak: 10_000 },
  differential: { test: 200, soak: 20_000 },
} as const

/** SOAK=1 takes the long form; SOAK_RUNS=n takes n runs. */
export function runsOf(property: keyof typeof sizes): number {
  const asked = Number(process.env['SOAK_RUNS'])
  if (asked > 0) return asked
  return process.env['SOAK'] === undefined ? sizes[property].test : sizes[property].soak
}

/** Milliseconds a property may take: a run takes a few, or many on a busy machine. */
export function timeLimitOf(property: keyof typeof sizes): number {
  return Math.max(120_000, runsOf(property) * 200)
}
