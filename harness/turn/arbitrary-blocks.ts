/** The blocks of a drawn turn, in an order its wire can tell. Not here: how the turn ends (arbitrary.ts). */

import * as fc from 'fast-check'
import { argumentsArbitrary } from './arbitrary-arguments.ts'
import { idArbitrary, signatureArbitrary, textArbitrary, toolNameArbitrary } from './arbitrary-text.ts'
import type { TurnShape } from './shape.ts'
import type { BlockKind, OpaqueBlock, ReasoningBlock, ToolCallBlock, TurnBlock } from './turn.ts'

/** Often nothing, so that most turns stay readable; shrinks to `undefined`. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: 1 },
    { arbitrary, weight },
  )
}

function proseArbitrary(shape: TurnShape, type: 'text' | 'refusal'): fc.Arbitrary<TurnBlock> {
  return textArbitrary(shape.loneSurrogates).map((text) => ({ type, text }))
}

function reasoningArbitrary(shape: TurnShape): fc.Arbitrary<ReasoningBlock> {
  const signature = shape.signatures.includes('reasoning')
    ? maybe(signatureArbitrary)
    : fc.constant(undefined)
  const shown = fc
    .tuple(textArbitrary(shape.loneSurrogates), signature)
    .map(([text, signature]): ReasoningBlock => ({
      type: 'reasoning',
      text,
      ...(signature && { signature }),
    }))
  if (!shape.redacted) return shown
  const hidden = signatureArbitrary.map((signature): ReasoningBlock => ({
    type: 'reasoning',
    text: '',
    signature,
    redacted: true,
  }))
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: shown, weight: 5 },
    { arbitrary: hidden, weight: 1 },
  )
}

function callIdArbitrary(shape: TurnShape): fc.Arbitrary<string> {
  if (shape.callIds === 'never') return fc.constant('')
  if (shape.callIds === 'always') return idArbitrary
  return fc.oneof(idArbitrary, fc.constant(''))
}

function toolCallArbitrary(shape: TurnShape): fc.Arbitrary<ToolCallBlock> {
  const signature = shape.signatures.includes('tool-call')
    ? maybe(signatureArbitrary)
    : fc.constant(undefined)
  return fc
    .tuple(
      callIdArbitrary(shape),
      toolNameArbitrary,
      argumentsArbitrary(shape.argumentsAs, shape.loneSurrogates),
      signature,
    )
    .map(([id, name, text, signature]) => ({
      type: 'tool-call',
      id,
      name,
      arguments: text,
      complete: true,
      ...(signature && { signature }),
    }))
}

function opaqueArbitrary(shape: TurnShape): fc.Arbitrary<OpaqueBlock> {
  return fc
    .nat({ max: shape.opaques.length - 1 })
    .map((at) => ({ type: 'opaque', ...structuredClone(shape.opaques[at]!) }))
}

function blockArbitrary(shape: TurnShape, kind: BlockKind): fc.Arbitrary<TurnBlock> {
  const byKind: Record<BlockKind, (shape: TurnShape) => fc.Arbitrary<TurnBlock>> = {
    text: (shape) => proseArbitrary(shape, 'text'),
    refusal: (shape) => proseArbitrary(shape, 'refusal'),
    reasoning: reasoningArbitrary,
    'tool-call': toolCallArbitrary,
    opaque: opaqueArbitrary,
  }
  return byKind[kind](shape)
}

function drawableKinds(shape: TurnShape): BlockKind[] {
  return shape.kinds.filter((kind) => kind !== 'opaque' || shape.opaques.length > 0)
}

/** Any number of blocks in any order; calls and text are the most interesting. */
function segmentsArbitrary(shape: TurnShape): fc.Arbitrary<TurnBlock[]> {
  const weights: Record<BlockKind, number> = { text: 3, reasoning: 2, refusal: 1, 'tool-call': 4, opaque: 1 }
  const choices = drawableKinds(shape).map((kind) => ({
    arbitrary: blockArbitrary(shape, kind),
    weight: weights[kind],
  }))
  if (choices.length === 0) return fc.constant([])
  return fc.array(fc.oneof({ withCrossShrink: true }, ...choices), { maxLength: 6 })
}

/** One block of each kind of prose, in the wire's own order, and the calls last. */
function parallelArbitrary(shape: TurnShape): fc.Arbitrary<TurnBlock[]> {
  const kinds = drawableKinds(shape)
  const prose = kinds
    .filter((kind) => kind !== 'tool-call')
    .map((kind) => maybe(blockArbitrary(shape, kind), kind === 'text' ? 2 : 1))
  const calls = kinds.includes('tool-call')
    ? fc.array(toolCallArbitrary(shape), { maxLength: 4 })
    : fc.constant([])
  return fc
    .tuple(fc.tuple(...prose), calls)
    .map(([prose, calls]) => [...prose.filter((block) => block !== undefined), ...calls])
}

/** Two calls with one id would be one call to most readers: a repeated id gets a number behind it. */
function withOwnIds(blocks: readonly TurnBlock[]): TurnBlock[] {
  const seen = new Set<string>()
  return blocks.map((block, at) => {
    if (block.type !== 'tool-call' || block.id === '') return block
    const id = seen.has(block.id) ? `${block.id}_${at}` : block.id
    seen.add(id)
    return { ...block, id }
  })
}

/** Where the wire has room for one call alone: the first call goes, or the prose does. */
function withoutParallelCalls(blocks: readonly TurnBlock[]): TurnBlock[] {
  const prose = blocks.filter((block) => block.type !== 'tool-call')
  const call = blocks.find((block) => block.type === 'tool-call')
  if (call === undefined) return prose
  return [...prose.filter((block) => block.type !== 'text' && block.type !== 'refusal'), call]
}

/** Blocks within the shape, every call complete. Shrinks to `[]`. */
export function blocksArbitrary(shape: TurnShape): fc.Arbitrary<TurnBlock[]> {
  const drawn = shape.segments ? segmentsArbitrary(shape) : parallelArbitrary(shape)
  return drawn.map((blocks) => withOwnIds(shape.parallelCalls ? blocks : withoutParallelCalls(blocks)))
}
