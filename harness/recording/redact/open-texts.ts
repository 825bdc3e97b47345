/** The texts of one body that go on over several units, each by its key. Not here: cutting a body into units (body-redactor.ts). */

import type { Finder } from './finder.ts'
import { createTextStream, type Mark, type TextStream } from './text-stream.ts'
import { bareKey, isCut, type UnitText } from './unit-texts.ts'

/** A text that no unit continued for so long is at its end. */
const longestPause = 32

export type OpenTexts = {
  /** Adds the texts of a unit, whose first byte stands at `start` of the body. `isQuiet`: no piece holds anything by itself, and none has escapes. */
  addUnit(unit: string, start: number, texts: readonly UnitText[], isQuiet: boolean): void
  /** Ends the texts that paused too long; all of them where `all`. */
  endPauses(all: boolean): void
  /** Byte from which a secret may begin that is not complete; `end` where there is none. */
  undecidedFrom(end: number): number
}

type OpenText = { stream: TextStream; bareKey: string; lastUnit: number }

export function createOpenTexts(finder: Finder, onMark: (mark: Mark) => void): OpenTexts {
  const texts = new Map<string, OpenText>()
  const waiting = new Set<OpenText>()
  let unitCount = 0

  function open(text: UnitText): OpenText {
    const known = texts.get(text.key)
    if (known !== undefined) return known
    const stream = createTextStream(finder, text.kind, onMark)
    const opened = { stream, bareKey: bareKey(text), lastUnit: 0 }
    texts.set(text.key, opened)
    return opened
  }

  function add(open: OpenText, raw: string, start: number, escaped: boolean, isQuiet: boolean): void {
    const { stream } = open
    open.lastUnit = unitCount
    if (isQuiet && stream.pass(raw)) return
    stream.append(raw, start, escaped)
    stream.settle(false)
    if (stream.undecidedFrom() === undefined) waiting.delete(open)
    else waiting.add(open)
  }

  /** Where a unit was cut before its indexes, the text may belong to any that waits under the same names. */
  function addCut(text: UnitText, raw: string, start: number): void {
    const bare = bareKey(text)
    const own = texts.get(text.key)
    for (const other of waiting) {
      if (other !== own && other.bareKey === bare) add(other, raw, start, text.escaped, false)
    }
  }

  return {
    addUnit(unit, start, found, isQuiet) {
      unitCount += 1
      for (const text of found) {
        const raw = unit.slice(text.start, text.end)
        add(open(text), raw, start + text.start, text.escaped, isQuiet)
        if (isCut(text)) addCut(text, raw, start + text.start)
      }
    },
    endPauses(all) {
      for (const open of waiting) {
        if (!all && unitCount - open.lastUnit < longestPause) continue
        open.stream.settle(true)
        waiting.delete(open)
      }
    },
    undecidedFrom: (end) =>
      Math.min(end, ...Array.from(waiting, ({ stream }) => stream.undecidedFrom() ?? end)),
  }
}
