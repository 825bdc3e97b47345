/**
 * Bytes as text, one character a byte (Latin-1), so that positions in the text are positions in the bytes.
 * Everything a secret is recognised by is ASCII, and no byte of a longer UTF-8 sequence is.
 */

/** Bytes as one character each. */
export function byteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** A text's UTF-8 bytes as one character each. */
export function utf8ByteText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The inverse of `byteText`. */
export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

/** The inverse of `utf8ByteText`. */
export function utf8Of(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8')
}

/**
 * Byte positions of rising UTF-16 positions of the text that the bytes spell, or undefined where they are not UTF-8.
 * For patterns that must see real characters.
 */
export function decodedText(bytes: string): { text: string; toByte: (index: number) => number } | undefined {
  const text = utf8Of(bytes)
  if (text.length === bytes.length) return { text, toByte: (index) => index }
  if (utf8ByteText(text) !== bytes) return undefined
  let [index, byte] = [0, 0]
  return {
    text,
    toByte(wanted) {
      if (wanted < index) [index, byte] = [0, 0]
      byte += Buffer.byteLength(text.slice(index, wanted), 'utf8')
      index = wanted
      return byte
    },
  }
}
