/** What `MessageStream` of the package `@anthropic-ai/sdk` makes of a body. Not here: the comparison (differential.test.ts). */

import Anthropic from '@anthropic-ai/sdk'
import type { ContentBlock, Message, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages'
import type { Usage } from '../../turn/turn.ts'
import {
  answering,
  messageOf,
  present,
  type Account,
  type AccountBlock,
  type Answer,
  type Client,
  type Malformed,
} from './account.ts'

async function ask(body: Uint8Array): Promise<Answer> {
  const fetch = answering(body, 'text/event-stream')
  const client = new Anthropic({
    apiKey: 'k',
    baseURL: 'http://upstream.invalid',
    maxRetries: 0,
    logLevel: 'off',
    fetch,
  })
  const stream = client.messages.stream({
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'hi' }],
  })
  let snapshot: Message | undefined
  stream.on('streamEvent', (_event, seen) => {
    snapshot = seen
  })
  const failed = await stream.done().then(() => undefined, messageOf)
  return { account: accountOf(snapshot), ...(failed === undefined ? {} : { failed }) }
}

function accountOf(message: Message | undefined): Account {
  return {
    blocks: message?.content.flatMap(blockOf) ?? [],
    ...present<Pick<Account, 'finish' | 'responseId' | 'model' | 'usage'>>({
      finish: message?.stop_reason,
      responseId: message?.id || undefined,
      model: message?.model || undefined,
      usage: message?.usage && usageOf(message.usage),
    }),
  }
}

function usageOf(usage: Message['usage']): Usage {
  return present<Usage>({
    inputTokens: usage.input_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    cacheWriteTokens: usage.cache_creation_input_tokens,
    outputTokens: usage.output_tokens,
    reasoningTokens: usage.output_tokens_details?.thinking_tokens,
  })
}

/** The SDK parses when the input is asked for, and throws where it cannot. */
function inputOf(block: ToolUseBlock): unknown {
  try {
    return block.input
  } catch (error) {
    return { malformed: messageOf(error) } satisfies Malformed
  }
}

function blockOf(block: ContentBlock): AccountBlock[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'thinking':
      return [
        { type: 'reasoning', text: block.thinking, ...(block.signature && { signature: block.signature }) },
      ]
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', signature: block.data }]
    case 'tool_use':
      return [{ type: 'tool-call', id: block.id, name: block.name, arguments: inputOf(block) }]
    default:
      return []
  }
}

export const anthropicClient: Client = {
  wire: 'anthropic-messages',
  name: '@anthropic-ai/sdk MessageStream',
  projection: {
    kinds: ['text', 'reasoning', 'tool-call'],
    signatures: true,
    callIds: true,
    usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
    meta: ['responseId', 'model'],
    keepsPartial: true,
  },
  ask,
}
