/** All texts of a whole body, each joined over its events, for searches that need the text complete. Not here: searching while it comes (body-redactor.ts). */

import { byteText } from './byte-text.ts'
import { createSplitter, type Layout, layoutOf } from './layout.ts'
import { createPiecedText, type PiecedText } from './pieced-text.ts'
import { restOf, unitTexts } from './unit-texts.ts'

/** The plain texts of a body; those of one JSON value as one text, a line each. Opaque ones are left out. */
export function joinedTexts(
  body: Uint8Array,
  side: 'request' | 'response',
  contentType: string | undefined,
): PiecedText[] {
  const texts = new Map<string, PiecedText>()
  const textOf = (key: string) => {
    const text = texts.get(key) ?? createPiecedText()
    texts.set(key, text)
    return text
  }
  for (const { start, end, layout } of unitsOf(body, side, contentType)) {
    const unit = byteText(body.subarray(start, end))
    const found = unitTexts(unit, layout)
    for (const text of found) {
      if (text.kind === 'opaque') continue
      const joined = textOf(layout === 'json' ? '' : text.key)
      joined.append(unit.slice(text.start, text.end), start + text.start, text.escaped)
      if (layout === 'json') joined.append('\n', start + text.end, false)
    }
    const rest = textOf('#rest')
    for (const { line, start: at } of restOf(unit, found)) rest.append(`${line}\n`, start + at, false)
  }
  return [...texts.values()]
}

function unitsOf(
  body: Uint8Array,
  side: 'request' | 'response',
  contentType: string | undefined,
): { start: number; end: number; layout: Layout }[] {
  const first = layoutOf[side](body, true, contentType) ?? 'text'
  const splitter = createSplitter(first)
  const units: { start: number; end: number; layout: Layout }[] = []
  let start = 0
  for (let unit = splitter(body); unit; unit = splitter(body.subarray(start))) {
    units.push({ start, end: start + unit.length, layout: unit.layout })
    start += unit.length
  }
  if (start < body.length) units.push({ start, end: body.length, layout: first })
  return units
}
