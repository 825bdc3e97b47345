/** Whether a recorded request asked for its answer in one piece, so that there is no stream to play. Not here: what else was asked (harness/upstream/asked.ts). */

import { objectOf, parseJson, type JsonObject } from '../wire/json-fields.ts'
import { detectFraming } from '../wire/framing/framing.ts'
import type { WireName } from '../wire/wire.ts'
import type { Recording } from './format.ts'

type Asked = { path: string; body: JsonObject }

/** On most wires a field of the body asks for the stream: https://platform.openai.com/docs/api-reference/chat/create#chat-create-stream */
const byField = ({ body }: Asked) =>
  (body['messages'] !== undefined || body['input'] !== undefined) && body['stream'] !== true

const asksWhole: Partial<Record<WireName, (asked: Asked) => boolean>> = {
  'openai-chat': byField,
  'openai-responses': byField,
  'anthropic-messages': byField,
  mistral: byField,
  // https://ai.google.dev/api/generate-content
  gemini: ({ path }) => path.endsWith(':generateContent'),
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
  'bedrock-converse': ({ path }) => path.endsWith('/converse'),
}

/** False where the request does not tell: imported answers have often lost theirs. */
function askedForWhole({ wire, request }: Pick<Recording, 'wire' | 'request'>): boolean {
  const asks = wire && asksWhole[wire]
  if (!asks) return false
  const body = objectOf(parseJson(Buffer.from(request.body ?? []).toString())) ?? {}
  return asks({ path: pathOf(request.url), body })
}

/** An answer in one piece, as it was asked for. */
export function isWholeAnswer(recording: Pick<Recording, 'wire' | 'request' | 'response'>): boolean {
  const { response } = recording
  if (!response || response.status >= 400 || !askedForWhole(recording)) return false
  // A server may stream all the same.
  return detectFraming(new Uint8Array(), response.headers['content-type']) === undefined
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? ''
}
