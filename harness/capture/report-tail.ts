/** Reads a growing file of JSON lines, each line once. Not here: writing it (hook.ts). */

import { closeSync, openSync, readSync } from 'node:fs'
import type { HookEvent } from './capture-event.ts'

export class ReportTail {
  readonly #path: string
  readonly #hear: (event: HookEvent) => void
  #at = 0
  #rest = Buffer.alloc(0)

  constructor(path: string, hear: (event: HookEvent) => void) {
    this.#path = path
    this.#hear = hear
  }

  /** Hands on the lines that were completed since; a file that is not there yet has none. */
  read(): void {
    const bytes = readFrom(this.#path, this.#at)
    this.#at += bytes.length
    const text = Buffer.concat([this.#rest, bytes])
    const end = text.lastIndexOf('\n') + 1
    this.#rest = text.subarray(end)
    for (const line of text.subarray(0, end).toString().split('\n')) {
      if (line !== '') this.#hear(JSON.parse(line) as HookEvent)
    }
  }
}

/** The bytes of a file from an offset on; none where it cannot be opened. */
export function readFrom(path: string, offset: number, most = Number.POSITIVE_INFINITY): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return Buffer.alloc(0)
  }
  try {
    const blocks: Buffer[] = []
    for (let at = offset; at - offset < most;) {
      const block = Buffer.alloc(64 * 1024)
      const read = readSync(file, block, 0, block.length, at)
      if (read === 0) break
      blocks.push(block.subarray(0, read))
      at += read
    }
    return Buffer.concat(blocks)
  } finally {
    closeSync(file)
  }
}
