/** The places in a body that are to be overwritten, until their bytes are let go. Not here: finding them. */

import { placeholder } from './placeholder.ts'
import type { Mark } from './text-stream.ts'

export type Marks = {
  /** Adds one secret; a second finding of the same one, by whatever rule and however much of it, is not counted again. */
  add: (mark: Mark) => void
  /** Overwrites what is marked in bytes that begin at `start` of the body; tells whether anything was. */
  apply(bytes: Uint8Array, start: number): boolean
  /** Forgets what lies before. */
  forget(before: number): void
}

export function createMarks(onSecret: (rule: string) => void): Marks {
  let marks: Mark[] = []
  return {
    add(mark) {
      if (mark.ranges.length === 0) return
      if (!marks.some((other) => overlap(other, mark))) onSecret(mark.rule)
      marks.push(mark)
    },
    apply(bytes, start) {
      let touched = false
      for (const { ranges } of marks) {
        let from = 0
        for (const range of ranges) {
          touched = overwrite(bytes, start, range, from) || touched
          from += range[1] - range[0]
        }
      }
      return touched
    },
    forget(before) {
      marks = marks.filter(({ ranges }) => (ranges.at(-1)?.[1] ?? 0) > before)
    },
  }
}

/** Line ends stay, since they may be what frames the events. */
function overwrite(bytes: Uint8Array, start: number, [from, to]: [number, number], phase: number): boolean {
  const letters = placeholder(to - from, phase)
  const first = Math.max(from, start)
  const last = Math.min(to, start + bytes.length)
  for (let at = first; at < last; at++) {
    const byte = bytes[at - start]
    if (byte !== 10 && byte !== 13) bytes[at - start] = letters.charCodeAt(at - from)
  }
  return first < last
}

function overlap(a: Mark, b: Mark): boolean {
  return a.ranges.some(([from, to]) => b.ranges.some((other) => from < other[1] && other[0] < to))
}
