/** Makes drivers of LangChain chat models: one request, its chunks, and the message they add up to. Not here: what they mean (project.ts). */

import {
  defineDriver,
  type Capabilities,
  type ConvertContext,
  type Driver,
  type WireName,
} from '../../harness/index.ts'
import { toMessages, type MessageForm } from './messages.ts'
import { dataOf, type LangChainEvent, type Message } from './message-chunk.ts'
import { ChunkState, end, project } from './project.ts'

type Chunk = Message & { concat(other: Chunk): Chunk }

/** A chat model, with or without bound tools. */
export type ChatModel = {
  stream(messages: readonly object[], options: Record<string, unknown>): Promise<AsyncIterable<Chunk>>
  bindTools(tools: readonly object[], options?: Record<string, unknown>): ChatModel
}

export type ChatDriver = {
  name: string
  /** Package and version. */
  version: string
  wires: readonly WireName[]
  model: (context: ConvertContext) => {
    model: ChatModel
    form: MessageForm
    options?: Record<string, unknown>
  }
  capabilities?: Partial<Capabilities>
  capabilitiesByWire?: Partial<Record<WireName, Partial<Capabilities>>>
}

export function chatDriver({ model, ...declared }: ChatDriver): Driver {
  return defineDriver<LangChainEvent, ChunkState, 'http'>({
    ...declared,
    level: 'http',
    state: () => new ChunkState(),
    convert: (context) => eventsOf(context, model(context)),
    project,
    end,
  })
}

async function* eventsOf(
  { request, signal }: ConvertContext,
  { model, form, options = {} }: ReturnType<ChatDriver['model']>,
): AsyncGenerator<LangChainEvent> {
  let message: Chunk | undefined
  for await (const chunk of await model.stream(toMessages(request, form), { ...options, signal })) {
    message = message === undefined ? chunk : message.concat(chunk)
    yield { type: 'chunk', chunk: dataOf(chunk) }
  }
  if (message) yield { type: 'message', message: dataOf(message) }
}
