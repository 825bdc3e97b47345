/** Drives `@earendil-works/pi-ai` alone, by its own events, over each of its APIs. */

import { defineDriver, type Capabilities, type ConvertContext, type WireName } from '../../harness/index.ts'
import { Blocks } from '../published/blocks.ts'
import { published } from '../published/package.ts'
import { toContext } from './context.ts'
import { plainEvent, project, type GivenEvent, type PiEvent } from './events.ts'

type Api = { stream: (model: object, context: unknown, options: object) => AsyncIterable<GivenEvent> }

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

const load = (name: string) => import(name) as Promise<unknown>
const { module, version } = await published<{ normalizeContext(context: object): unknown }>(
  import.meta.url,
  '@earendil-works/pi-ai',
  load,
  '@earendil-works/pi-ai/utils/transcript',
)

// The AWS client has no option for these: it must speak HTTP/1 to be replayed, and send a request once.
process.env['AWS_BEDROCK_FORCE_HTTP1'] ??= '1'
process.env['AWS_MAX_ATTEMPTS'] ??= '1'

const provider = 'streamproof'

/** pi-ai has a text for every failure, and no code. */
const noCodes: Capabilities['codes'] = {
  AUTH: 'UNKNOWN',
  PERMISSION: 'UNKNOWN',
  NOT_FOUND: 'UNKNOWN',
  QUOTA: 'UNKNOWN',
  RATE_LIMIT: 'UNKNOWN',
  OVERLOADED: 'UNKNOWN',
  CONTEXT_WINDOW_EXCEEDED: 'UNKNOWN',
  INVALID_REQUEST: 'UNKNOWN',
  SERVER: 'UNKNOWN',
  TIMEOUT: 'UNKNOWN',
  TRANSPORT: 'UNKNOWN',
  EMPTY_RESPONSE: 'UNKNOWN',
  CONTENT_FILTER: 'UNKNOWN',
  ABORTED: 'UNKNOWN',
}

/** Calls hold a value, images are sent inline only, and there is no refusal; options beside the limit and the temperature are each API's own. */
const requestLacks: Capabilities['requestLacks'] = [
  'argument-text',
  'image-url',
  'refusal',
  'top-p',
  'stop',
  'format-json',
  'format-schema',
  'tool-choice-none',
  'tool-choice-required',
  'tool-choice-named',
]

export default defineDriver<PiEvent, Blocks, 'http'>({
  name: 'pi-ai-native',
  version: `@earendil-works/pi-ai ${version}`,
  wires: Object.keys(apis) as Spoken[],
  level: 'http',
  serverWires: ['bedrock-converse'],
  capabilities: {
    refusal: 'none',
    signatures: true,
    arguments: 'value',
    finish: { empty: { reason: 'stop' }, content_filter: { reason: 'error', code: 'UNKNOWN' } },
    meta: ['responseId'],
    codes: noCodes,
    requestLacks,
  },
  capabilitiesByWire: {
    // Losing them is a fault, not a choice: see known-failing.txt.
    'openai-chat': { refusal: 'own', signatures: false },
    // In the place of a signature it keeps the whole item.
    'openai-responses': { refusal: 'as-text', signatures: false },
    mistral: { signatures: false },
    // It sends the model's limit where none is asked for.
    'bedrock-converse': { requestLacks: [...requestLacks, 'no-max-tokens'] },
  },
  state: () => new Blocks(),
  convert: eventsOf,
  project,
  mapId: (id) => id.split('|')[0] ?? id,
})

async function* eventsOf({ wire, model: id, ...context }: ConvertContext): AsyncGenerator<PiEvent> {
  const { api, path } = apis[wire as Spoken]
  const { stream } = (await load(`@earendil-works/pi-ai/api/${api}`)) as Api
  const model = {
    id,
    name: id,
    api,
    provider,
    baseUrl: `${context.baseUrl}${path}`,
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000_000_000,
    maxTokens: 8_192,
  }
  const { apiKey, signal, fetch, request } = context
  const { maxTokens, temperature } = request
  const options = {
    apiKey,
    signal,
    fetch,
    maxRetries: 0,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  }
  for await (const event of stream(
    model,
    module.normalizeContext(toContext(request, { api, provider })),
    options,
  )) {
    const plain = plainEvent(event)
    if (plain) yield plain
  }
}
