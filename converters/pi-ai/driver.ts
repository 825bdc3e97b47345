/** Drives the converter behind pi-ai's own clients: real HTTP requests over each of its APIs. */

import type { AssistantMessageEvent, Model } from '@earendil-works/pi-ai'
import { normalizeContext } from '@earendil-works/pi-ai/utils/transcript'
import { defineDriver, type ConvertContext, type WireName } from '../../harness/index.ts'
import { packageVersion } from '../package-version.ts'
import { callIdOf, toPiContext } from './context.ts'
import { impossible } from './impossible.ts'
import { provider, toLlmRequest } from './neutral-request.ts'
import { toPiOptions } from './options.ts'
import { capabilities, capabilitiesByWire, failureOf, project } from './project.ts'
import { toStreamChunks } from './stream.ts'
import type { StreamChunk } from './vocabulary.ts'

/** pi-ai's name of each wire, and what it expects behind the host. */
const apis = {
  'openai-chat': { api: 'openai-completions', path: '/v1' },
  'openai-responses': { api: 'openai-responses', path: '/v1' },
  'anthropic-messages': { api: 'anthropic-messages', path: '' },
  gemini: { api: 'google-generative-ai', path: '/v1beta' },
  mistral: { api: 'mistral-conversations', path: '' },
  'bedrock-converse': { api: 'bedrock-converse-stream', path: '' },
} as const satisfies Partial<Record<WireName, { api: string; path: string }>>
type Spoken = keyof typeof apis

/** Far above any recorded usage: pi-ai takes usage beyond the window for an overflow. */
const contextWindow = 1_000_000_000

// The AWS client has no option for these: it must speak HTTP/1 to be recorded and replayed, and send a request once.
process.env['AWS_BEDROCK_FORCE_HTTP1'] ??= '1'
process.env['AWS_MAX_ATTEMPTS'] ??= '1'
// The OpenAI client logs each event that is not JSON.
process.env['OPENAI_LOG'] ??= 'off'

export default defineDriver<StreamChunk, undefined, 'http'>({
  name: 'pi-ai',
  version: `@earendil-works/pi-ai ${packageVersion('@earendil-works/pi-ai')}`,
  wires: Object.keys(apis) as Spoken[],
  level: 'http',
  serverWires: ['bedrock-converse'],
  capabilities,
  capabilitiesByWire,
  impossible,
  convert: converted,
  project,
  mapId: callIdOf,
  failure: failureOf,
  replayState: (chunks) => chunks.findLast((chunk) => chunk.type === 'finish')?.replayState,
})

async function* converted(context: ConvertContext): AsyncGenerator<StreamChunk> {
  const { api, path } = apis[context.wire as Spoken]
  const { stream } = (await import(`@earendil-works/pi-ai/api/${api}`)) as PiApi
  const model = {
    id: context.model,
    name: context.model,
    api,
    provider,
    baseUrl: `${context.baseUrl}${path}`,
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    maxTokens: 8_192,
  } satisfies Model<string>
  const piContext = normalizeContext(toPiContext(toLlmRequest(context.request)))
  const events = stream(model, piContext, {
    apiKey: context.apiKey,
    signal: context.signal,
    fetch: context.fetch,
    maxRetries: 0,
    ...toPiOptions(context.request, context.wire),
  })
  yield* toStreamChunks(events, contextWindow)
}

type PiApi = {
  stream: (model: Model<string>, context: unknown, options: unknown) => AsyncIterable<AssistantMessageEvent>
}
