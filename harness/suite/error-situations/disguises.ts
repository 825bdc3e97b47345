/** Ways to write an error answer otherwise that change nothing of what it says, for tests. */

import * as fc from 'fast-check'
import { objectOf } from '../../wire/json-fields.ts'

/** Draws a number from 0 to below 1, for each choice a disguise makes. */
type Draw = () => number

/** The same JSON value with the fields of every object in another order. */
export function reordered(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, draw))
  const object = objectOf(value)
  if (object === undefined) return value
  const fields = Object.entries(object).map(([key, inner]) => [draw(), key, reordered(inner, draw)] as const)
  return Object.fromEntries(fields.sort(([a], [b]) => a - b).map(([, key, inner]) => [key, inner]))
}

/** The same headers, their names in other letters. */
export function recased(headers: Readonly<Record<string, string>>, draw: Draw): Record<string, string> {
  const letterOf = (letter: string) => (draw() < 0.5 ? letter.toUpperCase() : letter.toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/[a-z]/gi, letterOf), value]),
  )
}

const statuses = ['401', '403', '404', '429', '500', '503']

/** The same JSON value, every object of it with one more field that holds statuses which are none. */
export function numbered(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value)) return value.map((item) => numbered(item, draw))
  const object = objectOf(value)
  if (object === undefined) return value
  const inner = Object.entries(object).map(([key, each]) => [key, numbered(each, draw)])
  return { ...Object.fromEntries(inner), x_trace: traceOf(draw) }
}

/** `trace-403-401`: digits that look like statuses, in no place of a status. */
export function traceOf(draw: Draw): string {
  const pick = () => statuses[Math.floor(draw() * statuses.length)] ?? '403'
  return `trace-${pick()}-${pick()}`
}

/** A seeded draw. */
export const draws: fc.Arbitrary<Draw> = fc
  .infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true }))
  .map((stream) => () => stream.next().value)
