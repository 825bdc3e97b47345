/** The report of the hooks in a program: a file of JSON lines beside the recordings, made and followed by who records, each line read once. Not here: what hooks write (hook.ts). */

import { closeSync, constants, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookEvent } from './capture-event.ts'

export const reportPrefix = '.report-'

export class ReportTail {
  readonly path: string
  readonly #file: number
  readonly #hear: (event: HookEvent) => void
  #at = 0
  #rest = Buffer.alloc(0)

  /** Makes the report in `out`. Throws as node:fs does. */
  constructor(out: string, hear: (event: HookEvent) => void) {
    this.path = join(out, `${reportPrefix}${process.pid}-${Date.now()}`)
    this.#file = openSync(this.path, 'wx+')
    this.#hear = hear
  }

  /** Hands on the lines that were completed since. */
  read(): void {
    const bytes = bytesFrom(this.#file, this.#at)
    this.#at += bytes.length
    const text = Buffer.concat([this.#rest, bytes])
    const end = text.lastIndexOf('\n') + 1
    this.#rest = text.subarray(end)
    for (const line of text.subarray(0, end).toString().split('\n')) {
      const event = parsed(line)
      if (event !== undefined) this.#hear(event)
    }
  }

  /** Hands on what is left, and removes it first: who still writes is told so, and says itself what nobody will read here. */
  end(): void {
    rmSync(this.path, { force: true })
    this.read()
    closeSync(this.#file)
  }
}

/** Adds to a report. Throws where it cannot be written, and where it is gone. */
export function report(path: string, event: HookEvent): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND)
  try {
    // The line feed before it ends what a full disk has cut.
    writeFileSync(file, `\n${JSON.stringify(event)}\n`)
  } finally {
    closeSync(file)
  }
}

/** Undefined for a line that was cut: who wrote it has said it on stderr. */
function parsed(line: string): HookEvent | undefined {
  try {
    return JSON.parse(line) as HookEvent
  } catch {
    return undefined
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
    return bytesFrom(file, offset, most)
  } finally {
    closeSync(file)
  }
}

function bytesFrom(file: number, offset: number, most = Number.POSITIVE_INFINITY): Buffer {
  const blocks: Buffer[] = []
  for (let at = offset; at - offset < most;) {
    const block = Buffer.alloc(64 * 1024)
    const read = readSync(file, block, 0, block.length, at)
    if (read === 0) break
    blocks.push(block.subarray(0, read))
    at += read
  }
  return Buffer.concat(blocks)
}
