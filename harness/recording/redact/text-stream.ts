/** One text that comes in pieces from several events, searched as a whole while it comes. Not here: which pieces belong together (json-strings.ts). */

import { shortestWait } from './context-patterns.ts'
import { type Finder, type Kind, longestSecret, merged, type Span } from './finder.ts'
import { type ByteRange, createPiecedText } from './pieced-text.ts'
import { unescapeJson } from './unescape.ts'

/** One secret: the bytes that make it up, in order. */
export type Mark = { ranges: ByteRange[]; rule: string }

export type TextStream = {
  /** Takes a piece that holds nothing by itself and has no escapes, where nothing waits and nothing begins; false: append it. */
  pass(raw: string): boolean
  /** Adds a piece whose first byte stands at `start` of the body. `escaped`: as contents of a JSON string. */
  append(raw: string, start: number, escaped: boolean): void
  /** Marks the secrets that are complete; all of them where nothing more can come. */
  settle(all: boolean): void
  /** Byte from which a secret may begin that is not complete. */
  undecidedFrom(): number | undefined
}

export function createTextStream(finder: Finder, kind: Kind, onMark: (mark: Mark) => void): TextStream {
  const pieced = createPiecedText()
  /** Characters that are settled; the last few are kept for patterns that ask what stands before. */
  let decided = 0
  return {
    pass(raw) {
      const before = pieced.text()
      if (decided < before.length) return false
      const probe = before + raw
      if (finder.growingFrom(probe, kind) < probe.length) return false
      const kept = probe.slice(-keptBefore(probe))
      pieced.restart(kept)
      decided = kept.length
      return true
    },
    append: pieced.append,
    settle(all) {
      const text = pieced.text()
      const { spans, growingFrom } = search(text, kind, finder)
      let from = all ? text.length : Math.max(decided, firstUndecided(spans, growingFrom, text.length))
      if (text.length - from > longestSecret) from = text.length
      for (const span of spans) {
        if (span.to > decided && span.to <= from) {
          onMark({ ranges: pieced.ranges(Math.max(span.from, decided), span.to), rule: span.rule })
        }
      }
      const dropped = Math.max(0, from - keptBefore(text))
      pieced.drop(dropped)
      decided = from - dropped
    },
    undecidedFrom: () =>
      decided < pieced.text().length ? pieced.ranges(decided, decided + 1)[0]?.[0] : undefined,
  }
}

/** Settled characters that may still begin a secret, each of which an escape may write in six. */
function keptBefore(text: string): number {
  return text.includes('\\') ? 6 * shortestWait : shortestWait
}

/** Tool arguments are JSON inside JSON, and their escapes may be split too: such a text is searched twice. */
function search(text: string, kind: Kind, finder: Finder): { spans: Span[]; growingFrom: number } {
  const spans = finder.spans(text, kind)
  const growingFrom = finder.growingFrom(text, kind)
  if (kind === 'opaque' || !text.includes('\\')) return { spans, growingFrom }
  const inner = unescapeJson(text)
  const place = (index: number) => inner.places?.[index] ?? text.length
  const innerSpans = finder
    .spans(inner.text, kind)
    .map(({ from, to, rule }) => ({ from: place(from), to: place(to), rule }))
  return {
    spans: merged([...spans, ...innerSpans]),
    growingFrom: Math.min(
      growingFrom,
      place(finder.growingFrom(inner.text, kind)),
      inner.unfinished ?? text.length,
    ),
  }
}

/** A secret that reaches the end may go on; one that reaches over the border moves the border. */
function firstUndecided(spans: readonly Span[], growingFrom: number, end: number): number {
  let from = growingFrom
  for (const span of spans.toReversed()) {
    if (span.to === end || (span.from < from && span.to > from)) from = Math.min(from, span.from)
  }
  return from
}
