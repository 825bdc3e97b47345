/** Builds a call's arguments from the pieces in which Vertex AI streams them (SDK `@google/genai`, `PartialArg`). Not here: which call they belong to (content-parts.ts). */

import { jsonText } from '../json-text.ts'
import { numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'

type Container = Record<string, unknown> | unknown[]

export type PartialArguments = {
  root: Record<string, unknown>
  /** Paths of strings that `willContinue` keeps open. */
  open: Set<string>
}

/** `base` holds arguments that came whole. */
export function startArguments(base: JsonObject = {}): PartialArguments {
  return { root: Object.assign(emptyObject(), base), open: new Set() }
}

export function argumentsText({ root }: PartialArguments): string {
  return jsonText(root)
}

/** Without prototype, so that `__proto__` is a key like any other. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

/** Deeper paths than a real tool has are left out, since writing them down would exhaust the stack. */
const DEEPEST = 64

/** A path that fits no place (a name in an array, an index with a gap before it) changes nothing. */
export function addPartial(to: PartialArguments, sent: unknown): void {
  const partial = objectOf(sent) ?? {}
  const path = textOf(partial['jsonPath'])
  const steps = stepsOf(path)
  const last = steps?.at(-1)
  if (steps === undefined || last === undefined || steps.length > DEEPEST) return
  const container = containerAt(to.root, steps)
  if (container === undefined || !fits(container, last)) return
  put(container, last, valueOf(partial, get(container, last), to.open.has(path)))
  if (partial['willContinue'] === true) to.open.add(path)
  else to.open.delete(path)
}

/** A string goes on where its path is still open. A piece without a value announces an empty container. */
function valueOf(partial: JsonObject, before: unknown, isOpen: boolean): unknown {
  const text = partial['stringValue']
  if (typeof text === 'string') return isOpen && typeof before === 'string' ? before + text : text
  const number = numberOf(partial['numberValue'])
  if (number !== undefined) return number
  if (typeof partial['boolValue'] === 'boolean') return partial['boolValue']
  return 'nullValue' in partial ? null : (before ?? emptyObject())
}

/**
 * `$.a.b[0]['c']`, the part of RFC 9535 that names one place. A bare name is taken as far as the next dot or bracket: names
 * of tools' parameters hold characters that the RFC has only in quotes.
 */
function stepsOf(path: string): (string | number)[] | undefined {
  if (!path.startsWith('$')) return undefined
  const step = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy
  const steps: (string | number)[] = []
  step.lastIndex = 1
  while (step.lastIndex < path.length) {
    const found = step.exec(path)
    if (found === null) return undefined
    const [, bare, index, single, double] = found
    steps.push(index === undefined ? (bare ?? unquoted(single ?? double ?? '')) : Number(index))
  }
  return steps
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}

/** The object or array that holds the last step, with what is missing on the way made. */
function containerAt(root: Container, steps: readonly (string | number)[]): Container | undefined {
  let at: Container = root
  for (const [position, step] of steps.slice(0, -1).entries()) {
    if (!fits(at, step)) return undefined
    const known = get(at, step)
    const next = known ?? (typeof steps[position + 1] === 'number' ? [] : emptyObject())
    if (typeof next !== 'object') return undefined
    if (known === undefined || known === null) put(at, step, next)
    at = next as Container
  }
  return at
}

/** An array grows by one at a time: an index far away would be a hole as large as the sender likes. */
function fits(container: Container, step: string | number): boolean {
  return Array.isArray(container)
    ? typeof step === 'number' && step <= container.length
    : typeof step === 'string'
}

function get(container: Container, step: string | number): unknown {
  const fields = container as Record<string | number, unknown>
  return Object.hasOwn(fields, step) ? fields[step] : undefined
}

function put(container: Container, step: string | number, value: unknown): void {
  Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true })
}
