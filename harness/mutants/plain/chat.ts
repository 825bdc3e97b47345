/** A plain converter of chat completion streams, for OpenAI's wire and Mistral's. Not here: tool calls (chat-calls.ts), what sets the two apart (openai-chat.ts, mistral.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import { ChatCalls } from './chat-calls.ts'
import { failureOf } from './failure.ts'
import type { Counts, Meta, Prose, ProseKind } from './output.ts'
import { PlainStream, reasonIn } from './plain-stream.ts'
import { count, fields, given, isFields, list, text, type Fields } from './values.ts'

export class ChatStream extends PlainStream {
  readonly #calls = new ChatCalls(this.output)
  readonly #prose = new Map<ProseKind, Prose>()
  readonly #reasons: Readonly<Record<string, FinishReason>>

  constructor(reasons: Readonly<Record<string, FinishReason>>) {
    super()
    this.#reasons = reasons
  }

  protected reasonOf(word: string): FinishReason {
    return reasonIn(this.#reasons, word)
  }

  /** Behind an error only the counts are read: gateways bill what was generated. */
  protected read(payload: unknown): void {
    const chunk = fields(payload)
    const choice = list(chunk['choices']).find((one, at) => given(fields(one)['index'], at) === 0)
    const usage = given(chunk['usage'], fields(chunk['x_groq'])['usage'], fields(choice)['usage'])
    if (isFields(usage)) this.output.usage = countsOf(usage)
    if (this.failure !== undefined) return
    const error = errorIn(chunk)
    if (error !== undefined) {
      this.failure = failureOf(error)
      this.word ||= text(fields(choice)['finish_reason'])
      return
    }
    noteMeta(this.output.meta, chunk)
    if (choice !== undefined) this.#takeChoice(fields(choice))
  }

  #takeChoice(choice: Fields): void {
    const isSilent = this.#prose.size === 0 && this.#calls.count === 0
    const delta = fields(given(choice['delta'], isSilent ? choice['message'] : undefined))
    this.#say('reasoning', reasoningOf(delta))
    for (const part of contentOf(delta['content'])) this.#takePart(fields(part))
    this.#say('refusal', text(delta['refusal']))
    for (const kind of ['annotations', 'audio', 'images']) {
      const raw = delta[kind]
      if (isFields(raw) || list(raw).length > 0) this.output.opaque(kind, raw)
    }
    this.#calls.take(delta)
    this.word = text(choice['finish_reason']) || this.word
  }

  /** Content as typed parts, as Mistral sends reasoning: https://docs.mistral.ai/capabilities/reasoning */
  #takePart(part: Fields): void {
    const type = text(part['type'])
    if (type === 'text' || type === 'output_text') this.#say('text', text(part['text']))
    else if (type === 'refusal') this.#say('refusal', text(part['refusal']))
    else if (type === 'reasoning') this.#say('reasoning', joined(given(part['summary'], part['text'])))
    else if (type === 'thinking') {
      this.#say('reasoning', joined(part['thinking']))
      const block = this.#prose.get('reasoning')
      if (block) block.signature = text(part['signature']) || block.signature
    } else this.output.opaque(type, [part])
  }

  #say(kind: ProseKind, said: string): void {
    if (said === '') return
    const block = this.#prose.get(kind) ?? this.output.prose(kind)
    this.#prose.set(kind, block)
    block.add(said)
  }
}

function noteMeta(meta: Meta, chunk: Fields): void {
  const [responseId, model] = [text(chunk['id']), text(chunk['model'])]
  if (responseId !== '') meta.responseId ??= responseId
  if (model !== '') meta.model ??= model
}

/** The payload that holds an error. Also met: one beside the choices or inside one, or its fields bare where there are no choices. */
function errorIn(chunk: Fields): unknown {
  const places = [chunk, chunk['x_groq'], ...list(chunk['choices'])].map(fields)
  const place = places.find(({ error }) => error !== undefined && error !== null && error !== '')
  if (place !== undefined) return place
  if (chunk['object'] === 'error' || chunk['type'] === 'error') return chunk
  const isBare = !Array.isArray(chunk['choices']) && given(chunk['message'], chunk['detail']) !== undefined
  return isBare ? chunk : undefined
}

/** Servers name the field differently, and some send the same text in two of them. */
function reasoningOf(delta: Fields): string {
  const plain = ['reasoning_content', 'reasoning', 'reasoning_text']
    .map((field) => text(delta[field]))
    .find((said) => said !== '')
  if (plain !== undefined) return plain
  const details = list(delta['reasoning_details']).map(fields)
  return details.map((detail) => text(detail['text']) || text(detail['summary'])).join('')
}

function contentOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return list(content).map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part))
}

function joined(value: unknown): string {
  if (typeof value === 'string') return value
  return list(value)
    .map((one) => (typeof one === 'string' ? one : text(fields(one)['text'])))
    .join('')
}

/** `prompt_tokens` holds the cached ones: https://platform.openai.com/docs/guides/prompt-caching */
function countsOf(usage: Fields): Counts {
  const details = fields(usage['prompt_tokens_details'])
  const cacheReadTokens = count(
    given(
      details['cached_tokens'],
      fields(usage['prompt_token_details'])['cached_tokens'],
      usage['num_cached_tokens'],
      usage['prompt_cache_hit_tokens'],
      usage['cached_tokens'],
      usage['cache_read_input_tokens'],
    ),
  )
  const cacheWriteTokens = count(given(details['cache_write_tokens'], usage['cache_creation_input_tokens']))
  const reasoning = given(
    fields(usage['completion_tokens_details'])['reasoning_tokens'],
    usage['reasoning_tokens'],
  )
  return {
    inputTokens: (count(usage['prompt_tokens']) ?? 0) - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0),
    cacheReadTokens: cacheReadTokens ?? 0,
    cacheWriteTokens: cacheWriteTokens ?? 0,
    outputTokens: count(usage['completion_tokens']) ?? 0,
    reasoningTokens: count(reasoning) ?? 0,
  }
}

/** The answer that is not streamed is one chunk with a whole message, in which every call stands for itself. */
export function chunkOfBody(body: unknown): unknown {
  const answer = fields(body)
  const choices = list(answer['choices']).map((sent) => {
    const choice = fields(sent)
    const message = fields(choice['message'])
    const calls = list(message['tool_calls']).map((call, index) => ({ index, ...fields(call) }))
    return { ...choice, delta: { ...message, tool_calls: calls } }
  })
  return { ...answer, choices }
}
