/** Argument texts of tool calls that are hard to re-stringify. Not here: where they stand in a turn (arbitrary-blocks.ts). */

import * as fc from 'fast-check'

/** Spellings a double or a re-stringify loses, and a few it keeps. */
const numbers = [
  '0',
  '1',
  '-1',
  '-0',
  '1.0',
  '1e3',
  '1E+3',
  '-1.50e-7',
  '0.1',
  '0.30000000000000004',
  '9007199254740993',
  '12345678901234567890',
  '1e400',
] as const

/** Members of a JSON string as the provider may spell them. */
const stringPieces = [
  'a',
  'Paris',
  'é',
  '😀',
  '\u2028',
  '\u007f',
  '\\u00e9',
  '\\u00E9',
  '\\u0041',
  '\\ud83d\\ude00',
  '\\uD800',
  '\\udc00a',
  '\\u0000',
  '\\n',
  '\\r\\n',
  '\\/',
  '/',
  '\\"',
  '\\\\',
  '\\\\n',
  '{',
  '}',
  ',',
] as const

const keys = [
  'a',
  'b',
  'city',
  '10',
  '2',
  '',
  '__proto__',
  'constructor',
  'toString',
  'é',
  '\\u0061',
  'error',
  'type',
] as const

const blank = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant(''), weight: 6 },
  { arbitrary: fc.constantFrom(' ', '\n', '\t', '\r\n  '), weight: 1 },
)

const literal = fc
  .array(fc.constantFrom(...stringPieces), { maxLength: 5 })
  .map((pieces) => `"${pieces.join('')}"`)

const longLiteral = fc.integer({ min: 100, max: 200 }).map((times) => `"${'xyé\\n'.repeat(times)}"`)

const leaf = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constantFrom('1', 'true', 'false', 'null', '[]', '{}', '""'), weight: 8 },
  { arbitrary: fc.constantFrom(...numbers), weight: 8 },
  { arbitrary: literal, weight: 12 },
  { arbitrary: fc.integer().map(String), weight: 2 },
  { arbitrary: longLiteral, weight: 1 },
)

function membersOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc
    .tuple(fc.constantFrom(...keys), blank, blank, value)
    .map(([key, before, after, text]) => `${before}"${key}"${after}:${before}${text}${after}`)
  return fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`)
}

function itemsOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(value, { maxLength: 3 }), blank)
    .map(([items, space]) => `[${space}${items.join(`${space},`)}${space}]`)
}

function nested(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return leaf
  const inner = nested(depth - 1)
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: leaf, weight: 4 },
    { arbitrary: membersOf(inner), weight: 1 },
    { arbitrary: itemsOf(inner), weight: 1 },
  )
}

const spelled = fc
  .tuple(blank, membersOf(nested(2)), blank)
  .map(([before, object, after]) => before + object + after)

const argumentText = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constantFrom('{}', ''), weight: 1 },
  { arbitrary: spelled, weight: 6 },
)

/** The text of an object as `JSON.stringify` gives it, all numbers inside the double range, lone surrogates by leave. */
function canonical(text: string, loneSurrogates: boolean): string {
  const tame = JSON.stringify(JSON.parse(text, tameNumber))
  // A stringified half pair is the escape \udXXX; taken out, it leaves the rest of its string alone.
  return loneSurrogates ? tame : tame.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '')
}

function tameNumber(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 7
}

/** `text`: any spelling of an object, or nothing at all. `value`: the canonical text of an object. Shrinks to `{}`. */
export function argumentsArbitrary(as: 'text' | 'value', loneSurrogates: boolean): fc.Arbitrary<string> {
  if (as === 'text') return argumentText
  return spelled.map((text) => canonical(text, loneSurrogates))
}
