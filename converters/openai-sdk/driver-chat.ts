/** Drives `ChatCompletionStream` of the `openai` client: its own events, as an application listens to them. */

import { defineDriver, type ConvertContext } from '../../harness/index.ts'
import { EventQueue } from '../published/event-queue.ts'
import { ChatState, end, project, type ChatEvent } from './chat-events.ts'
import { clientOf, openai } from './client.ts'

const { module, version } = await openai((name) => import(name))

export default defineDriver<ChatEvent, ChatState, 'http'>({
  name: 'openai-sdk-chat',
  version: `openai ${version}`,
  wires: ['openai-chat'],
  level: 'http',
  capabilities: {
    requests: false,
    // The types of the client have no reasoning over chat completions.
    reasoning: false,
    blockStarts: false,
    emptyArguments: '',
    usageBase: { inputHasCache: true, outputHasReasoning: true },
    finish: { empty: { reason: 'stop' }, unknown: { reason: 'other' }, refusal: { reason: 'stop' } },
    meta: ['responseId', 'model'],
  },
  state: () => new ChatState(),
  convert,
  project,
  end,
})

const events = [
  'content.delta',
  'content.done',
  'refusal.delta',
  'refusal.done',
  'tool_calls.function.arguments.delta',
  'tool_calls.function.arguments.done',
] as const

/** The parameters of what an event's listener is given. */
type Given = { index?: number }
type Snapshot = { choices: readonly { message: { tool_calls?: readonly { id?: string }[] } }[] }

function convert(context: ConvertContext): AsyncIterable<ChatEvent> {
  const { model, signal } = context
  const body = {
    model,
    messages: [{ role: 'user', content: 'Go on.' }],
    stream_options: { include_usage: true },
  }
  const stream = clientOf(module, context).chat.completions.stream(body, { signal })
  const queue = new EventQueue<ChatEvent>()
  let snapshot: Snapshot | undefined
  stream.on('chunk', (_chunk, current) => {
    snapshot = current as Snapshot
  })
  for (const type of events) {
    stream.on(type, (given) => queue.push({ type, ...withId(given as Given, snapshot) } as ChatEvent))
  }
  stream.on('finalChatCompletion', (completion) =>
    queue.push({ type: 'finalChatCompletion', completion } as ChatEvent),
  )
  stream.done().then(
    () => queue.close(),
    (error: unknown) => queue.close(error),
  )
  return queue
}

function withId(given: Given, snapshot: Snapshot | undefined): Given & { id?: string } {
  const calls = snapshot?.choices[0]?.message.tool_calls
  const id = given.index === undefined ? undefined : calls?.[given.index]?.id
  return id === undefined ? given : { ...given, id }
}
