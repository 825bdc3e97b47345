/** Which wire an exchange speaks, told by its URL, the first payloads of the answer, and the request. Not here: reading it (harness/wire). */

import type { WireName } from '../../wire/wire.ts'
import { utf8 } from '../body-file.ts'
import { at, type Fields, isFields, listAt, textAt } from './fields.ts'
import { parsedJson } from './parsed-json.ts'
import { peek } from './peek.ts'

export type WireHints = {
  url?: string
  requestBody?: Uint8Array
  contentType?: string
  body?: Uint8Array
  /** The file's path, the last resort for a source that kept no URL. */
  path?: string
}

/** `none`: certainly none of ours; `unlikely`: none, unless the answer shows one of ours; nothing: cannot tell. */
type Verdict = WireName | 'none' | 'unlikely' | undefined

/**
 * The wire of an exchange; absent where it is none of ours or cannot be told.
 * A URL that belongs to another API decides; then what the answer says (proxies serve one API under the URL of another); then the URL; then the request.
 */
export function detectWire(hints: WireHints): WireName | undefined {
  const url = urlVerdict(hints.url ?? '')
  if (url === 'none') return undefined
  const body = hints.body === undefined ? undefined : bodyVerdict(hints.body, hints.contentType)
  const verdict = body ?? url ?? requestVerdict(hints.requestBody)
  if (verdict === 'none' || verdict === 'unlikely') return undefined
  return verdict === 'openai-chat' && isMistral(hints) ? 'mistral' : verdict
}

const urlRules: readonly [RegExp, Verdict][] = [
  [/\/(invoke|invoke-with-response-stream)$/, 'none'],
  [/\/converse(-stream)?$/, 'bedrock-converse'],
  [/:(streamG|g)enerateContent$/, 'gemini'],
  [/:(streamR|r)awPredict$/, 'anthropic-messages'],
  [/\/(embeddings|models|moderations|files|interactions|realtime|rerank|tokenize)(\/[^/]*)?$/, 'none'],
  [/\/(audio|images|threads|assistants|batches|cachedContents)(\/|$)/, 'none'],
  [/\/count_tokens$|:countTokens$|:embedContent$|:batchEmbedContents$|:predict$/, 'none'],
  [/\/api\/(chat|generate|embed|tags|show)$/, 'unlikely'],
  [/\/v[12]\/chat$/, 'unlikely'],
  [/\/chat\/completions$/, 'openai-chat'],
  [/\/completions$/, 'unlikely'],
  [/\/responses(\/[^/]*)?$/, 'openai-responses'],
  [/\/messages$/, 'anthropic-messages'],
]

function urlVerdict(url: string): Verdict {
  const path = url.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  return urlRules.find(([pattern]) => pattern.test(path))?.[1]
}

function bodyVerdict(body: Uint8Array, contentType?: string): Verdict {
  const { names, payloads } = peek(body, contentType)
  for (const name of names) {
    const verdict = nameVerdict(name)
    if (verdict !== undefined) return verdict
  }
  for (const payload of payloads) {
    const verdict = payloadVerdict(payload)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

const nameRules: readonly [RegExp, Verdict][] = [
  [/^response\./, 'openai-responses'],
  [/^(message_start|content_block_(start|delta|stop)|message_delta|message_stop)$/, 'anthropic-messages'],
  [/^(messageStart|contentBlock(Start|Delta|Stop)|messageStop)$/, 'bedrock-converse'],
  [/^(chunk|message-start|content-start|content-delta|text-generation|stream-start)$/, 'none'],
]

/** By an SSE or eventstream name, or by the `type` of a payload. */
function nameVerdict(name: string): Verdict {
  return nameRules.find(([pattern]) => pattern.test(name))?.[1]
}

type Shape = { verdict: Verdict; fits: (payload: Fields) => boolean }

const shapes: readonly Shape[] = [
  { verdict: 'none', fits: (payload) => 'event_type' in payload || isTextCompletion(payload) },
  {
    verdict: 'none',
    fits: (payload) => 'done' in payload && ('message' in payload || 'response' in payload),
  },
  { verdict: 'none', fits: (payload) => 'serverContent' in payload || 'embedding' in payload },
  {
    verdict: 'none',
    fits: (payload) => ['list', 'model', 'model_response'].includes(String(payload['object'])),
  },
  { verdict: 'openai-chat', fits: (payload) => String(payload['object']).startsWith('chat.completion') },
  { verdict: 'openai-responses', fits: (payload) => payload['object'] === 'response' },
  { verdict: 'anthropic-messages', fits: (payload) => payload['type'] === 'message' && 'content' in payload },
  { verdict: 'gemini', fits: (payload) => 'candidates' in payload || 'promptFeedback' in payload },
  { verdict: 'gemini', fits: (payload) => 'usageMetadata' in payload },
  { verdict: 'openai-chat', fits: (payload) => Array.isArray(payload['choices']) },
  { verdict: 'bedrock-converse', fits: (payload) => 'stopReason' in payload && isFields(payload['output']) },
  { verdict: 'bedrock-converse', fits: (payload) => Object.keys(payload).some(isConverseEvent) },
  // https://docs.claude.com/en/api/errors and https://google.aip.dev/193: both error shapes are their provider's alone.
  {
    verdict: 'anthropic-messages',
    fits: (payload) => payload['type'] === 'error' && isFields(payload['error']),
  },
  { verdict: 'gemini', fits: (payload) => /^[A-Z_]+$/.test(textAt(payload, 'error', 'status') ?? '') },
]

/** Legacy completions: `text` where a chat has `delta` or `message`. */
function isTextCompletion(payload: Fields): boolean {
  const choice = at(payload, 'choices', 0)
  if (isFields(choice)) return 'text' in choice && !('delta' in choice) && !('message' in choice)
  return payload['object'] === 'text_completion'
}

function isConverseEvent(key: string): boolean {
  return nameVerdict(key) === 'bedrock-converse'
}

function payloadVerdict(payload: unknown): Verdict {
  if (!isFields(payload)) return undefined
  const type = textAt(payload, 'type')
  return nameVerdict(type ?? '') ?? shapes.find((shape) => shape.fits(payload))?.verdict
}

function requestVerdict(body: Uint8Array | undefined): Verdict {
  const request = body === undefined ? undefined : parsedJson(utf8(body))
  if (listAt(request, 'contents') !== undefined) return 'gemini'
  if (at(request, 'input') !== undefined && at(request, 'model') !== undefined) return 'openai-responses'
  return listAt(request, 'messages') !== undefined && at(request, 'model') !== undefined
    ? 'openai-chat'
    : undefined
}

const mistralModel = /^((mistral|ministral|magistral|codestral|devstral|pixtral|voxtral)-|open-mi[sx]tral)/

/**
 * Mistral speaks chat completions with its own ids and content lists: told by the host; where no host was kept, by the
 * shape of its ids (32 hex digits) with one of its models, or with its name in the file's path.
 */
function isMistral(hints: WireHints): boolean {
  const url = hints.url ?? ''
  const host = /^https?:\/\/([^/]+)/.exec(url)?.[1]
  if (host !== undefined) return /(^|\.)mistral\.ai(:|$)/.test(host)
  const payload = hints.body === undefined ? undefined : peek(hints.body).payloads.find(isFields)
  const model =
    textAt(payload, 'model') ?? textAt(parsedJson(utf8(hints.requestBody ?? new Uint8Array())), 'model')
  const isModel = mistralModel.test(model ?? '')
  const id = textAt(payload, 'id')
  if (id !== undefined && /^[0-9a-f]{32}$/.test(id)) return isModel || /mistral/i.test(hints.path ?? '')
  // An id that was replaced tells nothing; the path is Mistral's, where resellers have a prefix.
  const isReplaced = id === undefined || /redacted/i.test(id)
  return isReplaced && isModel && url.startsWith('/v1/chat/completions')
}
