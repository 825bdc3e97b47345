/** The drawn turns stay inside their shape, shrink to the smallest one, and do hit what breaks converters. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentsArbitrary } from './arbitrary-arguments.ts'
import { choiceArbitrary, sessionArbitrary, turnArbitrary, type SessionWriter } from './arbitrary.ts'
import type { TurnShape } from './shape.ts'
import { usageFields, type ToolCallBlock, type Turn } from './turn.ts'

const wide: TurnShape = {
  kinds: ['reasoning', 'text', 'refusal', 'opaque', 'tool-call'],
  segments: true,
  parallelCalls: true,
  callIds: 'sometimes',
  signatures: ['reasoning', 'tool-call'],
  redacted: true,
  argumentsAs: 'text',
  loneSurrogates: true,
  finishes: [
    { raw: 'end', reason: 'stop' },
    { raw: 'tools', reason: 'tool-calls' },
    { raw: 'length', reason: 'max-tokens' },
    { raw: 'filter', reason: 'content-filter' },
    { raw: 'odd', reason: 'other' },
  ],
  usage: usageFields,
  meta: ['responseId', 'model', 'stopSequence'],
  opaques: [{ kind: 'image', raw: { data: 'AA==' } }],
  errors: [{ error: { message: 'Overloaded' } }],
}

const parallel: TurnShape = { ...wide, segments: false, callIds: 'always', loneSurrogates: false }

const narrow: TurnShape = {
  kinds: ['text', 'tool-call'],
  segments: false,
  parallelCalls: false,
  callIds: 'never',
  signatures: [],
  redacted: false,
  argumentsAs: 'value',
  loneSurrogates: false,
  finishes: [{ raw: 'end', reason: 'stop' }],
  usage: ['outputTokens'],
  meta: [],
  opaques: [],
  errors: [],
}

const shapes = { wide, parallel, narrow }

function callsOf(turn: Turn): ToolCallBlock[] {
  return turn.blocks.filter((block) => block.type === 'tool-call')
}

/** Every way in which a turn can be outside its shape, in words. */
function strays(turn: Turn, shape: TurnShape): string[] {
  const calls = callsOf(turn)
  const kinds = turn.blocks.map(({ type }) => type)
  const order = kinds.map((kind) => (kind === 'tool-call' ? Infinity : shape.kinds.indexOf(kind)))
  const prose = kinds.filter((kind) => kind !== 'tool-call')
  const ids = calls.map(({ id }) => id).filter((id) => id !== '')
  const signed = turn.blocks.filter((block) => 'signature' in block)
  const { raw: _, ...usage } = turn.usage ?? {}
  const claims: [string, boolean][] = [
    ['kind', kinds.every((kind) => shape.kinds.includes(kind))],
    ['order', shape.segments || order.every((at, index) => index === 0 || order[index - 1]! <= at)],
    ['one of a kind', shape.segments || new Set(prose).size === prose.length],
    [
      'parallel calls',
      shape.parallelCalls || (calls.length <= 1 && (calls.length === 0 || !kinds.includes('text'))),
    ],
    [
      'ids',
      shape.callIds === 'always'
        ? ids.length === calls.length
        : shape.callIds !== 'never' || ids.length === 0,
    ],
    ['own ids', new Set(ids).size === ids.length],
    ['names', calls.every(({ name }) => name !== '')],
    ['signatures', signed.every(({ type }) => shape.signatures.includes(type as 'reasoning'))],
    ['redacted', shape.redacted || turn.blocks.every((block) => !('redacted' in block))],
    [
      'surrogates',
      shape.loneSurrogates ||
        JSON.stringify(turn)
          .replaceAll('\\\\', '')
          .search(/\\ud[89a-f]/) === -1,
    ],
    ['finish', turn.finish === undefined || isFinishOf(turn, shape)],
    ['open', (turn.state === 'open' && turn.finish?.reason !== 'error') === (turn.finish === undefined)],
    ['usage', Object.keys(usage).every((field) => shape.usage.includes(field as 'inputTokens'))],
    ['reasoning in output', (usage.reasoningTokens ?? 0) <= (usage.outputTokens ?? 0)],
    ['meta', Object.keys(turn.meta).every((key) => shape.meta.includes(key as 'model'))],
  ]
  return claims.filter(([, holds]) => !holds).map(([name]) => name)
}

function isFinishOf({ finish }: Turn, shape: TurnShape): boolean {
  if (finish?.reason === 'error')
    return shape.errors.some((raw) => fc.stringify(raw) === fc.stringify(finish.failure?.raw))
  return shape.finishes.some(({ raw, reason }) => raw === finish?.raw && reason === finish.reason)
}

describe.each(Object.entries(shapes))('turns of the %s shape', (_name, shape) => {
  it('are within it', () => {
    fc.assert(
      fc.property(turnArbitrary(shape), (turn) => {
        expect(strays(turn, shape)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('shrink to the smallest turn', () => {
    const found = fc.check(
      fc.property(turnArbitrary(shape), () => false),
      { seed: 5, numRuns: 1 },
    )
    const smallest: Turn = { blocks: [], finish: { reason: 'stop', raw: 'end' }, meta: {}, state: 'closed' }
    expect(found.counterexample).toEqual([smallest])
  })

  it('are JSON all the way, so that a witness can be saved', () => {
    fc.assert(
      fc.property(turnArbitrary(shape), (turn) => {
        expect(JSON.parse(JSON.stringify(turn))).toEqual(turn)
      }),
      { numRuns: 300 },
    )
  })

  it('have arguments that are an object or nothing, unless the turn is unfinished and the call is last', () => {
    fc.assert(
      fc.property(turnArbitrary(shape), (turn) => {
        for (const call of callsOf(turn)) {
          if (turn.blocks.at(-1) === call && !call.complete) continue
          expect(call.arguments === '' || JSON.parse(call.arguments)).toSatisfy(
            (value) => value === true || typeof value === 'object',
          )
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a counterexample', () => {
  it('of one call keeps nothing but the call', () => {
    const found = fc.check(
      fc.property(turnArbitrary(wide), (turn) => callsOf(turn).length === 0),
      { seed: 1, numRuns: 100 },
    )
    const [turn] = found.counterexample!
    expect(turn.blocks).toHaveLength(1)
    expect(callsOf(turn)[0]).toMatchObject({ name: 'f', arguments: '{}' })
    expect(turn).toMatchObject({ state: 'closed', meta: {} })
  })
})

describe('among 300 turns of seed 7', () => {
  const turns = fc.sample(turnArbitrary(wide), { seed: 7, numRuns: 300 })
  const texts = turns.flatMap(({ blocks }) => blocks).map((block) => ('text' in block ? block.text : ''))
  const args = turns.flatMap(callsOf).map((call) => call.arguments)
  const some: [string, () => boolean][] = [
    ['two calls', () => turns.some((turn) => callsOf(turn).length >= 2)],
    [
      'text after a call',
      () =>
        turns.some(({ blocks }) =>
          blocks.some((block, at) => block.type === 'text' && blocks[at - 1]?.type === 'tool-call'),
        ),
    ],
    ['U+2028', () => texts.some((text) => text.includes('\u2028'))],
    ['an astral character', () => texts.some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))],
    ['a lone surrogate', () => texts.some((text) => !text.isWellFormed())],
    ['a text of 1,000 units', () => texts.some((text) => text.length >= 1000)],
    [
      'an empty block',
      () => turns.some(({ blocks }) => blocks.some((block) => block.type === 'text' && block.text === '')),
    ],
    ['empty arguments', () => args.includes('')],
    ['a big integer', () => args.some((text) => text.includes('12345678901234567890'))],
    ['1.0', () => args.some((text) => text.includes('1.0'))],
    ['-0', () => args.some((text) => text.includes('-0'))],
    ['__proto__ as a key', () => args.some((text) => text.includes('"__proto__"'))],
    ['a duplicate key', () => args.some((text) => /"city"\s*:[^{}]*"city"\s*:/.test(text))],
    ['an escaped lone surrogate', () => args.some((text) => /\\uD800/i.test(text))],
    ['whitespace around members', () => args.some((text) => /^\s*\{\s/.test(text))],
    [
      'a cut call',
      () => turns.some((turn) => callsOf(turn).some((call) => !call.complete && !isJson(call.arguments))),
    ],
    ['an in-band error', () => turns.some(({ finish }) => finish?.reason === 'error')],
    ['an open turn', () => turns.some(({ state }) => state === 'open')],
    ['an answered turn', () => turns.some(({ state }) => state === 'answered')],
    [
      'all five usage fields',
      () => turns.some(({ usage }) => usageFields.every((field) => usage?.[field] !== undefined)),
    ],
    ['a redacted reasoning', () => turns.some(({ blocks }) => blocks.some((block) => 'redacted' in block))],
  ]
  it.each(some)('there is %s', (_name, holds) => expect(holds()).toBe(true))
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('argument values', () => {
  it('are spelled as JSON.stringify spells them', () => {
    fc.assert(
      fc.property(argumentsArbitrary('value', false), (text) => {
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
        expect(text.replaceAll('\\\\', '')).not.toMatch(/\\ud[89a-f]/)
      }),
      { numRuns: 2000 },
    )
  })
})

const writer: SessionWriter = {
  shape: wide,
  spellings: [
    { id: 'name-late', status: 'legal', group: 'name', fits: (turn) => callsOf(turn).length > 0 },
    { id: 'name-twice', status: 'legal', group: 'name' },
    { id: 'no-index', status: 'dialect', group: 'index' },
  ],
  normalise: (turn) => ({ ...turn, meta: { model: 'normalised' } }),
}

describe('choices', () => {
  it('have at most one spelling of a group, and dialects only by leave', () => {
    const both = ['name-late', 'name-twice']
    fc.assert(
      fc.property(choiceArbitrary(writer), ({ spellings }) => {
        expect(both.filter((id) => spellings.includes(id)).length).toBeLessThan(2)
        expect(spellings).not.toContain('no-index')
      }),
    )
    const any = fc.sample(choiceArbitrary(writer, undefined, 'any'), { seed: 3, numRuns: 60 })
    expect(any.some(({ spellings }) => spellings.includes('no-index'))).toBe(true)
  })

  it('leave out a spelling that does not fit the turn', () => {
    const turn: Turn = { blocks: [], meta: {}, state: 'open' }
    fc.assert(fc.property(choiceArbitrary(writer, turn), ({ spellings }) => !spellings.includes('name-late')))
  })

  it('always get on: no list of fragments is all zero', () => {
    fc.assert(
      fc.property(
        choiceArbitrary(writer),
        ({ fragments }) => fragments.length === 0 || fragments.some((n) => n > 0),
      ),
    )
  })

  it('shrink to the plainest one', () => {
    const found = fc.check(
      fc.property(choiceArbitrary(writer, undefined, 'any'), () => false),
      { seed: 9, numRuns: 1 },
    )
    expect(found.counterexample).toEqual([{ spellings: [], fragments: [] }])
  })
})

describe('sessions', () => {
  it('hold a normalised turn and a choice that fits it', () => {
    fc.assert(
      fc.property(sessionArbitrary(writer, 'any'), ({ turn, choice }) => {
        expect(turn.meta).toEqual({ model: 'normalised' })
        if (callsOf(turn).length === 0) expect(choice.spellings).not.toContain('name-late')
      }),
      { numRuns: 300 },
    )
  })

  it('shrink to the smallest turn in the plainest spelling', () => {
    const found = fc.check(
      fc.property(sessionArbitrary(writer), () => false),
      { seed: 2, numRuns: 1 },
    )
    const finish = { reason: 'stop', raw: 'end' }
    const turn = { blocks: [], finish, meta: { model: 'normalised' }, state: 'closed' }
    expect(found.counterexample).toEqual([{ turn, choice: { spellings: [], fragments: [] } }])
  })
})
