/** The wires by name, readers and writers. Not here: the contract (wire.ts), the wires themselves (one folder each). */

import { anthropicMessages, anthropicMessagesWriter } from './anthropic-messages/wire.ts'
import { piAiEvents, piAiEventsWriter } from './pi-ai-events/wire.ts'
import { mistral, mistralWriter } from './mistral/wire.ts'
import { openaiChat, openaiChatWriter } from './openai-chat/wire.ts'
import { gemini, geminiWriter } from './gemini/wire.ts'
import { openaiResponses, openaiResponsesWriter } from './openai-responses/wire.ts'
import { bedrockConverse, bedrockConverseWriter } from './bedrock-converse/wire.ts'
import type { Wire, WireName, WireWriter } from './wire.ts'

export const wires: Partial<Record<WireName, Wire>> = {
  'openai-responses': openaiResponses,
  gemini,
  'openai-chat': openaiChat,
  mistral,
  'anthropic-messages': anthropicMessages,
  'bedrock-converse': bedrockConverse,
  'pi-ai-events': piAiEvents,
}

export const writers: Partial<Record<WireName, WireWriter>> = {
  'openai-chat': openaiChatWriter,
  mistral: mistralWriter,
  'openai-responses': openaiResponsesWriter,
  gemini: geminiWriter,
  'anthropic-messages': anthropicMessagesWriter,
  'bedrock-converse': bedrockConverseWriter,
  'pi-ai-events': piAiEventsWriter,
}

/** The wire of a name. Throws for a name without one. */
export function wireOf(name: WireName): Wire {
  return known('wire', wires, name)
}

/** The writer of a wire. Throws for a wire that has none. */
export function writerOf(name: WireName): WireWriter {
  return known('writer', writers, name)
}

function known<T>(kind: string, table: Partial<Record<WireName, T>>, name: WireName): T {
  const found = table[name]
  if (found !== undefined) return found
  throw new UnknownWireError(kind, name, Object.keys(table))
}

export class UnknownWireError extends Error {
  constructor(kind: string, name: string, names: readonly string[]) {
    super(`There is no ${kind} \`${name}\`. Use one of: ${names.join(', ')}.`)
    this.name = 'UnknownWireError'
  }
}
