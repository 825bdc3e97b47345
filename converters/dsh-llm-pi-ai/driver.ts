/** Drives `@deepseek-ai/dsh-llm-pi-ai` as a plugin of a Cordis context, which is its public API. It brings a pi-ai of its own. */

import { defineDriver, type Capabilities, type ConvertContext, type WireName } from '../../harness/index.ts'
import { published } from '../published/package.ts'
import { toMessages } from './messages.ts'
import { project, type StreamChunk } from './stream-chunk.ts'

type Context = {
  plugin(plugin: unknown, config?: object): Promise<unknown>
  llm: { stream(options: object): AsyncIterable<StreamChunk> }
  fiber: { dispose(): Promise<unknown> }
}

const load = (name: string) => import(name) as Promise<unknown>
const plugin = await published<object>(import.meta.url, '@deepseek-ai/dsh-llm-pi-ai', load)
const { Context } = (await load('@deepseek-ai/cordis')) as { Context: new () => Context }
const { LlmRuntime } = (await load('@deepseek-ai/dsh-llm')) as { LlmRuntime: unknown }

/** pi-ai's name of each wire that a route can be declared with, and what it expects behind the host. */
const apis = {
  'openai-chat': { api: 'openai-completions', path: '/v1' },
  'openai-responses': { api: 'openai-responses', path: '/v1' },
  'anthropic-messages': { api: 'anthropic-messages', path: '' },
} as const satisfies Partial<Record<WireName, { api: string; path: string }>>
type Spoken = keyof typeof apis

const provider = 'streamproof'
/** In tokens, far above any recorded usage: it takes usage beyond the window for an overflow. */
const contextWindow = 1_000_000_000
const keyName = 'STREAMPROOF_REPLAY_KEY'

/** Calls hold a value, images are references to a store, and there are no words for the rest. */
const requestLacks: Capabilities['requestLacks'] = [
  'argument-text',
  'refusal',
  'image-data',
  'image-url',
  'top-p',
  'stop',
  'tool-choice-none',
  'tool-choice-required',
  'tool-choice-named',
  'format-json',
  'format-schema',
  'schema-name',
  // Without the state of the turn reasoning has no signature.
  'reasoning-signature',
  'redacted-reasoning',
  'call-signature',
]
/** It always sends the model's limit. */
const withLimit: Capabilities['requestLacks'] = [...requestLacks, 'no-max-tokens']

export default defineDriver<StreamChunk, undefined, 'http'>({
  name: 'dsh-llm-pi-ai',
  version: `@deepseek-ai/dsh-llm-pi-ai ${plugin.version}`,
  wires: Object.keys(apis) as Spoken[],
  level: 'http',
  // It takes no fetch.
  serverWires: Object.keys(apis) as Spoken[],
  capabilities: {
    refusal: 'none',
    // pi-ai counts reasoning as output, and dsh has no count of its own.
    usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'],
    arguments: 'value',
    finish: {
      empty: { reason: 'error', code: 'EMPTY_RESPONSE' },
      content_filter: { reason: 'error', code: 'UNKNOWN' },
    },
    // It has fewer codes: 403 is told as 401 is, 404 as what it does not know, 529 as any 5xx.
    codes: { PERMISSION: 'AUTH', NOT_FOUND: 'UNKNOWN', OVERLOADED: 'SERVER', CONTENT_FILTER: 'UNKNOWN' },
    requestLacks,
  },
  capabilitiesByWire: {
    // What pi-ai loses here is its fault, not a choice: see known-failing.txt.
    'openai-chat': { refusal: 'own', requestLacks: withLimit },
    'openai-responses': { refusal: 'as-text', requestLacks: withLimit },
  },
  convert: chunksOf,
  project,
  replayState: (chunks) => chunks.findLast((chunk) => chunk.type === 'finish')?.replayState,
  mapId: (id) => id.split('|')[0] ?? id,
})

async function* chunksOf({
  wire,
  model,
  baseUrl,
  apiKey,
  request,
  signal,
}: ConvertContext): AsyncGenerator<StreamChunk> {
  process.env[keyName] = apiKey
  const { api, path } = apis[wire as Spoken]
  const route = {
    api,
    baseURL: `${baseUrl}${path}`,
    apiKeyEnv: keyName,
    models: [{ id: model, contextWindow, reasoningEfforts: { off: null, high: 'high' } }],
  }
  const context = new Context()
  try {
    await context.plugin(LlmRuntime)
    await context.plugin(plugin.module, { providers: { [provider]: route } })
    const { system, tools, maxTokens, temperature } = request
    yield* context.llm.stream({
      provider,
      model,
      messages: toMessages(request, provider),
      signal,
      ...(system === undefined ? {} : { system }),
      ...(tools === undefined ? {} : { tools }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
    })
  } finally {
    await context.fiber.dispose()
  }
}
