/** Drives `MessageStream` of the `@anthropic-ai/sdk` client: its own events, as an application listens to them, and its final message. */

import { defineDriver, type ConvertContext } from '../../harness/index.ts'
import { EventQueue } from '../published/event-queue.ts'
import { published } from '../published/package.ts'
import { end, MessageState, project, type ContentBlock, type MessageEvent } from './message-events.ts'

type Emitter = {
  on(event: string, listener: (...given: unknown[]) => void): unknown
  finalMessage(): Promise<unknown>
}
type Package = {
  Anthropic: new (settings: object) => {
    messages: { stream(body: object, options: { signal: AbortSignal }): Emitter }
  }
}

const { module, version } = await published<Package>(
  import.meta.url,
  '@anthropic-ai/sdk',
  (name) => import(name),
)

export default defineDriver<MessageEvent, MessageState, 'http'>({
  name: 'anthropic-sdk',
  version: `@anthropic-ai/sdk ${version}`,
  wires: ['anthropic-messages'],
  level: 'http',
  capabilities: {
    requests: false,
    signatures: true,
    arguments: 'value',
    finish: {
      empty: { reason: 'stop' },
      unknown: { reason: 'other' },
      refusal: { reason: 'content-filter' },
    },
    meta: ['responseId', 'model', 'stopSequence'],
  },
  state: () => new MessageState(),
  convert,
  project,
  end,
})

function convert({ apiKey, baseUrl, fetch, model, signal }: ConvertContext): AsyncIterable<MessageEvent> {
  const client = new module.Anthropic({ apiKey, baseURL: baseUrl, fetch, maxRetries: 0, logLevel: 'off' })
  const body = { model, max_tokens: 1024, messages: [{ role: 'user', content: 'Go on.' }] }
  const stream = client.messages.stream(body, { signal })
  const queue = new EventQueue<MessageEvent>()
  let index = 0
  stream.on('streamEvent', (given) => {
    const event = given as { type: string; index?: number; content_block?: ContentBlock }
    index = event.index ?? index
    if (event.type === 'content_block_start')
      queue.push({ type: event.type, index, block: event.content_block as ContentBlock })
  })
  for (const type of ['text', 'thinking', 'inputJson'] as const) {
    stream.on(type, (delta) => queue.push({ type, index, delta: delta as string }))
  }
  stream.on('contentBlock', (block) =>
    queue.push({ type: 'contentBlock', index, block: structuredClone(block) as ContentBlock }),
  )
  stream
    .finalMessage()
    .then((message) => queue.push({ type: 'finalMessage', message } as MessageEvent))
    .then(
      () => queue.close(),
      (error: unknown) => queue.close(error),
    )
  return queue
}
