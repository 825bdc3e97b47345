/** What `ChatCompletionStream` of the package `openai` makes of a body. Not here: the comparison (differential.test.ts). */

import OpenAI from 'openai'
import type { ChatCompletionSnapshot } from 'openai/lib/ChatCompletionStream'
import type { CompletionUsage } from 'openai/resources/completions'
import type { Usage } from '../../turn/turn.ts'
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

async function ask(body: Uint8Array): Promise<Answer> {
  const fetch = answering(body, 'text/event-stream')
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: 'http://upstream.invalid/v1',
    maxRetries: 0,
    logLevel: 'off',
    fetch,
  })
  const stream = client.chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  let snapshot: ChatCompletionSnapshot | undefined
  stream.on('chunk', (_chunk, seen) => {
    snapshot = seen
  })
  const failed = await stream.done().then(() => undefined, messageOf)
  return { account: accountOf(snapshot), ...(failed === undefined ? {} : { failed }) }
}

function accountOf(snapshot: ChatCompletionSnapshot | undefined): Account {
  const choice = snapshot?.choices[0]
  const { content, refusal, tool_calls: calls } = choice?.message ?? {}
  const blocks: AccountBlock[] = [
    { type: 'text', text: typeof content === 'string' ? content : '' },
    { type: 'refusal', text: refusal ?? '' },
    ...(calls ?? []).flatMap((call): AccountBlock[] =>
      'function' in call && call.function
        ? [
            {
              type: 'tool-call',
              id: call.id ?? '',
              name: call.function.name ?? '',
              arguments: valueOf(call.function.arguments ?? ''),
            },
          ]
        : [],
    ),
  ]
  return {
    blocks,
    ...present<Pick<Account, 'finish' | 'responseId' | 'model' | 'usage'>>({
      finish: choice?.finish_reason,
      responseId: snapshot?.id || undefined,
      model: snapshot?.model || undefined,
      usage: usageOf(snapshot),
    }),
  }
}

/** The snapshot takes every field of the chunks over, also those its type leaves out. */
function usageOf(snapshot: ChatCompletionSnapshot | undefined): Usage | undefined {
  const { usage } = (snapshot ?? {}) as { usage?: CompletionUsage | null }
  if (usage === undefined || usage === null) return undefined
  const cached = usage.prompt_tokens_details?.cached_tokens
  return present<Usage>({
    inputTokens: (usage.prompt_tokens ?? 0) - (cached ?? 0),
    cacheReadTokens: cached,
    outputTokens: usage.completion_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  })
}

export const openaiChatClient: Client = {
  wire: 'openai-chat',
  name: 'openai ChatCompletionStream',
  projection: {
    // `reasoning_content` and its kin are unknown to it: the last delta overwrites the ones before.
    kinds: ['text', 'refusal', 'tool-call'],
    signatures: false,
    callIds: true,
    usage: ['inputTokens', 'cacheReadTokens', 'outputTokens', 'reasoningTokens'],
    meta: ['responseId', 'model'],
    keepsPartial: true,
  },
  ask,
}
