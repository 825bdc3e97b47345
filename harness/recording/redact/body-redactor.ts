/**
 * Redacts one body as it comes. Bytes are let go once no secret can reach them any more; a text that is split over
 * events is searched as a whole. Not here: what a secret is (finder.ts), the rest of the exchange (redactor.ts).
 */

import { byteText } from './byte-text.ts'
import { isSecretMember } from './context-patterns.ts'
import { hasChecksum, writeChecksum } from './event-checksum.ts'
import type { Finder } from './finder.ts'
import { createHeldBytes } from './held-bytes.ts'
import { createSplitter, type Layout, layoutOf, longestUnit, type Splitter, type Unit } from './layout.ts'
import { createMarks, type Marks } from './marks.ts'
import { createOpenTexts } from './open-texts.ts'
import { createTextStream } from './text-stream.ts'
import { unescapeJson } from './unescape.ts'
import { restOf, type UnitText, unitTexts } from './unit-texts.ts'

export type BodyRedactor = {
  /** Takes bytes; gives those that can no longer be part of a secret. */
  feed(bytes: Uint8Array): Uint8Array
  /** The bytes still held back. */
  end(): Uint8Array
}

export type BodySettings = {
  finder: Finder
  side: 'request' | 'response'
  contentType?: string | undefined
  /** Called once for each secret replaced. */
  onSecret: (rule: string) => void
}

/** The most bytes of complete events that wait for the rest of a secret. */
const longestWait = 256 * 1024
/** The most bytes a body redactor holds back: those, and one event that is not complete. */
export const holdBackWindow = longestWait + longestUnit

export function createBodyRedactor(settings: BodySettings): BodyRedactor {
  const { finder } = settings
  const held = createHeldBytes()
  const marks = createMarks(settings.onSecret)
  const texts = createOpenTexts(finder, marks.add)
  const units: { end: number; layout: Layout }[] = []
  let splitter: Splitter | undefined
  let layout: Layout | undefined
  let unitStart = 0

  function readUnits(complete: boolean): void {
    layout ??= layoutOf[settings.side](held.from(unitStart), complete, settings.contentType)
    if (layout === undefined) return
    splitter ??= createSplitter(layout)
    for (let unit = splitter(held.from(unitStart)); unit; unit = splitter(held.from(unitStart)))
      readUnit(unit)
    const left = held.end() - unitStart
    if (complete && left > 0) readUnit({ length: left, layout })
  }

  function readUnit({ length, layout }: Unit): void {
    const unit = byteText(held.from(unitStart, unitStart + length))
    const found = unitTexts(unit, layout)
    const isQuiet = !finder.mayHold(unit, 'plain') && !unit.includes('\\')
    if (!isQuiet) searchUnit(unit, unitStart, found, finder, marks)
    if (layout !== 'json') texts.addUnit(unit, unitStart, found, isQuiet)
    unitStart += length
    units.push({ end: unitStart, layout })
    texts.endPauses(unitStart - texts.undecidedFrom(unitStart) > longestWait)
  }

  /** Whole units only: a message's checksum is right only when all its secrets are known. */
  function letGo(): Uint8Array {
    const until = texts.undecidedFrom(unitStart)
    const pieces: Uint8Array[] = []
    const count = units.findIndex(({ end }) => end > until)
    for (const { end, layout } of units.splice(0, count === -1 ? units.length : count)) {
      const start = held.start()
      const bytes = held.take(end)
      const isWhole = layout === 'eventstream' && bytes.length >= 16 && hasChecksum(bytes)
      if (marks.apply(bytes, start) && isWhole) writeChecksum(bytes)
      pieces.push(bytes)
    }
    marks.forget(held.start())
    return pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : new Uint8Array(Buffer.concat(pieces))
  }

  return {
    feed(bytes) {
      held.append(bytes)
      readUnits(false)
      return letGo()
    },
    end() {
      readUnits(true)
      texts.endPauses(true)
      return letGo()
    },
  }
}

/** Each text of a unit by itself, and what is left of the unit. */
function searchUnit(
  unit: string,
  unitStart: number,
  found: readonly UnitText[],
  finder: Finder,
  marks: Marks,
): void {
  for (const { start, end, escaped, kind, name } of found) {
    const raw = unit.slice(start, end)
    if (escaped && isSecretMember(name, unescapeJson(raw).text)) {
      marks.add({ ranges: [[unitStart + start, unitStart + end]], rule: 'assigned-secret' })
    }
    const alone = createTextStream(finder, kind, marks.add)
    alone.append(raw, unitStart + start, escaped)
    alone.settle(true)
  }
  for (const { line, start } of restOf(unit, found)) {
    for (const { from, to, rule } of finder.spans(line, 'plain')) {
      marks.add({ ranges: [[unitStart + start + from, unitStart + start + to]], rule })
    }
  }
}
