/** How many sessions the long form draws per wire: 100,000 under SOAK, or what SOAK_RUNS says. */

const sessions = 100_000

export function isSoak(): boolean {
  return process.env['SOAK'] !== undefined || Number(process.env['SOAK_RUNS']) > 0
}

export function drawnRuns(): number {
  const asked = Number(process.env['SOAK_RUNS'])
  return asked > 0 ? asked : sessions
}
