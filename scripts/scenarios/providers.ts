/** The providers by name: wire, address, models, and how each is shown a key. Not here: request bodies (requests/), signing (aws-signature.ts). */

import { signAws, type AwsKeys } from './aws-signature.ts'
import type { AskedWire } from './requests/requests.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Credentials = { key: string } | (AwsKeys & { region: string })

export type Provider = {
  name: string
  wire: AskedWire
  /** Without the provider's own path. */
  baseUrl: (env: Environment) => string
  /** Where its key is looked for, in this order. */
  keyVariables: readonly string[]
  /** Cheap, able to use tools and see images, and still offered; `--model` takes another. */
  model: string
  /** Where the model cannot think. */
  reasoningModel?: string
  /** More tokens than the model's context holds. */
  overflowTokens: number
}

export const providers: readonly Provider[] = [
  {
    name: 'openai',
    wire: 'openai-chat',
    baseUrl: () => 'https://api.openai.com',
    keyVariables: ['OPENAI_API_KEY'],
    model: 'gpt-4o-mini',
    reasoningModel: 'gpt-5-mini',
    overflowTokens: 160_000,
  },
  {
    name: 'openai-responses',
    wire: 'openai-responses',
    baseUrl: () => 'https://api.openai.com',
    keyVariables: ['OPENAI_API_KEY'],
    model: 'gpt-4o-mini',
    reasoningModel: 'gpt-5-mini',
    overflowTokens: 160_000,
  },
  {
    name: 'anthropic',
    wire: 'anthropic-messages',
    baseUrl: () => 'https://api.anthropic.com',
    keyVariables: ['ANTHROPIC_API_KEY'],
    model: 'claude-haiku-4-5',
    overflowTokens: 230_000,
  },
  {
    name: 'gemini',
    wire: 'gemini',
    baseUrl: () => 'https://generativelanguage.googleapis.com',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    model: 'gemini-2.5-flash',
    overflowTokens: 1_100_000,
  },
  {
    name: 'mistral',
    wire: 'mistral',
    baseUrl: () => 'https://api.mistral.ai',
    keyVariables: ['MISTRAL_API_KEY'],
    model: 'mistral-small-latest',
    reasoningModel: 'magistral-small-latest',
    overflowTokens: 160_000,
  },
  {
    name: 'bedrock',
    wire: 'bedrock-converse',
    baseUrl: (env) => `https://bedrock-runtime.${regionOf(env)}.amazonaws.com`,
    keyVariables: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'],
    model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    overflowTokens: 230_000,
  },
]

export function providerOf(name: string): Provider | undefined {
  return providers.find((provider) => provider.name === name)
}

function regionOf(env: Environment): string {
  return env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
}

/** The key in the environment, with the name of the variable that holds it. */
export function credentialsOf(
  { keyVariables }: Provider,
  env: Environment,
): { credentials: Credentials; from: string } | undefined {
  const from = keyVariables.find((name) => env[name] !== undefined && env[name] !== '')
  const value = from === undefined ? undefined : env[from]
  if (from === undefined || value === undefined) return undefined
  if (from !== 'AWS_ACCESS_KEY_ID') return { credentials: { key: value }, from }
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env
  if (!secretAccessKey) return undefined
  const keys = { accessKeyId: value, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
  return { credentials: { ...keys, region: regionOf(env) }, from }
}

/** Credentials of the same kind that nobody issued. */
export function badCredentials(credentials: Credentials): Credentials {
  const key = 'streamproof-key-that-nobody-issued'
  if ('key' in credentials) return { key }
  return { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: key, region: credentials.region }
}

/** The headers of a request, its credentials among them. */
export function headersFor(
  wire: AskedWire,
  credentials: Credentials | undefined,
  request: { url: string; body: string },
): Record<string, string> {
  const headers = { 'content-type': 'application/json', ...standingHeaders[wire] }
  if (credentials === undefined) return headers
  if ('key' in credentials) return { ...headers, ...keyHeader(wire, credentials.key) }
  const scope = { region: credentials.region, service: 'bedrock', now: new Date() }
  return { ...headers, ...signAws({ method: 'POST', ...request }, credentials, scope) }
}

const standingHeaders: Partial<Record<AskedWire, Record<string, string>>> = {
  'anthropic-messages': { 'anthropic-version': '2023-06-01' },
}

function keyHeader(wire: AskedWire, key: string): Record<string, string> {
  if (wire === 'anthropic-messages') return { 'x-api-key': key }
  return wire === 'gemini' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}
