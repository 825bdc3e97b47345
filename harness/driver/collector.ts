/** Collects what one converter emits: clones native events, projects them, validates the parts, and closes the trace. */

import { deltaKinds } from '../trace/assemble.ts'
import type { Playback } from '../replay/playback.ts'
import { partSchema, type Part } from '../trace/part.ts'
import type { PartMark, SentRequest, ThrownError, Trace, TraceEnd } from '../trace/trace.ts'
import type { Failure } from '../turn/failure.ts'
import type { WireName } from '../wire/wire.ts'
import { cloned } from './clone.ts'
import type { Driver, Level, StreamEnd } from './driver.ts'

export class Collector {
  readonly #driver: Driver
  readonly #wire: WireName
  readonly #playback: Playback
  readonly #maxParts: number
  readonly #state: unknown
  readonly #parts: Part[] = []
  readonly #marks: PartMark[] = []
  readonly #natives: unknown[] = []
  readonly #faults: string[] = []
  readonly #startsBlocks: boolean
  readonly #started = new Set<number>()

  constructor(driver: Driver, wire: WireName, playback: Playback, maxParts: number) {
    this.#driver = driver
    this.#wire = wire
    this.#playback = playback
    this.#maxParts = maxParts
    this.#state = driver.state?.(wire)
    this.#startsBlocks = driver.capabilitiesFor(wire).blockStarts
  }

  get level(): Level {
    return this.#driver.level
  }

  get partCount(): number {
    return this.#parts.length
  }

  get nativeCount(): number {
    return this.#natives.length
  }

  /** Takes one native event; false when the limit of parts is reached. */
  take(event: unknown): boolean {
    const copy = cloned(event)
    const native = this.#natives.push(copy) - 1
    this.#add('project', native, () => this.#driver.project(copy, this.#state, this.#wire))
    return this.#parts.length <= this.#maxParts && native < this.#maxParts
  }

  /** Takes parts that a hook gave without a native event. */
  takeParts(hook: string, parts: () => Iterable<Part>): void {
    this.#add(hook, -1, parts)
  }

  /** Lets the driver say what is left, and tells how the trace ended. */
  end(how: StreamEnd): TraceEnd {
    this.#add('end', -1, () =>
      this.#driver.end ? this.#driver.end(this.#state, how, this.#wire) : this.#defaultEnd(how),
    )
    return how.how === 'threw' ? { how: 'threw', error: thrown(how.phase, how.error) } : how
  }

  trace(end: TraceEnd, rejections: string[], requests: SentRequest[]): Trace {
    return {
      parts: this.#parts,
      marks: this.#marks,
      end,
      natives: this.#natives,
      requests,
      rejections,
      driverFaults: this.#faults,
    }
  }

  *#defaultEnd(how: StreamEnd): Iterable<Part> {
    if (how.how === 'returned' || this.#parts.some((part) => part.type === 'finish')) return
    if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
    else yield { type: 'finish', reason: 'error', failure: this.#failure(how.error) }
  }

  #failure(error: unknown): Failure {
    return this.#driver.failure?.(error) ?? { code: 'UNKNOWN', message: messageOf(error) }
  }

  #push(part: Part | undefined, native: number): void {
    if (part === undefined) return
    this.#parts.push(part)
    this.#marks.push({ native, reads: this.#playback.reads })
  }

  /** The start of a block that a converter without block starts has just spoken of for the first time. */
  #startOf(part: Part): Part | undefined {
    if (this.#startsBlocks || !('index' in part) || this.#started.has(part.index)) return undefined
    this.#started.add(part.index)
    if (part.type === 'block-start') return undefined
    if (part.type === 'block-end') return { type: 'block-start', index: part.index, kind: part.block.type }
    return { type: 'block-start', index: part.index, kind: deltaKinds[part.type] }
  }

  #add(hook: string, native: number, parts: () => Iterable<Part>): void {
    try {
      for (const part of parts()) {
        const checked = partSchema.safeParse(part)
        if (checked.success) {
          this.#push(this.#startOf(checked.data), native)
          this.#push(checked.data, native)
        } else {
          this.#faults.push(
            `\`${hook}\` gave a part of a wrong shape (${shapeFault(checked.error)}): ${brief(part)}`,
          )
        }
      }
    } catch (error) {
      this.#faults.push(`\`${hook}\` threw ${messageOf(error)}`)
    }
  }
}

function thrown(phase: 'start' | 'stream', error: unknown): ThrownError {
  const code = readable(() =>
    error instanceof Object && 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  )
  return {
    phase,
    name: readable(() => (error instanceof Error ? textOf(error.name) : typeof error)) ?? 'unreadable',
    message: messageOf(error),
    ...(code === undefined ? {} : { code }),
  }
}

function messageOf(error: unknown): string {
  const text = readable(() => textOf(error instanceof Error ? error.message : error))
  return text ?? 'a value that cannot be read was thrown'
}

/** What is typed as a text need not be one. */
function textOf(value: unknown): string {
  return String(value)
}

/** Anything can be thrown, such as an object whose fields throw in turn. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What the schema finds wrong, with the fields. */
export function shapeFault(error: { issues: { path: PropertyKey[]; message: string }[] }): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'part'}: ${issue.message}`).join('; ')
}

/** A value in a message. */
export function brief(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, 200) ?? String(value)
  } catch {
    return String(value)
  }
}
