/** Sends one scenario's request and reads the answer as its scenario has it. Not here: recording it (record-scenarios.ts). */

import { detectFraming, eventBorders } from '../../harness/index.ts'
import { badCredentials, headersFor, type Credentials, type Provider } from './providers.ts'
import { requestBuilders } from './requests/requests.ts'
import type { AskedModel, Scenario } from './scenario.ts'

export type Target = {
  provider: Provider
  /** Named by the user, or the provider's own. */
  model: string | undefined
  /** With or without the version in it: `https://gateway.example/api`, `https://gateway.example/api/v1`. */
  baseUrl: string
  credentials: Credentials | undefined
  overflowTokens: number
}

export type SentRequest = { url: string; headers: Record<string, string>; body: string }

/** What became of a request, as its client saw it. */
export type Outcome =
  | { kind: 'answered'; status: number; bytes: number }
  | { kind: 'left'; status: number; bytes: number }
  | { kind: 'failed'; reason: string }

const unknownModel = 'streamproof-no-such-model'

/** One request of the catalogue as this provider takes it, credentials included. */
export function requestOf(scenario: Scenario, target: Target): SentRequest {
  const { provider, credentials } = target
  const { path, body } = requestBuilders[provider.wire](askedOf(scenario, target))
  const text = JSON.stringify(body)
  const url = joinUrl(target.baseUrl, path)
  const shown = scenario.flaw === 'key' ? badCredentials(credentials ?? { key: '' }) : credentials
  return { url, body: text, headers: headersFor(provider.wire, shown, { url, body: text }) }
}

function askedOf({ ask, flaw }: Scenario, { provider, model, overflowTokens }: Target): AskedModel {
  const able = ask.reasoning ? (provider.reasoningModel ?? provider.model) : provider.model
  const asked = { ...ask, model: flaw === 'model' ? unknownModel : (model ?? able) }
  return flaw === 'length' ? { ...asked, messages: withPadding(ask.messages, overflowTokens) } : asked
}

/** Four characters a word, which is one token with every tokenizer met so far. */
function withPadding(messages: AskedModel['messages'], tokens: number): AskedModel['messages'] {
  return messages.map((message) => ({
    ...message,
    content: [{ type: 'text', text: 'the '.repeat(tokens) }, ...message.content],
  }))
}

/** Base urls are written with and without the version that the path begins with. */
export function joinUrl(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  const [, version = ''] = /^\/(v\d\w*)\//.exec(path) ?? []
  return version !== '' && base.endsWith(`/${version}`) ? base + path.slice(version.length + 1) : base + path
}

/** Longer than any answer of the catalogue takes. */
const patienceMs = 180_000
/** By then something was said, on every wire. */
const eventsBeforeLeaving = 6

/** Sends by the global fetch. Never throws. */
export async function send(request: SentRequest, scenario: Scenario): Promise<Outcome> {
  const leave = new AbortController()
  const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(patienceMs)])
  const read: Uint8Array[] = []
  let status = 0
  try {
    const { url, headers, body } = request
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    status = response.status
    for await (const chunk of response.body ?? []) {
      read.push(chunk)
      const leaves = scenario.expects === 'abort' && status < 400 && isUnderWay(read, response)
      if (leaves) leave.abort()
    }
    return { kind: 'answered', status, bytes: bytesOf(read) }
  } catch (error) {
    if (leave.signal.aborted) return { kind: 'left', status, bytes: bytesOf(read) }
    return { kind: 'failed', reason: reasonOf(error) }
  }
}

function isUnderWay(read: readonly Uint8Array[], response: Response): boolean {
  const body = Buffer.concat(read)
  const framing = detectFraming(body, response.headers.get('content-type') ?? '')
  return framing !== undefined && eventBorders(framing, body).length >= eventsBeforeLeaving
}

function bytesOf(read: readonly Uint8Array[]): number {
  return read.reduce((sum, { length }) => sum + length, 0)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

/** Whether the answer is the one the scenario is for. */
export function isExpected({ expects }: Scenario, outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return false
  if (expects === 'abort') return outcome.kind === 'left'
  return outcome.kind === 'answered' && outcome.status >= 400 === (expects === 'error')
}
