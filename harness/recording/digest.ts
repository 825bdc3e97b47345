/** Digests of stored bodies, and telling a changed body from one whose line ends git rewrote. */

import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Whether the bytes have the digest once their line ends are written another way: all LF, or all CRLF. */
export function differsOnlyByLineEnds(bytes: Uint8Array, digest: string): boolean {
  const unix = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n')
  return [unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(Buffer.from(text, 'latin1')) === digest)
}
