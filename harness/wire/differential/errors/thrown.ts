/** What each official client throws at an error answer, as the facts a program reads from it. Not here: comparing them with a reader (compare-errors.ts). */

import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { ApiError, GoogleGenAI } from '@google/genai'
import { HTTPClient, Mistral } from '@mistralai/mistralai'
import { MistralError } from '@mistralai/mistralai/models/errors/mistralerror.js'
import OpenAI from 'openai'
import { objectOf, parseJson, textOf } from '../../json-fields.ts'
import type { HttpAnswer, WireName } from '../../wire.ts'
import { messageOf, present } from '../account.ts'

/** A field that a client does not have is absent. */
export type Thrown = {
  client: string
  status?: number
  code?: string
  type?: string
  requestId?: string
  /** The client hands out a header that says how long to wait. */
  wait?: string
  /** The error is none of the client's own classes. */
  foreign?: string
}

type Ask = (answer: HttpAnswer) => Promise<Thrown>

const baseURL = 'http://upstream.invalid'
const messages = [{ role: 'user' as const, content: 'hi' }]

export const throwers: Readonly<Partial<Record<WireName, Ask>>> = {
  'openai-chat': (answer) =>
    openai(answer, (client) => client.chat.completions.create({ model: 'm', messages, stream: true })),
  'openai-responses': (answer) =>
    openai(answer, (client) => client.responses.create({ model: 'm', input: 'hi', stream: true })),
  'anthropic-messages': anthropic,
  gemini,
  mistral,
  'bedrock-converse': bedrock,
}

function answering({ status, headers, body }: HttpAnswer): typeof globalThis.fetch {
  return () => Promise.resolve(new Response(Uint8Array.from(body), { status, headers: { ...headers } }))
}

async function errorOf(asked: Promise<unknown>): Promise<unknown> {
  const nothing = new Error('the client threw nothing')
  return asked.then(
    () => nothing,
    (error: unknown) => error,
  )
}

async function openai(answer: HttpAnswer, ask: (client: OpenAI) => Promise<unknown>): Promise<Thrown> {
  const client = new OpenAI({
    apiKey: 'k',
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    fetch: answering(answer),
  })
  const error = await errorOf(ask(client))
  if (!(error instanceof OpenAI.APIError)) return { client: 'openai', foreign: messageOf(error) }
  const status: unknown = error.status
  return present<Thrown>({
    client: 'openai',
    status: typeof status === 'number' ? status : undefined,
    code: asWord(error.code),
    type: asWord(error.type),
    requestId: error.requestID,
    wait: waitOf(error.headers),
  })
}

async function anthropic(answer: HttpAnswer): Promise<Thrown> {
  const client = new Anthropic({
    apiKey: 'k',
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    fetch: answering(answer),
  })
  const error = await errorOf(client.messages.create({ model: 'm', max_tokens: 9, messages, stream: true }))
  if (!(error instanceof Anthropic.APIError))
    return { client: '@anthropic-ai/sdk', foreign: messageOf(error) }
  const status: unknown = error.status
  return present<Thrown>({
    client: '@anthropic-ai/sdk',
    status: typeof status === 'number' ? status : undefined,
    code: asWord(error.errorCode),
    type: asWord(error.type),
    requestId: error.requestID,
    wait: waitOf(error.headers as Headers | undefined),
  })
}

/** `ApiError` has a status; the rest stands as JSON in its message. */
async function gemini(answer: HttpAnswer): Promise<Thrown> {
  const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: baseURL, fetch: answering(answer) } })
  const error = await errorOf(client.models.generateContentStream({ model: 'm', contents: 'hi' }))
  if (!(error instanceof ApiError)) return { client: '@google/genai', foreign: messageOf(error) }
  const body = objectOf(objectOf(parseJson(error.message))?.['error'])
  return present<Thrown>({
    client: '@google/genai',
    status: error.status,
    code: asWord(body?.['code']),
    type: asWord(body?.['status']),
  })
}

/** `MistralError` has status, headers and the body as text. */
async function mistral(answer: HttpAnswer): Promise<Thrown> {
  const httpClient = new HTTPClient({ fetcher: answering(answer) })
  const client = new Mistral({ apiKey: 'k', httpClient, retryConfig: { strategy: 'none' } })
  const error = await errorOf(client.chat.stream({ model: 'm', messages }))
  if (!(error instanceof MistralError)) return { client: '@mistralai/mistralai', foreign: messageOf(error) }
  const body = objectOf(parseJson(error.body))
  return present<Thrown>({
    client: '@mistralai/mistralai',
    status: error.statusCode,
    code: asWord(body?.['code']),
    type: asWord(body?.['type']),
    wait: waitOf(error.headers),
  })
}

async function bedrock({ status, headers, body }: HttpAnswer): Promise<Thrown> {
  const { Readable } = await import('node:stream')
  const response = { statusCode: status, headers: { ...headers }, body: Readable.from([Buffer.from(body)]) }
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'k', secretAccessKey: 'k' },
    maxAttempts: 1,
    requestHandler: { handle: () => Promise.resolve({ response }) },
  })
  const input = { modelId: 'm', messages: [{ role: 'user' as const, content: [{ text: 'hi' }] }] }
  const error = objectOf(await errorOf(client.send(new ConverseStreamCommand(input)))) ?? {}
  const metadata = objectOf(error['$metadata'])
  const sent = metadata?.['httpStatusCode']
  const name = '@aws-sdk/client-bedrock-runtime'
  if (typeof sent !== 'number') return { client: name, foreign: textOf(error['message']) }
  return present<Thrown>({
    client: name,
    status: sent,
    type: asWord(error['name']),
    requestId: textOf(metadata?.['requestId']) || undefined,
  })
}

function waitOf(headers: Headers | undefined): string | undefined {
  return headers?.get('retry-after-ms') ?? headers?.get('retry-after') ?? undefined
}

function asWord(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return textOf(value) || undefined
}
