/** Ways to change the parts that a driver projects, whatever its level. Not here: changing what the converter is given (break-input.ts). */

import type { Driver, StreamEnd } from '../driver/driver.ts'
import type { Part, PartOf } from '../trace/part.ts'
import type { WireName } from '../wire/wire.ts'

export type Edit = (part: Part) => readonly Part[]
/** The edit of one stream; `end` gives what is left behind the driver's own last part. */
export type Editor = Edit | { part: Edit; end(): readonly Part[] }

export type Apply = (driver: Driver) => Driver

type State = { inner: unknown; part: Edit; end(): readonly Part[]; isFinished: boolean }

/** Sends every part through an editor; `start` makes one for each stream. */
export function onParts(start: () => Editor): Apply {
  return (driver) => ({
    ...driver,
    state: (wire) => stateOf(driver, wire, start()),
    project: (event, state, wire) =>
      edited(state as State, driver.project(event, (state as State).inner, wire)),
    end: (state, how, wire) => {
      const own = state as State
      const last = driver.end ? driver.end(own.inner, how, wire) : defaultEnd(driver, own, how)
      return [...edited(own, last), ...own.end()]
    },
  })
}

function stateOf(driver: Driver, wire: WireName, editor: Editor): State {
  const part = typeof editor === 'function' ? editor : (given: Part) => editor.part(given)
  const end = typeof editor === 'function' ? () => [] : () => editor.end()
  return { inner: driver.state?.(wire), part, end, isFinished: false }
}

function edited(state: State, parts: Iterable<Part>): Part[] {
  return [...parts].flatMap((part) => {
    state.isFinished ||= part.type === 'finish'
    return state.part(part)
  })
}

/** What the harness says for a driver without an `end` hook. */
function defaultEnd(driver: Driver, { isFinished }: State, how: StreamEnd): Part[] {
  if (how.how === 'returned' || isFinished) return []
  if (how.how === 'aborted') return [{ type: 'finish', reason: 'aborted' }]
  const { error } = how
  const message = error instanceof Error ? error.message : String(error)
  const failure = driver.failure?.(error) ?? { code: 'UNKNOWN', message }
  return [{ type: 'finish', reason: 'error', failure }]
}

export function onEachPart(edit: Edit): Apply {
  return onParts(() => edit)
}

export function dropParts(isDropped: (part: Part) => boolean): Apply {
  return onEachPart((part) => (isDropped(part) ? [] : [part]))
}

export function onPartsOf<T extends Part['type']>(
  type: T,
  edit: (part: PartOf<T>) => readonly Part[],
): Apply {
  return onEachPart((part) => (part.type === type ? edit(part as PartOf<T>) : [part]))
}

export type CallBlock = Extract<PartOf<'block-end'>['block'], { type: 'tool-call' }>

/** Changes the block-ends of calls. */
export function onCallEnds(edit: (end: PartOf<'block-end'>, block: CallBlock) => Part): Apply {
  return onPartsOf('block-end', (part) => [part.block.type === 'tool-call' ? edit(part, part.block) : part])
}

export function onFinish(edit: (finish: PartOf<'finish'>) => readonly Part[]): Apply {
  return onPartsOf('finish', edit)
}

export function onFailure(edit: (failure: NonNullable<PartOf<'finish'>['failure']>) => object): Apply {
  return onFinish((finish) => {
    if (finish.failure === undefined) return [finish]
    return [{ ...finish, failure: edit(finish.failure) as typeof finish.failure }]
  })
}

export function onUsage(edit: (usage: PartOf<'usage'>['usage']) => PartOf<'usage'>['usage']): Apply {
  return onPartsOf('usage', ({ type, usage }) => [{ type, usage: edit(usage) }])
}

/** Holds back the parts that `isHeld` picks until the finish, and then says what `release` makes of them. */
export function untilFinish(
  isHeld: (part: Part) => boolean,
  release: (held: Part[], finish: PartOf<'finish'>) => readonly Part[],
): Apply {
  return onParts(() => {
    const held: Part[] = []
    return (part) => {
      if (part.type === 'finish') return release(held.splice(0), part)
      if (!isHeld(part)) return [part]
      held.push(part)
      return []
    }
  })
}

/** The kind of block a part speaks of, by its index; one for each stream. */
export function kindTracker(): (part: Part) => string | undefined {
  const kinds = new Map<number, string>()
  return (part) => {
    if (!('index' in part)) return undefined
    if (part.type === 'block-start') kinds.set(part.index, part.kind)
    return kinds.get(part.index)
  }
}

export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = value
  return rest
}
