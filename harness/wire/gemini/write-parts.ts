/** The blocks of a turn as parts, grouped by the chunk they come in. Not here: chunks (write-turn.ts). */

import type { ReasoningBlock, TextBlock, ToolCallBlock, Turn, TurnBlock } from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import { objectOf, parseJson, type JsonObject } from '../json-fields.ts'
import { isCandidateField } from './candidate-fields.ts'
import type { Style } from './style.ts'
import { partialArgs } from './write-partial-args.ts'

/** One entry a chunk. */
export function writeParts(turn: Turn, style: Style): JsonObject[][] {
  const blocks = turn.blocks.filter((block) => !isCandidateField(block))
  const lastText = blocks.findLastIndex(({ type }) => type === 'text')
  const written = blocks.map((block, at) => ({
    isCall: block.type === 'tool-call',
    parts: partsOf(block, at === lastText, style),
  }))
  if (style.has('parts-in-one-chunk')) {
    const all = written.flatMap(({ parts }) => parts)
    return all.length === 0 ? [] : [all]
  }
  const chunks: { isCall: boolean; parts: JsonObject[] }[] = []
  for (const { isCall, parts } of written) {
    const last = chunks.at(-1)
    if (style.has('calls-in-one-chunk') && isCall && last?.isCall) last.parts.push(...parts)
    else if (style.has('calls-in-one-chunk') && isCall) chunks.push({ isCall, parts: [...parts] })
    else chunks.push(...parts.map((part) => ({ isCall, parts: [part] })))
  }
  return chunks.map(({ parts }) => parts)
}

function partsOf(block: TurnBlock, isLastText: boolean, style: Style): JsonObject[] {
  switch (block.type) {
    case 'text':
      return textParts(block, isLastText, style)
    case 'reasoning':
      return thoughtParts(block, style)
    case 'tool-call':
      return callParts(block, style)
    case 'refusal':
      return []
    case 'opaque':
      return [objectOf(block.raw) ?? {}]
  }
}

function textParts({ text }: TextBlock, isLastText: boolean, style: Style): JsonObject[] {
  const plain = style.has('thought-false') ? { thought: false } : {}
  const parts = fragmentsOf(text, style.fragments).map((piece) => ({ text: piece, ...plain }))
  return isLastText && style.has('text-signature') ? withSignature(parts, 'QW5zd2Vy') : parts
}

function thoughtParts({ text, signature }: ReasoningBlock, style: Style): JsonObject[] {
  const parts = fragmentsOf(text, style.fragments).map((piece) => ({ text: piece, thought: true }))
  if (signature === undefined) return parts
  const own = { text: '', thought: true, thoughtSignature: signature }
  return parts.length === 0 || style.has('signature-in-own-part')
    ? [...parts, own]
    : withSignature(parts, signature)
}

function withSignature(parts: readonly JsonObject[], thoughtSignature: string): JsonObject[] {
  return parts.map((part, at) => (at === parts.length - 1 ? { ...part, thoughtSignature } : part))
}

function callParts(call: ToolCallBlock, style: Style): JsonObject[] {
  const { name, signature } = call
  const signed = signature === undefined ? {} : { thoughtSignature: signature }
  const id = call.id === '' && !style.has('empty-call-id') ? {} : { id: call.id }
  const args = objectOf(parseJson(call.arguments)) ?? {}
  const toTheLast = style.has('args-streamed-to-the-last')
  if (style.has('args-streamed') || toTheLast) {
    const pieces = partialArgs(args, style.fragments).map((piece) => [piece])
    const start = { name, ...id, ...((!toTheLast || pieces.length > 0) && { willContinue: true }) }
    const rest = pieces.map((piece, at) => ({
      partialArgs: piece,
      ...((!toTheLast || at < pieces.length - 1) && { willContinue: true }),
    }))
    const calls: JsonObject[] = [start, ...rest, ...(toTheLast ? [] : [{}])]
    return calls.map((functionCall, at) => ({ functionCall, ...(at === 0 && signed) }))
  }
  return [{ functionCall: { name, ...sentArgs(call, args, style), ...id }, ...signed }]
}

function sentArgs(call: ToolCallBlock, args: JsonObject, style: Style): JsonObject {
  if (style.has('args-missing') && call.arguments === '{}') return {}
  return { args: style.has('args-as-json-text') ? call.arguments : args }
}
