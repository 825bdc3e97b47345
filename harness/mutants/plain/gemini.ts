/** The plain converter of streamGenerateContent (https://ai.google.dev/api/generate-content). Not here: streamed arguments (streamed-arguments.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import { failureOf } from './failure.ts'
import type { Call, Ending, Prose } from './output.ts'
import { PlainStream, reasonIn } from './plain-stream.ts'
import type { PlainWire } from './plain-wire.ts'
import { geminiRequest } from './requests/gemini.ts'
import { StreamedArguments } from './streamed-arguments.ts'
import { count, fields, given, isFields, list, parsed, text, type Fields } from './values.ts'

const filters =
  'SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION MODEL_ARMOR JAILBREAK'

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'max-tokens',
  ...Object.fromEntries(filters.split(' ').map((word) => [word, 'content-filter' as const])),
}

/** Fields of a part that say something about its data. */
const describing = new Set(['text', 'thought', 'thoughtSignature', 'partMetadata', 'videoMetadata'])

class GeminiStream extends PlainStream {
  #prose: Prose | undefined
  #hasCalls = false
  /** The call whose arguments are still coming. */
  #streaming: { call: Call; arguments: StreamedArguments } | undefined
  #blocked = ''

  /** `STOP` stands for answers and calls alike; a blocked prompt is a filter's whatever its word. */
  protected reasonOf(word: string): FinishReason {
    if (word === this.#blocked) return 'content-filter'
    return word === 'STOP' && this.#hasCalls ? 'tool-calls' : reasonIn(reasons, word)
  }

  /** Only `STOP` promises that a call whose arguments were streamed is whole. */
  protected override endingOf(): Ending {
    return this.word === 'STOP' ? 'fair' : 'cut'
  }

  protected read(payload: unknown): void {
    // Vertex AI answers errors in an array, Code Assist wraps chunks.
    for (const sent of Array.isArray(payload) ? payload : [payload]) {
      const chunk = fields(sent)
      if (this.failure === undefined) this.#readChunk(fields(given(chunk['response'], chunk)))
    }
  }

  #readChunk(chunk: Fields): void {
    if (isFields(chunk['error'])) {
      this.failure = failureOf(chunk)
      return
    }
    const { meta } = this.output
    const [id, model] = [text(chunk['responseId']), text(chunk['modelVersion'])]
    if (id !== '') meta.responseId ??= id
    if (model !== '') meta.model ??= model
    const usage = countsOf(fields(chunk['usageMetadata']))
    if (usage !== undefined) this.output.usage = usage
    const candidate = list(chunk['candidates'])
      .map(fields)
      .find(({ index }) => (index ?? 0) === 0)
    for (const part of list(fields(candidate?.['content'])['parts'])) this.#readPart(fields(part))
    this.#ground(candidate ?? {})
    const finish = text(candidate?.['finishReason'])
    const block = text(fields(chunk['promptFeedback'])['blockReason'])
    if (finish !== '') this.word = finish
    else if (block !== '' && this.word === '') this.word = this.#blocked = block
  }

  #ground(candidate: Fields): void {
    for (const kind of ['groundingMetadata', 'citationMetadata', 'urlContextMetadata'])
      if (isFields(candidate[kind])) this.output.opaque(kind, candidate[kind])
  }

  #readPart(part: Fields): void {
    const data = Object.keys(part).find((key) => !describing.has(key))
    if (data === undefined) return this.#readProse(part)
    if (data === 'functionCall') return this.#readCall(fields(part['functionCall']), part)
    this.#endProse()
    this.output.opaque(data, part)
  }

  /** Texts of one kind that follow each other are one; an empty one without a signature says nothing. */
  #readProse(part: Fields): void {
    const kind = part['thought'] === true ? 'reasoning' : 'text'
    const signature = kind === 'reasoning' ? text(part['thoughtSignature']) : ''
    if (text(part['text']) === '' && signature === '') return
    if (this.#prose?.kind !== kind) {
      this.#endProse()
      this.#prose = this.output.prose(kind)
    }
    this.#prose.add(text(part['text']))
    this.#prose.signature = signature || this.#prose.signature
  }

  #endProse(): void {
    this.#prose?.end()
    this.#prose = undefined
  }

  #readCall(sent: Fields, part: Fields): void {
    const name = text(sent['name'])
    if (name === '' && this.#streaming === undefined && sent['args'] === undefined) return
    const goesOn = sent['willContinue'] === true
    if (name !== '' || this.#streaming === undefined) {
      this.#endProse()
      this.#hasCalls = true
      const call = this.output.call({ id: text(sent['id']), name })
      call.value = wholeArguments(sent['args'])
      if (goesOn || sent['partialArgs'] !== undefined)
        this.#streaming = { call, arguments: new StreamedArguments(fields(sent['args'])) }
      else call.isMarked = true
      call.signature = text(part['thoughtSignature'])
    }
    const { call, arguments: pieces } = this.#streaming ?? {}
    if (call === undefined || pieces === undefined) return
    for (const piece of list(sent['partialArgs'])) pieces.take(fields(piece))
    call.value = pieces.text()
    if (goesOn) return
    call.isMarked = true
    this.#streaming = undefined
  }
}

/** No `args` is a call without arguments. Some proxies send the object as its JSON text. */
function wholeArguments(args: unknown): string {
  if (typeof args === 'string' && isFields(parsed(args))) return args
  return JSON.stringify(given(args, {}))
}

/** Thoughts stand beside the candidates' tokens and tool results beside the prompt's: SDK `@google/genai`, `totalTokenCount`. */
function countsOf(usage: Fields) {
  const [prompt, tools, cached, candidates, thoughts] = [
    'promptTokenCount',
    'toolUsePromptTokenCount',
    'cachedContentTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
  ].map((name) => count(usage[name]))
  if ([prompt, tools, cached, candidates, thoughts].every((value) => value === undefined)) return undefined
  return {
    inputTokens: (prompt ?? 0) + (tools ?? 0) - (cached ?? 0),
    cacheReadTokens: cached ?? 0,
    outputTokens: (candidates ?? 0) + (thoughts ?? 0),
    reasoningTokens: thoughts ?? 0,
  }
}

export const gemini: PlainWire = {
  name: 'gemini',
  path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
  toRequest: geminiRequest,
  start: () => new GeminiStream(),
  payloadsOfBody: (body) => [body],
}
