/** Texts that break converters: every plane, line ends of every kind, framing look-alikes, empty and very long. Not here: argument texts (arbitrary-arguments.ts). */

import * as fc from 'fast-check'

/** Pieces that have a meaning somewhere between the provider and a screen; none may have one inside a text. */
const traps = [
  '\u2028', // JavaScript's and readline's line separator, an ordinary character of JSON
  '\u2029',
  '\u0085',
  '\r\n',
  '\n\n',
  '\r',
  '\n',
  '\t',
  '\u0000',
  '\u007f',
  '\ufeff', // a BOM where no body begins
  'data: ',
  '[DONE]',
  'event: error\n\n',
  '{"error":{"message":"x"}}',
  '"',
  '\\',
  '\\u0041',
  '\\n',
  '<think>',
  '&amp;',
  'null',
  ' ',
  'é',
  'e\u0301', // the same letter in two code points: must not be normalised
  'ß',
  '漢字',
  'नि',
  '\ufffd',
  '\uffff',
  '😀',
  '👩\u200d👩\u200d👧', // three emoji and two joiners, one glyph
  '🏳️‍🌈',
  '\u{1d306}',
  '\u{e0041}',
  '\u{10ffff}',
] as const

const halves = ['\ud83d', '\ude00', '\ud800', '\udfff'] as const

const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é'), maxLength: 12 })

const long = fc
  .tuple(fc.constantFrom('ab', 'é😀', '漢字\n', '\\"'), fc.integer({ min: 300, max: 600 }))
  .map(([unit, times]) => unit.repeat(times))

/** Any text; half surrogate pairs only where the wire can carry them. Shrinks to `''`. */
export function textArbitrary(loneSurrogates: boolean): fc.Arbitrary<string> {
  const pieces: string[] = loneSurrogates ? [...traps, ...halves] : [...traps]
  const spiked = fc
    .array(fc.oneof(fc.constantFrom('a', 'b'), fc.constantFrom(...pieces)), { maxLength: 8 })
    .map((parts) => parts.join(''))
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: plain, weight: 14 },
    { arbitrary: spiked, weight: 14 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 10 }), weight: 5 },
    { arbitrary: fc.constant(''), weight: 2 },
    { arbitrary: long, weight: 1 },
  )
}

/** Whether a text holds half of a surrogate pair, which raw UTF-8 cannot carry. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed()
}

const slug = fc.string({
  unit: fc.constantFrom(...'abcxyzABCXYZ0189_-'.split('')),
  minLength: 1,
  maxLength: 24,
})

/** Names as providers allow them for tools: letters, digits, `_` and `-`. Never empty. */
export const toolNameArbitrary = fc.oneof(
  { withCrossShrink: true },
  {
    arbitrary: fc.constantFrom('f', 'get_weather', 'search', 'toString', '__proto__', 'f'.repeat(64)),
    weight: 2,
  },
  { arbitrary: slug, weight: 1 },
)

/** Identifiers as providers make them up, with their prefixes. Never empty. */
export const idArbitrary = fc
  .tuple(fc.constantFrom('', 'call_', 'toolu_01', 'chatcmpl-', 'msg_'), slug)
  .map(([prefix, rest]) => prefix + rest)

/** Signatures are opaque bytes in base64 (some clients decode them), sometimes long. Never empty. */
export const signatureArbitrary = fc
  .tuple(
    fc.array(fc.constantFrom('AAAA', 'Zz09', '+/Aa', 'q83v'), { minLength: 1, maxLength: 10 }),
    fc.constantFrom('', 'AA==', 'AAA='),
  )
  .map(([quads, last]) => quads.join('') + last)
