/** Deltas to the chunks of a chat stream: role, finish, usage, and what servers put between. Not here: the deltas (write-deltas.ts), their text (write-turn.ts). */

import type { Turn } from '../../turn/turn.ts'
import { objectOf, type JsonObject } from '../json-fields.ts'
import type { Uses } from './spellings.ts'
import { hasFinish } from './turn-facts.ts'
import { contentDeltas } from './write-deltas.ts'
import { usageObject, usageSoFar } from './write-usage.ts'

/** A chunk before the envelope. */
type Chunk = { choices: JsonObject[] } & JsonObject

export function chunksOf(turn: Turn, fragments: readonly number[], uses: Uses): JsonObject[] {
  const content = contentDeltas(turn, fragments, uses)
  const { opening, deltas } = withRole(content, uses)
  const chunks = deltas.map((delta) => chunkOf({ delta: besides(delta, uses) }, uses))
  const first = opening === undefined ? [] : [chunkOf({ delta: opening }, uses)]
  const finished = hasFinish(turn) ? withFinish(chunks, turn.finish?.raw ?? '', uses) : chunks
  const told = withUsage([...first, ...between(finished, uses)], turn, uses)
  const wrapped = told.map((chunk) => enveloped(chunk, turn, uses))
  return uses('prompt-filter-first') ? [promptFilter, ...wrapped] : wrapped
}

const promptFilter: JsonObject = {
  id: '',
  object: '',
  created: 0,
  model: '',
  choices: [],
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }],
}

function chunkOf(choice: JsonObject, uses: Uses): Chunk {
  const pending = uses('pending-finish-empty') ? { finish_reason: '' } : { finish_reason: null }
  return { choices: [{ index: 0, ...(uses('pending-finish-absent') ? {} : pending), ...choice }] }
}

function withRole(deltas: readonly JsonObject[], uses: Uses): { opening?: JsonObject; deltas: JsonObject[] } {
  const role = { role: uses('role-empty') ? '' : 'assistant' }
  if (uses('role-empty') && deltas.length > 0)
    return { deltas: deltas.map((delta) => ({ ...role, ...delta })) }
  if (uses('role-with-content') && deltas.length > 0) {
    return { deltas: deltas.map((delta, at) => (at === 0 ? { ...role, ...delta } : delta)) }
  }
  const opening = { role: 'assistant', content: uses('start-null-content') ? null : '' }
  if (uses('role-everywhere')) return { opening, deltas: deltas.map((delta) => ({ ...role, ...delta })) }
  return { opening, deltas: [...deltas] }
}

function besides(delta: JsonObject, uses: Uses): JsonObject {
  if (uses('content-everywhere')) return { content: '', ...delta }
  if (uses('calls-everywhere')) return { tool_calls: [], ...delta }
  if (!uses('nulls-everywhere')) return delta
  return {
    content: null,
    reasoning_content: null,
    refusal: null,
    tool_calls: null,
    function_call: null,
    ...delta,
  }
}

function withFinish(chunks: readonly Chunk[], reason: string, uses: Uses): Chunk[] {
  const own = finishChunk(reason, uses)
  const last = chunks.at(-1)
  if (last !== undefined && uses('finish-with-content')) {
    return [...chunks.slice(0, -1), withChoice(last, { finish_reason: reason })]
  }
  if (last !== undefined && uses('finish-before-content')) return [...chunks.slice(0, -1), own, last]
  return uses('finish-repeated') ? [...chunks, own, own] : [...chunks, own]
}

function finishChunk(reason: string, uses: Uses): Chunk {
  const choice = { index: 0, finish_reason: reason }
  if (uses('finish-delta-absent')) return { choices: [choice] }
  return { choices: [{ ...choice, delta: uses('finish-delta-null') ? null : {} }] }
}

function withChoice(chunk: Chunk, fields: JsonObject): Chunk {
  return {
    ...chunk,
    choices: chunk.choices.map((choice) => (choice['index'] === 0 ? { ...choice, ...fields } : choice)),
  }
}

function between(chunks: readonly Chunk[], uses: Uses): Chunk[] {
  const other = { index: 1, delta: { content: 'other' }, finish_reason: 'length' }
  if (uses('second-choice-beside'))
    return chunks.map((chunk) => ({ ...chunk, choices: [other, ...chunk.choices] }))
  if (uses('second-choice')) return chunks.flatMap((chunk) => [{ choices: [other] }, chunk])
  if (!uses('filter-results')) return [...chunks]
  const offsets = { check_offset: 44, start_offset: 44, end_offset: 198 }
  const results = {
    index: 0,
    finish_reason: null,
    content_filter_results: {},
    content_filter_offsets: offsets,
  }
  return [...chunks.slice(0, 1), { choices: [results] }, ...chunks.slice(1)]
}

/** An unfinished answer has no chunk for usage alone, since that one says the answer is over. */
function withUsage(chunks: readonly Chunk[], turn: Turn, uses: Uses): Chunk[] {
  if (turn.usage === undefined) return [...chunks]
  const usage = usageObject(turn.usage, uses)
  const parts = chunks.map((_, at) => usageSoFar(turn.usage ?? {}, (at + 1) / (chunks.length + 1)))
  const early = chunks.map((chunk, at) => {
    if (uses('usage-everywhere')) return { ...chunk, usage: parts[at] }
    return uses('usage-null-before') ? { ...chunk, usage: null } : chunk
  })
  const rides =
    !hasFinish(turn) || uses('usage-on-finish') || uses('usage-in-choice') || uses('usage-in-x-groq')
  const last = early.findLastIndex(isOurs)
  const onLast = early.map((chunk, at) => (at === last ? carrying(chunk, usage, uses) : chunk))
  if (rides) return onLast
  const own = {
    choices: uses('usage-with-choice') ? [{ index: 0, delta: {}, finish_reason: null }] : [],
    usage,
  }
  return [...(uses('usage-twice') ? onLast : early), own]
}

function isOurs({ choices }: Chunk): boolean {
  return choices.some((choice) => choice['index'] === 0)
}

function carrying(chunk: Chunk, usage: JsonObject, uses: Uses): Chunk {
  if (uses('usage-in-choice')) return withChoice(chunk, { usage })
  return uses('usage-in-x-groq') ? { ...chunk, x_groq: { id: 'req_1', usage } } : { ...chunk, usage }
}

function enveloped(chunk: Chunk, { meta }: Turn, uses: Uses): JsonObject {
  const envelope = {
    id: meta.responseId ?? '',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: meta.model ?? '',
  }
  if (uses('bare-envelope')) return { id: envelope.id, model: envelope.model, ...chunk }
  if (!uses('unknown-fields')) return { ...envelope, ...chunk }
  const choices = chunk.choices.map((choice) => {
    const delta = objectOf(choice['delta'])
    const marked = { logprobs: null, content_filter_results: {}, ...choice }
    return delta === undefined ? marked : { ...marked, delta: { ...delta, x_vendor: { trace: [1] } } }
  })
  return {
    ...envelope,
    service_tier: 'default',
    system_fingerprint: 'fp_1',
    obfuscation: 'a1B2',
    ...chunk,
    choices,
  }
}
