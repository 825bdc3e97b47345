/** How much a run has to play, by what it is: a situation is no recording. Not here: counting (harness/suite/count-sources.ts). */

/** Stored recordings, and what is written anew by each run beside them. */
export type SourceCounts = {
  recordings: number
  witnesses: number
  situations: number
  errors: number
  requests: number
  /** Recordings among them whose answer was asked for in one piece, so that there is no stream to play. */
  whole?: number
}

type Kind = Exclude<keyof SourceCounts, 'whole'>

const words: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  recordings: ['recording', 'recordings'],
  witnesses: ['witness', 'witnesses'],
  situations: ['situation', 'situations'],
  errors: ['error situation', 'error situations'],
  requests: ['request', 'requests'],
}

/** `120 recordings, 3 witnesses, 540 situations`: of the others only what there is any of. */
export function sourceCountsText(counts: SourceCounts): string {
  const { whole = 0 } = counts
  const texts = (Object.keys(words) as Kind[])
    .filter((kind) => kind === 'recordings' || counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${words[kind][counts[kind] === 1 ? 0 : 1]}`)
  const unplayed = whole > 0 ? `; ${whole} not played: the answer was asked for in one piece` : ''
  return texts.join(', ') + unplayed
}
