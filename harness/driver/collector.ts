/** Collects what one converter emits: clones native events, projects them, validates the parts, and closes the trace. */

import { deltaKinds } from '../trace/assemble.ts'
import type { Playback } from '../replay/playback.ts'
import { partSchema, type Part } from '../trace/part.ts'
import type { PartMark, SentRequest, Trace, TraceEnd } from '../trace/trace.ts'
import type { Failure } from '../turn/failure.ts'
import type { WireName } from '../wire/wire.ts'
import { cloned } from './clone.ts'
import type { Driver, Level, StreamEnd } from './driver.ts'
import { brief, messageOf, thrownError } from './thrown.ts'

/** How much is taken of one converter. */
export type CollectorLimits = {
  /** Native events, and parts. */
  maxParts: number
  /** Characters of text and arguments in all deltas. */
  maxCharacters: number
}

export class Collector {
  readonly #driver: Driver
  readonly #wire: WireName
  readonly #playback: Playback
  readonly #limits: CollectorLimits
  readonly #state: unknown
  readonly #parts: Part[] = []
  readonly #marks: PartMark[] = []
  readonly #natives: unknown[] = []
  readonly #faults: string[] = []
  readonly #startsBlocks: boolean
  readonly #started = new Set<number>()
  #characters = 0

  constructor(driver: Driver, wire: WireName, playback: Playback, limits: CollectorLimits) {
    this.#driver = driver
    this.#wire = wire
    this.#playback = playback
    this.#limits = limits
    this.#state = this.#guarded('state', () => driver.state?.(wire))
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

  /** More came than is taken. */
  get isFlooded(): boolean {
    const { maxParts, maxCharacters } = this.#limits
    const most = Math.max(this.#parts.length, this.#natives.length)
    return most > maxParts || this.#characters > maxCharacters
  }

  /** Takes one native event; false when a limit is reached. */
  take(event: unknown): boolean {
    const copy = cloned(event)
    const native = this.#natives.push(copy) - 1
    this.#add('project', native, () => this.#driver.project(copy, this.#state, this.#wire))
    return !this.isFlooded
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
    if (this.isFlooded) return this.flooded()
    return how.how === 'threw' ? { how: 'threw', error: thrownError(how.phase, how.error) } : how
  }

  flooded(): TraceEnd {
    return { how: 'flooded', parts: this.#parts.length, characters: this.#characters }
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
    this.#characters += sizeOf(part)
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
    this.#guarded(hook, () => {
      for (const part of parts()) {
        if (this.isFlooded) return
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
    })
  }

  #guarded<T>(hook: string, call: () => T): T | undefined {
    try {
      return call()
    } catch (error) {
      this.#faults.push(`\`${hook}\` threw ${messageOf(error)}`)
      return undefined
    }
  }
}

function sizeOf(part: Part): number {
  if (part.type === 'tool-call-delta') return part.argumentsDelta.length
  return 'text' in part ? part.text.length : 0
}

/** What the schema finds wrong, with the fields. */
export function shapeFault(error: { issues: { path: PropertyKey[]; message: string }[] }): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'part'}: ${issue.message}`).join('; ')
}
