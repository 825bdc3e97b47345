/** What stands where a secret stood: as many bytes, letters only, so that lengths, borders and JSON stay whole. */

const word = 'REDACTED'

/** `length` bytes of the repeated word; a secret in several pieces goes on where its last piece ended (`from`). */
export function placeholder(length: number, from = 0): string {
  const start = from % word.length
  return word.repeat(Math.ceil((start + length) / word.length)).slice(start, start + length)
}

/** Whether a text already is (a part of) a placeholder, so that redacting twice changes nothing. */
export function isPlaceholder(text: string): boolean {
  return placeholder(text.length + word.length).includes(text)
}
