/** Drawn turns, and the ways to write them: what a provider could say, biased to what breaks converters. Not here: the events (harness/wire/<wire>/write-turn.ts). */

import * as fc from 'fast-check'
import { blocksArbitrary, maybe } from './arbitrary-blocks.ts'
import { idArbitrary, textArbitrary } from './arbitrary-text.ts'
import type { TurnShape } from './shape.ts'
import type {
  FinishReason,
  Turn,
  TurnBlock,
  TurnFinish,
  TurnMeta,
  TurnState,
  TurnUsage,
  UsageField,
} from './turn.ts'

/** The part of a wire's writer that a session needs. The turn folder imports nothing from harness/wire, so it is named here by its fields. */
export type SessionWriter = {
  shape: TurnShape
  spellings: readonly {
    id: string
    status: 'legal' | 'dialect'
    group: string
    fits?: (turn: Turn) => boolean
  }[]
  normalise(turn: Turn): Turn
}

/** The same fields as `WriteChoice` of harness/wire/wire.ts. */
export type DrawnChoice = { spellings: readonly string[]; fragments: readonly number[] }

/** A generated session: the truth, and how it is to be written. */
export type Session = { turn: Turn; choice: DrawnChoice }

/** `legal`: spellings the provider's documents allow. `any`: those and the dialects. */
export type SpellingRange = 'legal' | 'any'

type Ending = { state: TurnState; finish: number; error: number | undefined; cut: number | undefined }

const counts = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.integer({ min: 0, max: 3 }), weight: 1 },
  { arbitrary: fc.integer({ min: 0, max: 300_000 }), weight: 2 },
)

/** Reasoning is a part of the output, so it never exceeds it and never stands alone. */
function withReasoningInOutput(usage: TurnUsage): TurnUsage {
  const { reasoningTokens, outputTokens } = usage
  if (reasoningTokens === undefined) return usage
  return { ...usage, outputTokens: Math.max(reasoningTokens, outputTokens ?? 0) }
}

function usageArbitrary(fields: readonly UsageField[]): fc.Arbitrary<TurnUsage | undefined> {
  if (fields.length === 0) return fc.constant(undefined)
  const entries = fields.map((field) => maybe(counts, 3).map((count) => [field, count] as const))
  return maybe(
    fc
      .tuple(...entries)
      .map((drawn) =>
        withReasoningInOutput(Object.fromEntries(drawn.filter(([, count]) => count !== undefined))),
      ),
    3,
  )
}

function metaArbitrary(shape: TurnShape): fc.Arbitrary<TurnMeta> {
  const values: Record<keyof TurnMeta, fc.Arbitrary<string>> = {
    responseId: idArbitrary,
    model: fc.constantFrom('m', 'acme-large-2026-01', 'vendor/model:free'),
    stopSequence: textArbitrary(false).filter((text) => text !== ''),
  }
  const entries = shape.meta.map((key) => maybe(values[key], 2).map((value) => [key, value] as const))
  return fc
    .tuple(...entries)
    .map((drawn) => Object.fromEntries(drawn.filter(([, value]) => value !== undefined)))
}

function endingArbitrary(shape: TurnShape): fc.Arbitrary<Ending> {
  const error = shape.errors.length === 0 ? fc.constant(undefined) : fc.nat({ max: shape.errors.length - 1 })
  const none = fc.constant(undefined)
  return fc.record({
    state: fc.constantFrom<TurnState>('closed', 'closed', 'closed', 'answered', 'open'),
    finish: fc.nat({ max: 10_000 }),
    error: fc.oneof(
      { withCrossShrink: true },
      { arbitrary: none, weight: 7 },
      { arbitrary: error, weight: 1 },
    ),
    cut: maybe(fc.nat({ max: 10_000 }), 2),
  })
}

/** A failed turn carries the payload only: what it means is the wire's to say (`normalise`). */
function finishOf(shape: TurnShape, ending: Ending, blocks: readonly TurnBlock[]): TurnFinish | undefined {
  if (ending.error !== undefined) {
    const raw = structuredClone(shape.errors[ending.error])
    return { reason: 'error', failure: { code: 'UNKNOWN', message: '', raw } }
  }
  if (ending.state === 'open') return undefined
  const hasCalls = blocks.some((block) => block.type === 'tool-call')
  const fitting = shape.finishes.filter(({ reason }) => hasCalls || reason !== 'tool-calls')
  const chosen = fitting[ending.finish % Math.max(1, fitting.length)]
  return chosen && { reason: chosen.reason, raw: chosen.raw }
}

const unfinished: readonly (FinishReason | undefined)[] = [
  undefined,
  'max-tokens',
  'error',
  'aborted',
  'content-filter',
]

/** The last block of an unfinished turn, when it is a call, stops wherever it happened to be. */
function cutLastCall(shape: TurnShape, blocks: readonly TurnBlock[], at: number | undefined): TurnBlock[] {
  const last = blocks.at(-1)
  if (at === undefined || shape.argumentsAs === 'value' || last?.type !== 'tool-call') return [...blocks]
  const kept = last.arguments.slice(0, at % (last.arguments.length + 1))
  const text = shape.loneSurrogates || kept.isWellFormed() ? kept : kept.slice(0, -1)
  return [...blocks.slice(0, -1), { ...last, arguments: text }]
}

/** First guess, mended by the wire's `normalise`: a wire with end markers knows better. */
function withCompletion(blocks: readonly TurnBlock[], finished: boolean): TurnBlock[] {
  return blocks.map((block) => (block.type === 'tool-call' ? { ...block, complete: finished } : block))
}

/**
 * Turns within a wire's shape. `complete` flags, the failure's code and message, and sums of usage are first guesses
 * that the wire's `normalise` mends; a failed turn has its payload in `finish.failure.raw`.
 * Shrinks to no blocks, no usage, no meta, closed, with the shape's first finish.
 */
export function turnArbitrary(shape: TurnShape): fc.Arbitrary<Turn> {
  return fc
    .tuple(endingArbitrary(shape), blocksArbitrary(shape), usageArbitrary(shape.usage), metaArbitrary(shape))
    .map(([ending, drawn, usage, meta]) => {
      const finish = finishOf(shape, ending, drawn)
      const finished = !unfinished.includes(finish?.reason)
      const blocks = withCompletion(finished ? drawn : cutLastCall(shape, drawn, ending.cut), finished)
      if (finish?.reason !== 'stop') delete meta.stopSequence
      return { blocks, ...(usage && { usage }), ...(finish && { finish }), meta, state: ending.state }
    })
}

/**
 * Lengths of deltas: small ones, and empty ones, but never empty ones alone (they would not get on). Often a long one is
 * among them, so that a long text does not become thousands of events.
 */
const fragmentsArbitrary = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant<number[]>([]), weight: 1 },
  {
    arbitrary: fc
      .tuple(
        fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom([], [40], [200], [1000]),
      )
      .map(([small, long]) => [...small, ...long])
      .map((lengths) => (lengths.some((length) => length > 0) ? lengths : [...lengths, 1])),
    weight: 3,
  },
)

/** At most one spelling of each group; most groups stay plain, so that a counterexample names its cause. */
function picksArbitrary(writer: SessionWriter, only: SpellingRange): fc.Arbitrary<string[]> {
  const allowed = writer.spellings.filter(({ status }) => only === 'any' || status === 'legal')
  const groups = Map.groupBy(allowed, ({ group }) => group)
  const picks = [...groups.values()].map((members) =>
    fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant(undefined), weight: 2 },
      { arbitrary: fc.constantFrom(...members.map(({ id }) => id)), weight: 1 },
    ),
  )
  return fc.tuple(...picks).map((drawn) => drawn.filter((id) => id !== undefined))
}

function fitting(writer: SessionWriter, turn: Turn, ids: readonly string[]): string[] {
  const spellings = new Map(writer.spellings.map((spelling) => [spelling.id, spelling]))
  return ids.filter((id) => spellings.get(id)?.fits?.(turn) ?? true)
}

/** Ways to write a turn on a wire; without a turn, `fits` is not asked. Shrinks to `{ spellings: [], fragments: [] }`. */
export function choiceArbitrary(
  writer: SessionWriter,
  turn?: Turn,
  only: SpellingRange = 'legal',
): fc.Arbitrary<DrawnChoice> {
  return fc.tuple(picksArbitrary(writer, only), fragmentsArbitrary).map(([picks, fragments]) => ({
    spellings: turn === undefined ? picks : fitting(writer, turn, picks),
    fragments,
  }))
}

/**
 * Turns, already normalised, each with a way to write it. A spelling that does not fit the turn is left out instead of
 * being chosen after it, so that turn and choice shrink independently.
 */
export function sessionArbitrary(
  writer: SessionWriter,
  only: SpellingRange = 'legal',
): fc.Arbitrary<Session> {
  return fc
    .tuple(turnArbitrary(writer.shape), choiceArbitrary(writer, undefined, only))
    .map(([drawn, choice]) => {
      const turn = writer.normalise(drawn)
      return { turn, choice: { ...choice, spellings: fitting(writer, turn, choice.spellings) } }
    })
}
