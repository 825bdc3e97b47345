/** Turns the harness's neutral request into pi-ai's own context. Not here: options beside it (driver.ts). */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'

type Fields = Record<string, unknown>

const timestamp = 0
const noUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
}

/** `api` is where the messages of the assistant are said to come from: the same as they go to. */
export function toContext(request: NeutralRequest, origin: { api: string; provider: string }): Fields {
  const { system, messages, tools } = request
  const names = new Map(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool-call' ? [[block.id, block.name] as const] : [])),
    ),
  )
  return {
    ...(system === undefined ? {} : { systemPrompt: system }),
    ...(tools === undefined ? {} : { tools }),
    messages: messages.flatMap(({ role, content }) =>
      role === 'assistant'
        ? [assistant(content, { ...origin, model: request.model })]
        : [...results(content, names), ...user(content)],
    ),
  }
}

function assistant(blocks: readonly RequestBlock[], origin: Fields): Fields {
  const content = blocks.flatMap((block) => toBlock(block, origin['api']))
  const stopReason = blocks.some(({ type }) => type === 'tool-call') ? 'toolUse' : 'stop'
  return { role: 'assistant', content, ...origin, usage: noUsage, stopReason, timestamp }
}

function toBlock(block: RequestBlock, api: unknown): Fields[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text }]
    case 'reasoning':
      return toThinking(block, api)
    case 'tool-call':
      return [
        {
          type: 'toolCall',
          id: block.id,
          name: block.name,
          arguments: valueOf(block.arguments),
          ...(block.signature === undefined ? {} : { thoughtSignature: block.signature }),
        },
      ]
    case 'image':
      return 'data' in block ? [{ type: 'image', data: block.data, mimeType: block.mediaType }] : []
    case 'tool-result':
    case 'opaque':
      return []
  }
}

type ReasoningBlock = Extract<RequestBlock, { type: 'reasoning' }>

/** Redacted blocks are Anthropic's; over Responses pi-ai keeps the whole item where other APIs have a signature. */
function toThinking({ text, signature, redacted }: ReasoningBlock, api: unknown): Fields[] {
  const isAnthropic = api === 'anthropic-messages' || api === 'bedrock-converse-stream'
  if (redacted && !isAnthropic) return []
  const summary = text === '' ? [] : [{ type: 'summary_text', text }]
  const item = { type: 'reasoning', id: 'rs_1', summary, encrypted_content: signature }
  const kept = api === 'openai-responses' && signature !== undefined ? JSON.stringify(item) : signature
  return [
    {
      type: 'thinking',
      thinking: text,
      ...(kept === undefined ? {} : { thinkingSignature: kept }),
      ...(redacted ? { redacted } : {}),
    },
  ]
}

/** Arguments that do not parse are an empty object there. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return {}
  }
}

function results(blocks: readonly RequestBlock[], names: ReadonlyMap<string, string>): Fields[] {
  return blocks.flatMap((block) =>
    block.type === 'tool-result'
      ? [
          {
            role: 'toolResult',
            toolCallId: block.toolCallId,
            toolName: names.get(block.toolCallId) ?? '',
            content: [{ type: 'text', text: block.content }],
            isError: block.isError ?? false,
            timestamp,
          },
        ]
      : [],
  )
}

function user(blocks: readonly RequestBlock[]): Fields[] {
  const content = blocks.flatMap((block) => toBlock(block, undefined))
  return content.length > 0 ? [{ role: 'user', content, timestamp }] : []
}
