/** The one-step simplifications of a turn: fewer blocks, shorter and plainer texts, names and counts, the plainest ending. Not here: what the wire makes of them (a writer's `normalise`). */

import type { TurnShape } from '../../turn/shape.ts'
import type { ToolCallBlock, Turn, TurnBlock } from '../../turn/turn.ts'

/** Turns a little simpler than `turn`, all within the shape, before they are normalised: some may come out as they were. */
export function* simplerTurns(turn: Turn, shape: TurnShape): Generator<Turn> {
  for (const simpler of steps(turn, shape)) {
    const tidy = tidied(simpler)
    if (isWithin(tidy, shape)) yield tidy
  }
}

const unfinished: readonly unknown[] = [undefined, 'max-tokens', 'error', 'aborted', 'content-filter']

function isFinished({ finish }: Turn): boolean {
  return !unfinished.includes(finish?.reason)
}

/** What follows from the rest of the turn: the same first guesses as those of a drawn turn. */
function tidied(turn: Turn): Turn {
  const complete = isFinished(turn)
  const { stopSequence: _stopSequence, ...meta } = turn.meta
  return {
    ...turn,
    blocks: turn.blocks.map((block) => (block.type === 'tool-call' ? { ...block, complete } : block)),
    meta: turn.finish?.reason === 'stop' ? turn.meta : meta,
  }
}

/** A simplification must not say what no provider says. */
function isWithin(turn: Turn, shape: TurnShape): boolean {
  const calls = turn.blocks.filter((block) => block.type === 'tool-call')
  if (turn.finish?.reason === 'tool-calls' && calls.length === 0) return false
  const ids = calls.map(({ id }) => id).filter((id) => id !== '')
  if (new Set(ids).size < ids.length) return false
  const cut = isFinished(turn) ? undefined : turn.blocks.at(-1)
  return calls.every(({ arguments: text }, at) =>
    shape.argumentsAs === 'value'
      ? isCanonical(text, shape.loneSurrogates)
      : text === '' || objectIn(text) !== undefined || calls[at] === cut,
  )
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** As JSON.stringify gives it; half a surrogate pair is then the escape `\udXXX`. */
function isCanonical(text: string, loneSurrogates: boolean): boolean {
  const value = objectIn(text)
  if (value === undefined || JSON.stringify(value) !== text) return false
  return loneSurrogates || !/\\ud[89a-f]/.test(text)
}

function* steps(turn: Turn, shape: TurnShape): Generator<Turn> {
  const { blocks, usage, meta, finish } = turn
  if (blocks.length > 1) yield { ...turn, blocks: [] }
  for (const at of blocks.keys()) yield { ...turn, blocks: blocks.toSpliced(at, 1) }
  if (usage) yield withoutUsage(turn)
  if (Object.keys(meta).length > 0) yield { ...turn, meta: {} }
  yield* plainerEndings(turn, shape)
  for (const [at, block] of blocks.entries()) {
    for (const simpler of simplerBlocks(block, at, shape)) yield { ...turn, blocks: blocks.with(at, simpler) }
  }
  yield* simplerUsage(turn)
  for (const key of Object.keys(meta) as (keyof typeof meta)[]) {
    const { [key]: _dropped, ...rest } = meta
    yield { ...turn, meta: rest }
    if (key === 'stopSequence' && meta[key] !== 'a') yield { ...turn, meta: { ...meta, [key]: 'a' } }
  }
  if (finish?.raw !== undefined && finish.failure !== undefined) {
    yield { ...turn, finish: { reason: finish.reason, failure: finish.failure } }
  }
}

function withoutUsage({ usage: _usage, ...turn }: Turn): Turn {
  return turn
}

const counts = [
  'inputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'outputTokens',
  'reasoningTokens',
] as const

function* simplerUsage(turn: Turn): Generator<Turn> {
  const { usage } = turn
  if (!usage) return
  const { raw: _raw, contradiction: _contradiction, ...fields } = usage
  for (const field of counts) {
    const count = fields[field]
    if (count === undefined) continue
    const { [field]: _dropped, ...rest } = fields
    yield { ...turn, usage: rest }
    if (count > 1) yield { ...turn, usage: { ...fields, [field]: 1 } }
    if (count > 2) yield { ...turn, usage: { ...fields, [field]: 2 } }
  }
}

/** The endings that stand before this one: the shape's finishes in their order, then its errors, then none. */
function* plainerEndings(turn: Turn, shape: TurnShape): Generator<Turn> {
  const { finish: own, ...rest } = turn
  const finishes = shape.finishes.map(({ raw, reason }): Turn => ({
    ...rest,
    finish: { raw, reason },
    state: 'closed',
  }))
  const plain = own?.failure === undefined ? shape.finishes.findIndex(({ raw }) => raw === own?.raw) : -1
  const isClosedPlain = plain !== -1 && turn.state === 'closed'
  yield* isClosedPlain ? finishes.slice(0, plain) : finishes
  if (own?.failure === undefined) return
  const raw = JSON.stringify(own.failure.raw)
  for (const error of shape.errors) {
    if (JSON.stringify(error) === raw) return
    const failure = { code: 'UNKNOWN', message: '', raw: structuredClone(error) } as const
    yield { ...rest, finish: { reason: 'error', failure } }
  }
}

function* simplerBlocks(block: TurnBlock, at: number, shape: TurnShape): Generator<TurnBlock> {
  if (block.type === 'opaque') return
  if (block.type === 'tool-call') {
    yield* simplerCalls(block, at, shape)
    return
  }
  if (block.type === 'reasoning') {
    const { signature, redacted: _redacted, ...plain } = block
    if (signature !== undefined && block.redacted !== true) yield plain
    if (signature !== undefined && signature !== 'AAAA') yield { ...block, signature: 'AAAA' }
    if (block.redacted === true) yield { ...plain, text: 'a' }
  }
  for (const text of simplerTexts(block.text)) yield { ...block, text }
}

/** Plain texts in the order of their plainness; any text has those before it as its simpler ones. */
const plainTexts = ['a', 'ab', '', 'abcd']

function* simplerTexts(text: string): Generator<string> {
  const rank = plainTexts.indexOf(text)
  yield* rank === -1 ? plainTexts : plainTexts.slice(0, rank)
  if (rank === -1) yield* shorterTexts(text)
}

/** Halves, then the text without one character, then with one character made plain. */
function* shorterTexts(text: string): Generator<string> {
  const characters = Array.from(text)
  const half = Math.floor(characters.length / 2)
  if (half > 0) {
    yield characters.slice(0, half).join('')
    yield characters.slice(half).join('')
  }
  if (characters.length > 40) return
  for (const at of characters.keys()) yield characters.toSpliced(at, 1).join('')
  for (const [at, character] of characters.entries()) {
    if (!/[a-z]/.test(character)) yield characters.with(at, 'a').join('')
  }
}

function* simplerCalls(call: ToolCallBlock, at: number, { callIds }: TurnShape): Generator<TurnBlock> {
  const { signature, ...plain } = call
  if (signature !== undefined) yield plain
  if (signature !== undefined && signature !== 'AAAA') yield { ...call, signature: 'AAAA' }
  const id = `call_${at}`
  if (call.id !== id && callIds !== 'never') yield { ...call, id }
  if (call.name !== 'f') yield { ...call, name: 'f' }
  for (const text of simplerArguments(call.arguments)) yield { ...call, arguments: text }
}

const plainArguments = ['{}', '{"a":1}', '{"a":"b"}', '{"a":1,"b":2}', '', '{', '{"a":']

function* simplerArguments(text: string): Generator<string> {
  const rank = plainArguments.indexOf(text)
  yield* rank === -1 ? plainArguments : plainArguments.slice(0, rank)
  if (rank !== -1) return
  yield* valuesOfMembers(text)
  for (const shorter of shorterTexts(text)) if (shorter.length < text.length) yield shorter
}

/** Each member of an object alone, in its own spelling where that can be told. */
function* valuesOfMembers(text: string): Generator<string> {
  const members = Object.entries(objectIn(text) ?? {})
  for (const [key, member] of members) {
    for (const simpler of [member as unknown, { a: member as unknown }, { [key]: 1 }]) {
      const alone = JSON.stringify(simpler) ?? ''
      if (alone.length < text.length) yield alone
    }
    if (members.length > 1) {
      const rest = JSON.stringify(Object.fromEntries(members.filter(([other]) => other !== key)))
      if (rest.length < text.length) yield rest
    }
  }
}
