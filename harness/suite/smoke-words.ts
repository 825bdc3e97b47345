/** What the smoke run says of a broken driver: the hook, what came, the line where it can be known, and how to mend it. Not here: telling that one is broken (smoke.ts). */

import { shapeFault } from '../driver/collector.ts'
import { brief, messageOf, namedMessageOf, readable } from '../driver/thrown.ts'
import type { Driver, Level } from '../driver/driver.ts'
import { linesSaying, placeIn, placeText } from '../driver/place.ts'
import type { HookFault, Watch } from '../driver/watched.ts'
import { partSchema } from '../trace/part.ts'
import type { Trace } from '../trace/trace.ts'
import type { WireName } from '../wire/wire.ts'

/** What one trivial case showed. */
export type Puff = { trace: Trace; watch: Watch }

/** The whole message. */
export function brokenDriverText(driver: Driver, wire: WireName, fault: string): string {
  const place = driver.declaredAt?.()
  const where = place ? ` (${placeText(place)})` : ''
  return `the driver \`${driver.name}\`${where} is broken, so no case was run. Over ${wire}, ${fault}`
}

const parts = "Give an iterable of parts, such as `{ type: 'text-delta', index: 0, text }`"

export function faultOfHook(driver: Driver, fault: HookFault): string {
  const hook = `\`${fault.hook}\``
  const about = 'event' in fault ? ` for the event ${brief(fault.event)}` : ''
  switch (fault.type) {
    case 'threw':
      return `${hook} threw ${errorText(fault.error)}${about}. ${privateHint(fault.error)}Hooks must take every event that the converter gives.`
    case 'given':
      return `${hook} gave ${given(fault.given)}${about}. ${parts}${asyncHint(fault.given)}.`
    case 'part':
      return `${hook} gave a part of a wrong shape${about}: ${brief(fault.part)}: ${wrongWith(fault.part)}.${lineOf(driver, fault.part)}`
  }
}

function privateHint(error: unknown): string {
  const isPrivate = /\bprivate (?:member|field|method)|#\w+/.test(messageOf(error))
  return isPrivate
    ? 'Events are copied, and no copy has private fields: give plain data from `convert`. '
    : ''
}

function asyncHint(value: unknown): string {
  return readable(() => value instanceof Promise || Symbol.asyncIterator in Object(value))
    ? '; hooks are not `async`, waiting is for `convert`'
    : ''
}

function wrongWith(part: unknown): string {
  const checked = partSchema.safeParse(part)
  return checked.success ? 'it may be given once' : shapeFault(checked.error)
}

/** Where the driver's file speaks of such a part: a yield leaves no stack. */
function lineOf(driver: Driver, part: unknown): string {
  const place = driver.declaredAt?.()
  const type: unknown = part instanceof Object && 'type' in part ? part.type : undefined
  const places = place && typeof type === 'string' ? linesSaying(place.file, type) : []
  return places.length === 0 ? '' : ` See ${places.map(placeText).join(', ')}.`
}

/** Of a driver that says nothing of the simplest streams there are. */
export function faultOfSilence(driver: Driver, puff: Puff): string {
  const { trace, watch } = puff
  const { notIterable, thrown } = watch
  if (notIterable) {
    return `\`convert\` gave ${given(notIterable.given)}. Give an (async) iterable of the converter's events. ${takes(driver.level)}`
  }
  const unread = driver.level === 'http' ? trace.requests.length === 0 : watch.taken === 0
  const threw = 'thrown' in watch ? `threw ${errorText(thrown)}` : endOf(puff)
  if (unread) return `\`convert\` ${threw} and ${untouched[driver.level]}. ${takes(driver.level)}`
  if (trace.natives.length === 0) {
    return `\`convert\` ${threw} and gave no event of a one-word answer. ${takes(driver.level)}`
  }
  const [event] = trace.natives
  if (trace.parts.length === 0) {
    return `\`project\` gave no part for any of ${trace.natives.length} events, the first of them ${brief(event)}. ${parts} for what an event says.`
  }
  return `a one-word answer gave nothing but an error: ${brief(trace.parts.at(-1))}. ${takes(driver.level)}`
}

function endOf({ trace: { end } }: Puff): string {
  if (end.how === 'hung') return `did not end within ${end.afterMs} ms`
  return end.how === 'returned' ? 'ended' : end.how
}

const untouched: Record<Level, string> = {
  http: 'sent no request through `context.fetch`, or to `context.baseUrl`',
  bytes: 'did not read the body of the Response',
  events: 'took none of the payloads',
}

/** What a level hands over: a driver of the wrong one finds something else than it looks for. */
function takes(level: Level): string {
  return `At level \`${level}\` it gets ${input[level]}; \`level\` must be the one at which your converter takes over.`
}

const input: Record<Level, string> = {
  http: 'a context with `fetch`, `baseUrl`, `apiKey`, `model`, `request` and `signal`, and sends the request itself',
  bytes: 'a Response and a context',
  events: 'an async iterable of parsed payloads and a context',
}

function errorText(error: unknown): string {
  const place = readable(() => (error instanceof Error ? placeIn(error.stack) : undefined))
  return `${namedMessageOf(error)}${place ? ` (${placeText(place)})` : ''}`
}

function given(value: unknown): string {
  return readable(() => kindOf(value)) ?? brief(value)
}

function kindOf(value: unknown): string | undefined {
  if (value instanceof Promise) return 'a promise'
  if (value instanceof Object && Symbol.asyncIterator in value) return 'an async iterable'
  if (typeof value === 'function') return 'a function'
  const name = value instanceof Object ? value.constructor.name : 'Object'
  return name === 'Object' ? undefined : `a value of class ${name}`
}
