/** A request that no recording answers: which recording is nearest, and where the two differ. Not here: looking for an answer (library.ts). */

import { diffValues, type Difference } from '../../turn/diff.ts'
import type { Entry } from './library.ts'
import type { NormalisedRequest } from './normalise.ts'

export type Nearest = {
  /** Name of the recording. */
  name: string
  /** In path order; `expected` was recorded, `got` was asked. */
  differences: readonly Difference[]
}

/** Thrown in place of sending. */
export class RecordingMiss extends Error {
  override name = 'RecordingMiss'
  readonly request: NormalisedRequest
  /** Absent where there are no recordings, or where they were all used. */
  readonly nearest?: Nearest

  constructor(request: NormalisedRequest, message: string, nearest?: Nearest) {
    super(message)
    this.request = request
    if (nearest) this.nearest = nearest
  }
}

/** `used`: recordings of this very request, all of them taken before. */
export function missOf(
  request: NormalisedRequest,
  dir: string,
  entries: readonly Entry[],
  used: readonly Entry[],
): RecordingMiss {
  const asked = `\`${request.method} ${request.path}\``
  if (used.length > 0) return new RecordingMiss(request, usedUp(asked, used))
  const nearest = nearestOf(request, entries)
  if (!nearest) {
    return new RecordingMiss(
      request,
      `No recording answers ${asked}, since \`${dir}\` holds none; it was not sent. Record the session with mode \`auto\` or \`update\` (STREAMPROOF_MODE=update).`,
    )
  }
  const lines = [
    `No recording in \`${dir}\` answers ${asked}; it was not sent.`,
    `The nearest is \`${nearest.name}\`, which differs in ${counted(nearest.differences.length, 'place')}:`,
    ...nearest.differences.slice(0, mostShown).map((difference) => `  ${shownDifference(difference)}`),
    ...(nearest.differences.length > mostShown
      ? [`  and ${nearest.differences.length - mostShown} more`]
      : []),
    'Record it again with mode `update` (STREAMPROOF_MODE=update); name what differs from run to run in `volatile`.',
  ]
  return new RecordingMiss(request, lines.join('\n'), nearest)
}

const mostShown = 8

function usedUp(asked: string, used: readonly Entry[]): string {
  const names = used.map(({ recording }) => `\`${recording.name}\``).join(', ')
  return `${asked} was recorded ${counted(used.length, 'time')} (${names}) and is asked once more; it was not sent. Look for a retry, or record the session again with mode \`update\`.`
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** The recording with the fewest differences; of several, one that is still unused. */
function nearestOf(request: NormalisedRequest, entries: readonly Entry[]): Nearest | undefined {
  const [best] = entries
    .map((entry) => ({ entry, differences: diffValues(entry.request, request) }))
    .sort((a, b) => distanceOf(a) - distanceOf(b))
  return best && { name: best.entry.recording.name, differences: best.differences }
}

type Candidate = { entry: Entry; differences: readonly Difference[] }

/** Another path is another call, whatever the bodies share. */
function distanceOf({ entry, differences }: Candidate): number {
  const isOtherCall = differences.some(({ path }) => path === 'path' || path === 'method')
  return differences.length + (isOtherCall ? 1_000_000 : 0) + (entry.used ? 0.5 : 0)
}

function shownDifference({ path, expected, got }: Difference): string {
  const at = typeof expected === 'string' && typeof got === 'string' ? partingPoint(expected, got) : 0
  return `${path}: recorded ${shown(expected, at)}, asked ${shown(got, at)}`
}

const longestShown = 80
const lead = 20

function shown(value: unknown, at: number): string {
  if (value === undefined) return 'nothing'
  const from = Math.max(0, at - lead)
  const text = typeof value === 'string' && from > 0 ? `…${value.slice(from)}` : value
  const json = JSON.stringify(text)
  return json.length > longestShown ? `${json.slice(0, longestShown)}…` : json
}

/** Where two texts part. */
function partingPoint(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
