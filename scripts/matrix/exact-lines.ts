/** Writes the known-failing lines of a package: from what is said of its faults in broad patterns, and from what fails, the patterns of exactly that. Not here: running it (update.ts). */

import type { KnownFailing, ResultDocument } from '../../harness/index.ts'
import { isDrawn, isOfWitness } from './stored.ts'

type Result = Pick<
  ResultDocument['results'][number],
  'wire' | 'recording' | 'delivery' | 'driver' | 'rule' | 'status'
>

/** What fails under no fault. */
export type Exact = { text: string; unjudged: Result[] }

/** So many recordings stand in one line at most. */
const perLine = 12

/**
 * The first fault whose pattern matches a failing result is the one it shows. `*` stands for all deliveries of a recording
 * only where every one that was judged fails, and by the same fault. Generated sessions, and faults of
 * those alone, are left out.
 */
export function exactLines(results: readonly Result[], given: readonly KnownFailing[]): Exact {
  const faults = given.filter(({ sessions }) => sessions === undefined)
  const drivers = [...new Set(results.map(({ driver }) => driver))]
  const stored = results.filter((result) => !isDrawn(result) && !isOfWitness(result, drivers))
  const executed = stored.filter(({ status }) => status !== 'not-applicable' && status !== 'error')
  const failing = executed.filter(({ status }) => status === 'fail' || status === 'known-fail')
  const faultOf = new Map(
    failing.map((result) => [result, faults.find(({ pattern }) => pattern.matches(result))]),
  )
  const inRecording = groupBy(executed, keyOf)
  const text = faults
    .map((fault) => {
      const shown = failing.filter((result) => faultOf.get(result) === fault)
      const lines = patternsOf(shown, (result) =>
        (inRecording.get(keyOf(result)) ?? []).every((other) => faultOf.get(other) === fault),
      )
      return lines.map((pattern) => `${pattern} | ${fault.reason} | ${fault.link}\n`).join('')
    })
    .filter((part) => part !== '')
    .join('\n')
  return { text, unjudged: failing.filter((result) => faultOf.get(result) === undefined) }
}

function keyOf({ wire, recording, driver, rule }: Result): string {
  return `${wire} ${recording} ${driver} ${rule}`
}

/** Patterns of exactly these results; `isWhole` tells whether all of a result's recording and rule is among them. */
export function patternsOf(
  shown: readonly Result[],
  isWhole: (result: Result) => boolean = () => false,
): string[] {
  const perRule = groupBy(shown, ({ wire, driver, rule }) => `${wire} ${driver} ${rule}`)
  const paths = [...perRule.values()].map((results) => {
    const [{ wire, driver, rule }] = results as [Result]
    return { wire, driver, rule, paths: pathsOf(results, isWhole) }
  })
  const alike = groupBy(paths, ({ wire, driver, paths }) => `${wire} ${driver} ${paths.join()}`)
  return [...alike.values()].flatMap((entries) => {
    const [{ wire, driver, paths }] = entries as [(typeof entries)[number]]
    const rules = braced(entries.map(({ rule }) => rule))
    return paths.map((path) => `${wire}/${path}@${driver}:${rules}`)
  })
}

/** Recordings that fail under the same deliveries share a line. */
function pathsOf(results: readonly Result[], isWhole: (result: Result) => boolean): string[] {
  const recordings = [...groupBy(results, ({ recording }) => recording)]
  const byDeliveries = groupBy(recordings, ([, of]) =>
    of.every(isWhole) ? '*' : braced(of.map(({ delivery }) => delivery)),
  )
  return [...byDeliveries]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([deliveries, of]) =>
      chunked(of.map(([recording]) => recording).toSorted()).map((names) => `${braced(names)}/${deliveries}`),
    )
}

function chunked(names: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / perLine) }, (_, at) =>
    names.slice(at * perLine, (at + 1) * perLine),
  )
}

function braced(words: readonly string[]): string {
  const sorted = [...new Set(words)].toSorted()
  return sorted.length === 1 ? (sorted[0] ?? '') : `{${sorted.join(',')}}`
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  return Map.groupBy(items, key)
}
