/** Copies of native events, which later changes of the originals do not reach. */

/** Deeper or larger values, and those that are no plain data, go through `structuredClone`. */
const most = { depth: 20, values: 2_000 }

/** A copy; what cannot be cloned, such as a function or a getter that throws, goes through JSON, or stays itself. Never throws. */
export function cloned(event: unknown): unknown {
  try {
    const copy = copyOf(event, { left: most.values }, 0)
    return copy === notPlain ? structuredClone(event) : copy
  } catch {
    return throughJson(event)
  }
}

function throughJson(event: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(event)) as unknown
  } catch {
    return event
  }
}

const notPlain = Symbol('not plain data')

/** Nearly every event is a small tree of plain data, which is copied by hand in a tenth of the time. */
function copyOf(value: unknown, budget: { left: number }, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? notPlain : value
  }
  if (depth > most.depth || (budget.left -= 1) < 0) return notPlain
  if (Array.isArray(value)) return copyOfList(value, budget, depth)
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype ? copyOfRecord(value, budget, depth) : notPlain
}

function copyOfList(list: readonly unknown[], budget: { left: number }, depth: number): unknown {
  const copies: unknown[] = []
  for (const item of list) {
    const copy = copyOf(item, budget, depth + 1)
    if (copy === notPlain) return notPlain
    copies.push(copy)
  }
  return copies
}

function copyOfRecord(record: object, budget: { left: number }, depth: number): unknown {
  const copies: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record)) {
    const copy = key === '__proto__' ? notPlain : copyOf(value, budget, depth + 1)
    if (copy === notPlain) return notPlain
    copies[key] = copy
  }
  return copies
}
