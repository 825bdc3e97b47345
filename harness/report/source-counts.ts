/** How much a run has to play, by what it is: a situation is no recording. Not here: counting (harness/suite/count-sources.ts). */

/** Stored recordings, and what is written anew by each run beside them. */
export type SourceCounts = {
  recordings: number
  witnesses: number
  situations: number
  errors: number
  requests: number
}

const words: Readonly<Record<keyof SourceCounts, readonly [one: string, many: string]>> = {
  recordings: ['recording', 'recordings'],
  witnesses: ['witness', 'witnesses'],
  situations: ['situation', 'situations'],
  errors: ['error situation', 'error situations'],
  requests: ['request', 'requests'],
}

/** `120 recordings, 3 witnesses, 540 situations`: of the others only what there is any of. */
export function sourceCountsText(counts: SourceCounts): string {
  return (Object.keys(words) as (keyof SourceCounts)[])
    .filter((kind) => kind === 'recordings' || counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${words[kind][counts[kind] === 1 ? 0 : 1]}`)
    .join(', ')
}
