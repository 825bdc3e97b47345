/** A fold over the chunks that `@mistralai/mistralai` parses; the package has no accumulator. Not here: the comparison (differential.test.ts). */

import { HTTPClient, Mistral } from '@mistralai/mistralai'
import type { CompletionChunk } from '@mistralai/mistralai/models/components/completionchunk.js'
import type { ContentChunk } from '@mistralai/mistralai/models/components/contentchunk.js'
import type { ToolCall } from '@mistralai/mistralai/models/components/toolcall.js'
import {
  answering,
  messageOf,
  present,
  valueOf,
  type Account,
  type AccountBlock,
  type Answer,
  type Client,
} from './account.ts'

type GrowingCall = { id: string; name: string; text: string; value?: unknown }

type Fold = {
  text: string
  reasoning: string
  calls: Map<string, GrowingCall>
  rest: Omit<Account, 'blocks'>
}

async function ask(body: Uint8Array): Promise<Answer> {
  const httpClient = new HTTPClient({ fetcher: answering(body, 'text/event-stream') })
  const client = new Mistral({ apiKey: 'k', httpClient, retryConfig: { strategy: 'none' } })
  const fold: Fold = { text: '', reasoning: '', calls: new Map(), rest: {} }
  try {
    const events = await client.chat.stream({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
    for await (const { data } of events) addChunk(fold, data)
    return { account: accountOf(fold) }
  } catch (error) {
    return { account: accountOf(fold), failed: messageOf(error) }
  }
}

function addChunk(fold: Fold, chunk: CompletionChunk): void {
  const choice = chunk.choices.find(({ index }) => index === 0)
  const { content, toolCalls } = choice?.delta ?? {}
  if (typeof content === 'string') fold.text += content
  else for (const part of content ?? []) addPart(fold, part)
  for (const [at, call] of (toolCalls ?? []).entries()) addCall(fold, call, at)
  const { usage } = chunk
  Object.assign(
    fold.rest,
    present<Partial<Account>>({
      finish: choice?.finishReason,
      responseId: chunk.id || undefined,
      model: chunk.model || undefined,
      usage: usage && { inputTokens: usage.promptTokens ?? 0, outputTokens: usage.completionTokens ?? 0 },
    }),
  )
}

function addPart(fold: Fold, part: ContentChunk): void {
  if (part.type === 'text' && 'text' in part) fold.text += part.text
  if (part.type !== 'thinking' || !('thinking' in part)) return
  for (const thought of part.thinking)
    if ('text' in thought && thought.type === 'text') fold.reasoning += thought.text
}

/** The index tells calls apart; the package sets it to 0 where it was not sent. */
function addCall(fold: Fold, { id, index, function: fn }: ToolCall, at: number): void {
  const key = String(index || at)
  const known = fold.calls.get(key) ?? { id: '', name: '', text: '' }
  fold.calls.set(key, known)
  if (id !== undefined && id !== 'null') known.id ||= id
  known.name ||= fn.name
  if (typeof fn.arguments === 'string') known.text += fn.arguments
  else known.value = fn.arguments
}

function accountOf({ text, reasoning, calls, rest }: Fold): Account {
  const blocks: AccountBlock[] = [
    { type: 'reasoning', text: reasoning },
    { type: 'text', text },
    ...[...calls.values()].map((call): AccountBlock => {
      const { id, name, text, value } = call
      return { type: 'tool-call', id, name, arguments: value ?? valueOf(text) }
    }),
  ]
  return { blocks, ...rest }
}

export const mistralClient: Client = {
  wire: 'mistral',
  name: 'fold over @mistralai/mistralai',
  projection: {
    kinds: ['text', 'reasoning', 'tool-call'],
    signatures: false,
    callIds: true,
    usage: ['outputTokens'],
    meta: ['responseId', 'model'],
    keepsPartial: true,
  },
  ask,
}
