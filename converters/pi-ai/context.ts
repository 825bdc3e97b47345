/** A neutral request -> pi-ai's Context. Not here: options such as temperature, which pi-ai takes beside it, and replay metadata (replay.ts). */

import type {
  AssistantMessage,
  Context,
  ImageContent,
  Message,
  TextContent,
  ToolResultMessage,
  Usage,
  UserMessage,
} from '@earendil-works/pi-ai'
import { fromPiReplayState, toPiBlock, type ReplayableBlock, type ReplayedMessage } from './replay.ts'
import {
  CallId,
  LlmError,
  type ContentBlock,
  type ImageBlock,
  type LlmMessage,
  type LlmRequest,
  type ToolResultBlock,
} from './vocabulary.ts'

/** A history has no clock; pi-ai sends no timestamps. */
const timestamp = 0
/** Providers refuse a tool result without content. */
const noOutput: TextContent = { type: 'text', text: '(no output)' }

/** The calls of the history so far by their stored ids: pi-ai wants a result's tool name, which only the call has. */
type Calls = { known: Map<string, { id: CallId; name: string }>; open: Set<string> }

/** @throws LlmError: INVALID_REPLAY_STATE for provenance that does not fit, INVALID_REQUEST for an image that is not inline. */
export function toPiContext(request: LlmRequest): Context {
  const calls: Calls = { known: new Map(), open: new Set() }
  const tools = request.tools?.map(({ name, description, parameters }) => ({ name, description, parameters }))
  return {
    ...(request.system !== undefined && { systemPrompt: request.system }),
    messages: request.messages.flatMap((message) => toMessages(message, request, calls)),
    ...(tools?.length && { tools }),
  }
}

function toMessages(message: LlmMessage, request: LlmRequest, calls: Calls): Message[] {
  return message.role === 'assistant'
    ? [toAssistant(message, request, calls)]
    : toUserSide(toBlocks(message.content), calls)
}

function toBlocks(content: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/**
 * A user message may hold prose and tool results; pi-ai has a message for each result. Results of calls still open come
 * first: after a user message pi-ai answers such calls with "No result provided" itself. They stand in the order of the
 * calls, since an API without call ids (Gemini 2) tells results of one name apart by their order alone.
 */
function toUserSide(blocks: readonly ContentBlock[], calls: Calls): Message[] {
  const open = [...calls.open]
  const answers = blocks
    .filter((block) => block.type === 'tool-result')
    .filter((block) => calls.open.delete(block.toolCallId))
    .toSorted((a, b) => open.indexOf(a.toolCallId) - open.indexOf(b.toolCallId))
  const rest = blocks.filter((block) => block.type !== 'tool-result' || !answers.includes(block))
  return [...toRuns(answers, calls), ...toRuns(rest, calls)]
}

function toRuns(blocks: readonly ContentBlock[], calls: Calls): Message[] {
  const messages: Message[] = []
  let prose: ContentBlock[] = []
  const flush = (): void => {
    if (prose.length > 0) messages.push(toUser(prose))
    prose = []
  }
  for (const block of blocks) {
    if (block.type !== 'tool-result') {
      prose.push(block)
      continue
    }
    flush()
    messages.push(toToolResult(block, calls))
  }
  flush()
  return messages
}

function toUser(blocks: readonly ContentBlock[]): UserMessage {
  const content = toInline(blocks)
  const [first] = content
  const isOneText = content.length === 1 && first?.type === 'text'
  return { role: 'user', content: isOneText ? first.text : content, timestamp }
}

function toToolResult(block: ToolResultBlock, calls: Calls): ToolResultMessage {
  const content = toInline(toBlocks(block.content))
  const call = calls.known.get(block.toolCallId)
  return {
    role: 'toolResult',
    toolCallId: call?.id ?? block.toolCallId,
    toolName: call?.name ?? 'unknown',
    content: content.length > 0 ? content : [noOutput],
    isError: block.isError ?? false,
    timestamp,
  }
}

/** Text and images; a block of another kind, such as a plugin's own, has no place in pi-ai and is left out. */
function toInline(blocks: readonly ContentBlock[]): (TextContent | ImageContent)[] {
  return blocks.flatMap((block): (TextContent | ImageContent)[] => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }]
    return block.type === 'image' ? [toImage(block)] : []
  })
}

function toImage({ mediaType, data, url }: ImageBlock): ImageContent {
  const inline = data ?? /^data:[^,]*;base64,(.*)$/s.exec(url ?? '')?.[1]
  if (inline === undefined)
    throw new LlmError(
      `\`image\`: pi-ai sends inline images only, got ${url ?? 'neither data nor url'}; fetch it and pass \`data\` as base64`,
      { code: 'INVALID_REQUEST' },
    )
  return { type: 'image', data: inline, mimeType: mediaType }
}

function toAssistant(message: LlmMessage, request: LlmRequest, calls: Calls): AssistantMessage {
  const source = message.provenance
  const isReplayed = source?.replayState !== undefined
  const content = toBlocks(message.content).flatMap(toReplayable)
  calls.open.clear()
  const sent = isReplayed ? content : withoutItems(content)
  for (const [at, block] of content.entries()) {
    const call = sent[at]
    if (block.type !== 'tool-call' || call?.type !== 'tool-call') continue
    calls.known.set(block.id, call)
    calls.open.add(block.id)
  }
  const replayed = isReplayed ? fromPiReplayState(source, sent) : toUnreplayed(sent, source ?? request)
  return { role: 'assistant', ...replayed, usage: noUsage(), timestamp }
}

/**
 * Over Responses pi-ai joins the ids of call and item, `call|item`. Of a message whose API is not told the item's id is of
 * no use, and pi-ai would make one new id of both. It stays where calls differ by nothing else.
 */
function withoutItems(content: readonly ReplayableBlock[]): ReplayableBlock[] {
  const shortIds = content.map((block) => (block.type === 'tool-call' ? callIdOf(block.id) : ''))
  return content.map((block, at) => {
    const id = shortIds[at] ?? ''
    const isAlone = shortIds.filter((other) => other === id).length === 1
    return block.type === 'tool-call' && isAlone ? { ...block, id: CallId(id) } : block
  })
}

/** The provider's own id of a call. */
export function callIdOf(id: string): string {
  return id.split('|')[0] ?? id
}

function toReplayable(block: ContentBlock): ReplayableBlock[] {
  switch (block.type) {
    case 'text':
    case 'reasoning':
    case 'tool-call':
      return [block]
    case 'refusal':
      return [{ type: 'text', text: block.text }]
    default:
      return []
  }
}

/** A message that did not come through this converter: which API produced it is not known. */
function toUnreplayed(
  content: readonly ReplayableBlock[],
  { provider, model }: { provider: string; model: string },
): ReplayedMessage {
  const hasCalls = content.some(({ type }) => type === 'tool-call')
  return {
    api: 'unknown',
    provider,
    model,
    stopReason: hasCalls ? 'toolUse' : 'stop',
    content: content.map(toPiBlock),
  }
}

function noUsage(): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  }
}
