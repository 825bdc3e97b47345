/** What `ResponseStream` of the package `openai` makes of a body. Not here: the comparison (differential.test.ts). */

import OpenAI from 'openai'
import type { Response, ResponseOutputItem } from 'openai/resources/responses/responses'
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
  const stream = client.responses.stream({ model: 'm', input: 'hi' })
  try {
    const response = await stream.finalResponse()
    const failed = response.error ? { failed: response.error.message } : {}
    return { account: accountOf(response), ...failed }
  } catch (error) {
    return { account: { blocks: [] }, failed: messageOf(error) }
  }
}

function accountOf(response: Response): Account {
  const { usage } = response
  const cached = usage?.input_tokens_details?.cached_tokens
  const written = (usage?.input_tokens_details as { cache_write_tokens?: number } | undefined)
    ?.cache_write_tokens
  return {
    blocks: response.output.flatMap(blocksOf),
    ...present<Pick<Account, 'finish' | 'responseId' | 'model' | 'usage'>>({
      finish: finishOf(response),
      responseId: response.id || undefined,
      model: response.model || undefined,
      usage: usage && {
        inputTokens: (usage.input_tokens ?? 0) - (cached ?? 0) - (written ?? 0),
        cacheReadTokens: cached ?? 0,
        cacheWriteTokens: written ?? 0,
        outputTokens: usage.output_tokens ?? 0,
        reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
      },
    }),
  }
}

/** A stream that was cut leaves `in_progress` behind. */
function finishOf({ status, incomplete_details: details }: Response): string | undefined {
  if (status === 'incomplete') return details?.reason ?? status
  return status === 'completed' || status === 'cancelled' ? status : undefined
}

function blocksOf(item: ResponseOutputItem): AccountBlock[] {
  if (item.type === 'message') {
    return item.content.flatMap((part): AccountBlock[] => {
      if (part.type === 'output_text') return [{ type: 'text', text: part.text }]
      return part.type === 'refusal' ? [{ type: 'refusal', text: part.refusal }] : []
    })
  }
  if (item.type === 'reasoning') {
    const parts = [...(item.summary ?? []), ...(item.content ?? [])]
    const signature = item.encrypted_content ? { signature: item.encrypted_content } : {}
    return [{ type: 'reasoning', text: parts.map(({ text }) => text).join(''), ...signature }]
  }
  if (item.type !== 'function_call') return []
  return [{ type: 'tool-call', id: item.call_id, name: item.name, arguments: valueOf(item.arguments) }]
}

export const openaiResponsesClient: Client = {
  wire: 'openai-responses',
  name: 'openai ResponseStream',
  projection: {
    kinds: ['text', 'refusal', 'reasoning', 'tool-call'],
    signatures: true,
    callIds: true,
    usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
    meta: ['responseId', 'model'],
    keepsPartial: false,
  },
  ask,
}
