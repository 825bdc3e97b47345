/** Copies of native events, which later changes of the originals do not reach. */

import { readable } from './thrown.ts'

/** Deeper or larger values, and circles, go through `structuredClone` as a whole, which keeps no classes. */
const most = { depth: 20, values: 2_000 }

/** A copy; what cannot be copied, such as a function, stays itself. Never throws. */
export function cloned(event: unknown): unknown {
  try {
    return copyOf(event, { left: most.values }, 0)
  } catch {
    return clonedWhole(event)
  }
}

function clonedWhole(event: unknown): unknown {
  return (
    readable(() => structuredClone(event)) ??
    readable(() => JSON.parse(JSON.stringify(event)) as unknown) ??
    event
  )
}

/** Nearly every event is a small tree of plain data, which is copied by hand in a tenth of the time. @throws where it is no small tree. */
function copyOf(value: unknown, budget: { left: number }, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > most.depth || (budget.left -= 1) < 0) throw new RangeError('more than is copied by hand')
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, budget, depth + 1))
  // Private fields of a class cannot be seen here: an event that has some loses them.
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype === Object.prototype) return filled({}, value, Object.keys(value), budget, depth)
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (value instanceof Error && tag === 'Error') return copyOfError(value, prototype, budget, depth)
  if (tag === 'Object') {
    return filled(Object.create(prototype) as object, value, Object.keys(value), budget, depth)
  }
  return hasContent.test(tag) ? clonedWhole(value) : value
}

/** Kinds whose content is in no field, and which `structuredClone` copies; of others, such as a Response, there is no copy. */
const hasContent = /^(?:Map|Set|Date|RegExp|DataView|Boolean|Number|String|BigInt|.*Array(?:Buffer)?)$/

/** Its fields are hidden from `Object.keys`. */
function copyOfError(
  error: Error,
  prototype: object | null,
  budget: { left: number },
  depth: number,
): object {
  const copy: object = new Error()
  Object.setPrototypeOf(copy, prototype)
  return filled(copy, error, Object.getOwnPropertyNames(error), budget, depth)
}

function filled(
  copy: object,
  original: object,
  fields: readonly string[],
  budget: { left: number },
  depth: number,
): object {
  const isPlain = Object.getPrototypeOf(copy) === Object.prototype
  for (const field of fields) {
    const value = copyOf((original as Record<string, unknown>)[field], budget, depth + 1)
    if (isPlain && field !== '__proto__') (copy as Record<string, unknown>)[field] = value
    // A setter of the class, or of Object, is not for this.
    else define(copy, field, { value, enumerable: isListed(original, field) })
  }
  return copy
}

function define(copy: object, field: string, own: PropertyDescriptor): void {
  Object.defineProperty(copy, field, { ...own, writable: true, configurable: true })
}

function isListed(original: object, field: string): boolean {
  return Object.prototype.propertyIsEnumerable.call(original, field)
}
