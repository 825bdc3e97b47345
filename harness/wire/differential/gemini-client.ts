/** A fold over the chunks that `@google/genai` parses; the package has no accumulator. Not here: the comparison (differential.test.ts). */

import { GoogleGenAI, type FunctionCall, type GenerateContentResponse, type Part } from '@google/genai'
import type { Usage } from '../../turn/turn.ts'
import {
  answering,
  messageOf,
  present,
  type Account,
  type AccountBlock,
  type Answer,
  type Client,
} from './account.ts'
import { addPieces, objectOfLeaves, type Leaves } from './gemini-partial-arguments.ts'

async function ask(body: Uint8Array): Promise<Answer> {
  const fetch = answering(body, 'text/event-stream')
  const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: 'http://upstream.invalid', fetch } })
  const fold: Fold = { pieces: [], rest: {} }
  try {
    const chunks = await client.models.generateContentStream({ model: 'm', contents: 'hi' })
    for await (const chunk of chunks) addChunk(fold, chunk)
    return { account: accountOf(fold) }
  } catch (error) {
    return { account: accountOf(fold), failed: messageOf(error) }
  }
}

type Prose = { type: 'text' | 'reasoning'; text: string }
type Call = {
  type: 'call'
  id: string
  name: string
  whole: Record<string, unknown>
  leaves: Leaves
  ended: boolean
}
type Fold = { pieces: (Prose | Call | { type: 'other' })[]; rest: Omit<Account, 'blocks'> }

function accountOf({ pieces, rest }: Fold): Account {
  const blocks = pieces.flatMap((piece): AccountBlock[] => {
    if (piece.type === 'other') return []
    if (piece.type !== 'call') return [piece]
    const { id, name, whole, leaves } = piece
    return [{ type: 'tool-call', id, name, arguments: objectOfLeaves(whole, leaves) }]
  })
  return { blocks, ...rest }
}

function addChunk(fold: Fold, chunk: GenerateContentResponse): void {
  const candidate = chunk.candidates?.find(({ index = 0 }) => index === 0)
  for (const part of candidate?.content?.parts ?? []) addPart(fold, part)
  const usage = chunk.usageMetadata && usageOf(chunk.usageMetadata)
  Object.assign(
    fold.rest,
    present<Partial<Account>>({
      finish: candidate?.finishReason ?? chunk.promptFeedback?.blockReason,
      usage: usage && Object.keys(usage).length > 0 ? usage : undefined,
      responseId: chunk.responseId || undefined,
      model: chunk.modelVersion || undefined,
    }),
  )
}

/** Texts that follow each other are one text; how parts were cut is not what was said. */
function addPart({ pieces }: Fold, part: Part): void {
  const { functionCall: call, text, thought, thoughtSignature: signature } = part
  const last = pieces.at(-1)
  if (call !== undefined) addCall(pieces, call)
  else if (text === undefined) pieces.push({ type: 'other' })
  else if (text !== '' || (thought === true && signature)) {
    const type = thought === true ? 'reasoning' : 'text'
    if (last?.type === type) last.text += text
    else pieces.push({ type, text })
  }
}

/** Streamed arguments: parts without a name go on with the call that is open. */
function addCall(pieces: Fold['pieces'], sent: FunctionCall): void {
  const open = pieces.findLast((piece) => piece.type === 'call')
  const goesOn = !sent.name && open !== undefined && !open.ended
  if (!goesOn && !sent.name) return
  const call: Call = goesOn
    ? open
    : { type: 'call', id: '', name: sent.name ?? '', whole: {}, leaves: new Map(), ended: false }
  if (!goesOn) pieces.push(call)
  call.id ||= sent.id ?? ''
  // Not Object.assign, for which `__proto__` is no ordinary key.
  call.whole = { ...call.whole, ...sent.args }
  addPieces(call.leaves, sent.partialArgs ?? [])
  call.ended = sent.willContinue !== true
}

/** Zero counts are left out of proto JSON. */
function usageOf(sent: NonNullable<GenerateContentResponse['usageMetadata']>): Usage {
  const { promptTokenCount: prompt, cachedContentTokenCount: cached, toolUsePromptTokenCount: tools } = sent
  const { candidatesTokenCount: candidates, thoughtsTokenCount: thoughts } = sent
  if ([prompt, cached, tools, candidates, thoughts].every((count) => count === undefined)) return {}
  return {
    inputTokens: (prompt ?? 0) + (tools ?? 0) - (cached ?? 0),
    cacheReadTokens: cached ?? 0,
    outputTokens: (candidates ?? 0) + (thoughts ?? 0),
    reasoningTokens: thoughts ?? 0,
  }
}

export const geminiClient: Client = {
  wire: 'gemini',
  name: 'fold over @google/genai',
  projection: {
    kinds: ['text', 'reasoning', 'tool-call'],
    signatures: false,
    callIds: true,
    usage: ['inputTokens', 'cacheReadTokens', 'outputTokens', 'reasoningTokens'],
    meta: ['responseId', 'model'],
    keepsPartial: true,
  },
  ask,
}
