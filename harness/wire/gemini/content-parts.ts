/** The parts of a candidate's content, over all chunks, as blocks of a turn. Not here: chunks (read-turn.ts). */

import type { ToolCallBlock, TurnBlock } from '../../turn/turn.ts'
import { listOf, objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { isWholeCall, type CallEnd } from '../whole-call.ts'
import type { BlockEntry } from '../reading.ts'
import type { BlockEvidence } from '../wire.ts'
import { addPartial, argumentsText, startArguments, type PartialArguments } from './partial-args.ts'

type Prose = { kind: 'text' | 'reasoning'; text: string; signature: string; evidence: BlockEvidence }
type Call = {
  kind: 'tool-call'
  id: string
  name: string
  /** Text where the arguments came whole. */
  arguments: string | PartialArguments
  ended: boolean
  signature: string
  evidence: BlockEvidence
}
type Opaque = { kind: 'opaque'; name: string; raw: unknown; evidence: BlockEvidence }

export type Piece = Prose | Call | Opaque
/** Fields of a part that describe its data and are none (SDK `@google/genai`, `Part`). */
const describing: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'partMetadata',
  'mediaResolution',
  'mediaProcessing',
  'videoMetadata',
  'speechMetadata',
])

/** Parts come in order; texts of one kind that follow each other are one text, whatever chunk they are in. */
export function addPart(pieces: Piece[], sent: unknown, event: number): void {
  const part = objectOf(sent)
  if (part === undefined) return
  const call = objectOf(part['functionCall'])
  const data = Object.keys(part).find((key) => key !== 'text' && !describing.has(key))
  if (call !== undefined) addCall(pieces, call, textOf(part['thoughtSignature']), event)
  else if (data !== undefined) pieces.push({ kind: 'opaque', name: data, raw: part, evidence: at(event) })
  else addProse(pieces, part, event)
}

function at(event: number): BlockEvidence {
  return { firstEvent: event, lastEvent: event }
}

/**
 * The signature of a text that is no thought signs the whole answer
 * (https://ai.google.dev/gemini-api/docs/thought-signatures); a turn has no place for it.
 */
function addProse(pieces: Piece[], part: JsonObject, event: number): void {
  const kind = part['thought'] === true ? 'reasoning' : 'text'
  const text = textOf(part['text'])
  const signature = kind === 'reasoning' ? textOf(part['thoughtSignature']) : ''
  // Last chunks carry an empty text beside the finish: it says nothing and parts nothing.
  if (text === '' && signature === '') return
  const last = pieces.at(-1)
  if (last?.kind !== kind) {
    pieces.push({ kind, text, signature, evidence: at(event) })
    return
  }
  last.text += text
  last.signature = signature || last.signature
  last.evidence.lastEvent = event
}

/** A part without a name goes on with the call that is still open; `functionCall: {}` closes it. */
function addCall(pieces: Piece[], sent: JsonObject, signature: string, event: number): void {
  const name = textOf(sent['name'])
  const open = pieces.findLast((piece) => piece.kind === 'tool-call')
  if (name === '' && open !== undefined && !open.ended) return continueCall(open, sent, signature, event)
  if (name === '' && sent['args'] === undefined) return
  const isStreamed = sent['willContinue'] === true || sent['partialArgs'] !== undefined
  const call: Call = {
    kind: 'tool-call',
    id: textOf(sent['id']),
    name,
    arguments: isStreamed ? startArguments(objectOf(sent['args'])) : wholeText(sent['args']),
    ended: false,
    signature,
    evidence: at(event),
  }
  pieces.push(call)
  addPartials(call, sent)
  endCall(call, sent, event)
}

function continueCall(call: Call, sent: JsonObject, signature: string, event: number): void {
  call.id ||= textOf(sent['id'])
  call.signature ||= signature
  call.evidence.lastEvent = event
  const whole = objectOf(sent['args'])
  if (whole !== undefined && typeof call.arguments !== 'string') Object.assign(call.arguments.root, whole)
  addPartials(call, sent)
  endCall(call, sent, event)
}

function addPartials(call: Call, sent: JsonObject): void {
  if (typeof call.arguments === 'string') return
  for (const partial of listOf(sent['partialArgs'])) addPartial(call.arguments, partial)
}

function endCall(call: Call, sent: JsonObject, event: number): void {
  if (sent['willContinue'] === true) return
  call.ended = true
  call.evidence.endEvent = event
}

/** No `args` is a call without arguments. Some proxies send the object as a JSON text, which then is the arguments. */
function wholeText(args: unknown): string {
  if (args === undefined || args === null || args === '') return '{}'
  if (typeof args === 'string' && objectOf(parseJson(args)) !== undefined) return args
  return jsonText(args)
}

export function entriesOf(pieces: readonly Piece[], finish: CallEnd['finish']): BlockEntry[] {
  return pieces.map((piece) => ({ block: blockOf(piece, finish), evidence: evidenceOf(piece) }))
}

function blockOf(piece: Piece, finish: CallEnd['finish']): TurnBlock {
  switch (piece.kind) {
    case 'text':
      return { type: 'text', text: piece.text }
    case 'reasoning':
      return { type: 'reasoning', text: piece.text, ...signed(piece) }
    case 'tool-call':
      return callOf(piece, finish)
    case 'opaque':
      return { type: 'opaque', kind: piece.name, raw: piece.raw }
  }
}

function callOf(call: Call, finish: CallEnd['finish']): ToolCallBlock {
  const text = typeof call.arguments === 'string' ? call.arguments : argumentsText(call.arguments)
  return {
    type: 'tool-call',
    id: call.id,
    name: call.name,
    arguments: text,
    complete: isWholeCall({ ended: call.ended, finish, text }),
    ...signed(call),
  }
}

function signed({ signature }: { signature: string }): { signature?: string } {
  return signature === '' ? {} : { signature }
}

function evidenceOf({ kind, evidence }: Piece): BlockEvidence {
  return kind === 'tool-call' ? { ...evidence, argumentsAs: 'value' } : evidence
}
