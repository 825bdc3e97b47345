/** A fold over the events that `@aws-sdk/client-bedrock-runtime` parses; the package has no accumulator. Not here: the comparison (differential.test.ts). */

import { Readable } from 'node:stream'
import {
  BedrockRuntimeClient,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  type ReasoningContentBlockDelta,
  type TokenUsage,
} from '@aws-sdk/client-bedrock-runtime'
import type { Usage } from '../../turn/turn.ts'
import {
  messageOf,
  present,
  valueOf,
  type Account,
  type AccountBlock,
  type Answer,
  type Client,
} from './account.ts'

function clientAnswering(body: Uint8Array): BedrockRuntimeClient {
  const response = {
    statusCode: 200,
    reason: 'OK',
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
    body: Readable.from([Buffer.from(body)]),
  }
  return new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'k', secretAccessKey: 'k' },
    maxAttempts: 1,
    requestHandler: { handle: () => Promise.resolve({ response }) },
  })
}

/** A block as it grows: the text of a call is parsed at the end. */
type Growing = {
  type: 'text' | 'reasoning' | 'tool-call' | 'other'
  id: string
  name: string
  text: string
  signature: string
}

type Fold = { blocks: Map<number, Growing>; finish?: string | undefined; usage?: Usage }

async function ask(body: Uint8Array): Promise<Answer> {
  const fold: Fold = { blocks: new Map() }
  const command = new ConverseStreamCommand({
    modelId: 'm',
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
  })
  try {
    const { stream } = await clientAnswering(body).send(command)
    for await (const event of stream ?? []) addEvent(fold, event)
    return { account: accountOf(fold) }
  } catch (error) {
    return { account: accountOf(fold), failed: messageOf(error) }
  }
}

function blockAt({ blocks }: Fold, index: number | undefined): Growing {
  const block = blocks.get(index ?? 0) ?? { type: 'other', id: '', name: '', text: '', signature: '' }
  blocks.set(index ?? 0, block)
  return block
}

function addEvent(fold: Fold, event: ConverseStreamOutput): void {
  if (event.contentBlockStart) {
    const { contentBlockIndex, start } = event.contentBlockStart
    const block = blockAt(fold, contentBlockIndex)
    const use = start?.toolUse
    // A type marks a tool that the service runs itself.
    if (use !== undefined && use.type === undefined)
      Object.assign(block, { type: 'tool-call', id: use.toolUseId ?? '', name: use.name ?? '' })
  }
  if (event.contentBlockDelta) {
    const { contentBlockIndex, delta } = event.contentBlockDelta
    const block = blockAt(fold, contentBlockIndex)
    if (delta?.text !== undefined) Object.assign(block, { type: 'text', text: block.text + delta.text })
    if (delta?.toolUse !== undefined) block.text += delta.toolUse.input ?? ''
    if (delta?.reasoningContent !== undefined) addReasoning(block, delta.reasoningContent)
  }
  if (event.messageStop) fold.finish = event.messageStop.stopReason
  if (event.metadata?.usage) fold.usage = usageOf(event.metadata.usage)
}

function addReasoning(block: Growing, { text = '', signature = '' }: ReasoningContentBlockDelta): void {
  Object.assign(block, { type: 'reasoning', text: block.text + text, signature: block.signature + signature })
}

function usageOf(usage: TokenUsage): Usage {
  return present<Usage>({
    inputTokens: usage.inputTokens,
    cacheReadTokens: usage.cacheReadInputTokens,
    cacheWriteTokens: usage.cacheWriteInputTokens,
    outputTokens: usage.outputTokens,
  })
}

function accountOf({ blocks, finish, usage }: Fold): Account {
  return {
    blocks: [...blocks].sort(([a], [b]) => a - b).flatMap(([, block]) => blockOf(block)),
    ...present<Pick<Account, 'finish' | 'usage'>>({ finish, usage }),
  }
}

function blockOf({ type, id, name, text, signature }: Growing): AccountBlock[] {
  if (type === 'tool-call') return [{ type, id, name, arguments: valueOf(text) }]
  if (type === 'reasoning') return [{ type, text, ...(signature && { signature }) }]
  return type === 'text' ? [{ type, text }] : []
}

export const bedrockClient: Client = {
  wire: 'bedrock-converse',
  name: 'fold over @aws-sdk/client-bedrock-runtime',
  projection: {
    kinds: ['text', 'reasoning', 'tool-call'],
    // Encrypted reasoning comes as bytes there, as text in a turn.
    signatures: false,
    callIds: true,
    usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'],
    meta: [],
    keepsPartial: true,
  },
  ask,
}
