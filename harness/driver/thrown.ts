/** What was thrown, in words. Anything can be thrown, such as an object whose fields throw in turn: nothing here does. */

import { inspect } from 'node:util'
import type { ThrownError } from '../trace/trace.ts'

export function thrownError(phase: ThrownError['phase'], error: unknown): ThrownError {
  const code = readable(() =>
    error instanceof Object && 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  )
  return {
    phase,
    name: nameOf(error),
    message: messageOf(error),
    ...(code === undefined ? {} : { code }),
  }
}

export function messageOf(error: unknown): string {
  const text = readable(() => textOf(error instanceof Error ? error.message : error))
  return text ?? 'a value that cannot be read'
}

/** `TypeError: no`, or what it is where it is no error. */
export function namedMessageOf(error: unknown): string {
  return readable(() => error instanceof Error) ? `${nameOf(error)}: ${messageOf(error)}` : messageOf(error)
}

/** For the faults of the suite itself: where it was thrown, too. */
export function stackOf(error: unknown): string {
  return readable(() => (error instanceof Error ? error.stack : undefined)) ?? messageOf(error)
}

/** A value in a message, whatever it is: what is no JSON is shown as Node shows it. */
export function brief(value: unknown): string {
  const text =
    readable(() => JSON.stringify(value)) ??
    readable(() => inspect(value, { depth: 1, breakLength: Infinity }))
  return text?.slice(0, 200) ?? `a value of type ${typeof value} that cannot be read`
}

function nameOf(error: unknown): string {
  return readable(() => (error instanceof Error ? textOf(error.name) : typeof error)) ?? 'unreadable'
}

/** What is typed as a text need not be one. */
function textOf(value: unknown): string {
  return String(value)
}

/** What `read` gives; undefined where it throws. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
