/** Names that are safe as folder and in a case id. Not here: who is named what (sources.ts). */

import { createHash } from 'node:crypto'

const longest = 60

/** Whether a text can name a recording's folder: `[a-z0-9-]`, 1 to 60 characters. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,60}$/.test(text)
}

/**
 * A text as a slug of `[a-z0-9-]`, at most 60 characters, never empty.
 * A text that is too long keeps its beginning and ends in six characters of its digest, so that two long texts stay two.
 */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (plain === '') return `x-${shortDigest(text)}`
  if (plain.length <= longest) return plain
  return `${plain.slice(0, longest - 7).replace(/-+$/, '')}-${shortDigest(text)}`
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}
