/**
 * The two checksums of an AWS event stream message: the one of its prelude tells where it ends, the one at its end is
 * written anew where redaction changed the message. Not here: reading messages (harness/wire/framing), whose codec
 * would make every recorded program start later.
 */

import { crc32 } from 'node:zlib'

/** Bytes of the message that starts here; undefined where no valid prelude stands. */
export function messageLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < 12) return undefined
  return view(bytes).getUint32(8) === crc32(bytes.subarray(0, 8)) ? view(bytes).getUint32(0) : undefined
}

/** Whether a whole message ends in its own checksum. One that came damaged stays damaged. */
export function hasChecksum(message: Uint8Array): boolean {
  return view(message).getUint32(message.length - 4) === crc32(message.subarray(0, -4))
}

export function writeChecksum(message: Uint8Array): void {
  view(message).setUint32(message.length - 4, crc32(message.subarray(0, -4)))
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
