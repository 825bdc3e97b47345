/** The form in which two traces of the same bytes are equal: borders, made-up ids and raw values taken out. Not here: comparing (shared/invariant.ts), goldens (harness/suite). */

import type { Part, PartOf } from '../trace/part.ts'

/** A part without `raw` fields, ids that the wire did not send replaced by `generated-1`, `generated-2` … */
export type CanonicalPart = Record<string, unknown> & { type: Part['type'] }

type Delta = PartOf<'text-delta' | 'reasoning-delta' | 'refusal-delta' | 'tool-call-delta'>

/**
 * Adjacent deltas of a block are joined and empty ones left out. `isFromWire` tells ids the provider sent from ids the
 * converter made up, which differ from run to run; default: every id is from the wire.
 */
export function canonicalParts(
  parts: readonly Part[],
  isFromWire: (id: string) => boolean = () => true,
): CanonicalPart[] {
  const rename = renamer(isFromWire)
  return joinDeltas(parts).map((part) => canonicalPart(part, rename))
}

function joinDeltas(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    if (!isDelta(part)) {
      joined.push(part)
      continue
    }
    const last = joined.at(-1)
    const both = last !== undefined && isDelta(last) ? joinTwo(last, part) : undefined
    if (both) joined[joined.length - 1] = both
    else if (!isEmpty(part)) joined.push(part)
  }
  return joined
}

function isDelta(part: Part): part is Delta {
  return part.type.endsWith('-delta')
}

function isEmpty(part: Delta): boolean {
  return part.type === 'tool-call-delta' ? !part.argumentsDelta && !part.id && !part.name : part.text === ''
}

function joinTwo(a: Delta, b: Delta): Delta | undefined {
  if (a.index !== b.index) return undefined
  if (a.type === 'tool-call-delta' && b.type === 'tool-call-delta') return joinCallDeltas(a, b)
  if (a.type === 'tool-call-delta' || b.type === 'tool-call-delta') return undefined
  return a.type === b.type ? { ...a, text: a.text + b.text } : undefined
}

/** Ids and names repeated on every delta are told once; another id or name keeps the deltas apart. */
function joinCallDeltas(
  a: PartOf<'tool-call-delta'>,
  b: PartOf<'tool-call-delta'>,
): PartOf<'tool-call-delta'> | undefined {
  if ((a.id && b.id && a.id !== b.id) || (a.name && b.name && a.name !== b.name)) return undefined
  const id = a.id || b.id
  const name = a.name || b.name
  return {
    type: a.type,
    index: a.index,
    argumentsDelta: a.argumentsDelta + b.argumentsDelta,
    ...(id ? { id } : {}),
    ...(name ? { name } : {}),
  }
}

function renamer(isFromWire: (id: string) => boolean): (id: string) => string {
  const names = new Map<string, string>()
  return (id) => {
    if (id === '' || isFromWire(id)) return id
    const name = names.get(id) ?? `generated-${names.size + 1}`
    names.set(id, name)
    return name
  }
}

function canonicalPart(part: Part, rename: (id: string) => string): CanonicalPart {
  switch (part.type) {
    case 'block-start':
    case 'tool-call-delta':
      return part.id === undefined ? part : { ...part, id: rename(part.id) }
    case 'block-end':
      return { ...part, block: canonicalBlock(part.block, rename) }
    case 'usage':
      return { type: part.type, usage: withoutRaw(part.usage) }
    case 'finish':
      return part.failure === undefined ? part : { ...part, failure: withoutRaw(part.failure) }
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
    case 'meta':
      return part
  }
}

function canonicalBlock(block: PartOf<'block-end'>['block'], rename: (id: string) => string): unknown {
  if (block.type === 'tool-call') return { ...block, id: rename(block.id) }
  return block.type === 'opaque' ? withoutRaw(block) : block
}

/** `finish.raw` stays: it is the provider's word, not a copy of its bytes. */
function withoutRaw<T extends { raw?: unknown }>(value: T): Omit<T, 'raw'> {
  const { raw: _, ...rest } = value
  return rest
}
