/** The checksum at the end of an AWS event stream message, written anew where redaction changed the message. Not here: reading messages (harness/wire/framing). */

import { crc32 } from 'node:zlib'

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
