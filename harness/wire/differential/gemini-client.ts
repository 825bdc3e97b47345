/** A fold over the chunks that `@google/genai` parses; the package has no accumulator. Not here: the comparison (differential.test.ts). */

import { GoogleGenAI, type GenerateContentResponse, type Part } from '@google/genai'
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

async function ask(body: Uint8Array): Promise<Answer> {
  const fetch = answering(body, 'text/event-stream')
  const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: 'http://upstream.invalid', fetch } })
  const account: Account = { blocks: [] }
  try {
    const chunks = await client.models.generateContentStream({ model: 'm', contents: 'hi' })
    for await (const chunk of chunks) addChunk(account, chunk)
    return { account }
  } catch (error) {
    return { account, failed: messageOf(error) }
  }
}

function addChunk(account: Account, chunk: GenerateContentResponse): void {
  const candidate = chunk.candidates?.find(({ index = 0 }) => index === 0)
  for (const part of candidate?.content?.parts ?? []) addPart(account.blocks, part)
  const usage = chunk.usageMetadata && usageOf(chunk.usageMetadata)
  Object.assign(
    account,
    present<Partial<Account>>({
      finish: candidate?.finishReason ?? chunk.promptFeedback?.blockReason,
      usage: usage && Object.keys(usage).length > 0 ? usage : undefined,
      responseId: chunk.responseId || undefined,
      model: chunk.modelVersion || undefined,
    }),
  )
}

/** Texts that follow each other are one text; how parts were cut is not what was said. */
function addPart(blocks: AccountBlock[], { functionCall: call, text, thought }: Part): void {
  if (call?.name) {
    blocks.push({ type: 'tool-call', id: call.id ?? '', name: call.name, arguments: call.args ?? {} })
    return
  }
  if (text === undefined || text === '') return
  const type = thought === true ? 'reasoning' : 'text'
  const last = blocks.at(-1)
  if (last?.type === type) last.text += text
  else blocks.push({ type, text })
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
