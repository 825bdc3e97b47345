/** Bodies as tools store them — text, bytes, base64, hex, parsed values — back to bytes. Not here: content encodings (exchange.ts). */

/** Bytes as they are, text as UTF-8, any other value as its JSON; nothing for null and for what is absent. */
export function bodyBytes(value: unknown): Uint8Array | undefined {
  if (value === null || value === undefined) return undefined
  if (value instanceof Uint8Array) return value
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A request body; nothing where it is empty, too. */
export function requestBytes(value: unknown): Uint8Array | undefined {
  const bytes = bodyBytes(value)
  return bytes === undefined || bytes.length === 0 ? undefined : bytes
}

export function base64Bytes(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'base64'))
}

/** Whether a text is nothing but pairs of hex digits. */
export function isHex(text: string): boolean {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)
}

export function hexBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Several reads as one body and its chunk table; empty reads are no reads. `times`: milliseconds since the previous one. */
export function joined(
  reads: readonly Uint8Array[],
  times: readonly number[] = [],
): { body: Uint8Array; chunks: [number, number][] } {
  const table = reads.map((read, k): [number, number] => [read.length, timeOf(times[k])])
  return { body: new Uint8Array(Buffer.concat(reads)), chunks: table.filter(([length]) => length > 0) }
}

function timeOf(time: number | undefined): number {
  return time !== undefined && Number.isFinite(time) && time > 0 ? time : 0
}
