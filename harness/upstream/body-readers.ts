/** One small parser of request bodies per wire. Not here: which wire it is, credentials (asked.ts). */

import { listOf, objectOf, textOf, type JsonObject } from '../wire/json-fields.ts'
import type { WireName } from '../wire/wire.ts'
import type { Asked } from './asked.ts'

export type AskedBody = { path: string; query: URLSearchParams; body: JsonObject }
type Read = (asked: AskedBody) => Omit<Asked, 'wire' | 'credential' | 'received'>
type Message = { role: string; text: string }

export const readers: Partial<Record<WireName, Read>> = {
  'openai-chat': (asked) => readChat(asked, 'stream_options' in asked.body && includesUsage(asked.body)),
  // Mistral always ends with its usage: https://docs.mistral.ai/api/#tag/chat
  mistral: (asked) => readChat(asked, true),
  'openai-responses': readResponses,
  'anthropic-messages': readMessages,
  gemini: readGemini,
  'bedrock-converse': readConverse,
}

function includesUsage(body: JsonObject): boolean {
  return objectOf(body['stream_options'])?.['include_usage'] === true
}

function readChat({ body }: AskedBody, usage: boolean): ReturnType<Read> {
  const messages = objectsOf(body['messages'])
  return {
    model: textOf(body['model']),
    ...(body['stream'] === true ? { stream: 'sse' } : {}),
    usage,
    ...said(messages.map(({ role, content }) => ({ role: textOf(role), text: textIn(content) }))),
    toolResults: messages.filter(({ role }) => role === 'tool').map(({ tool_call_id: id }) => textOf(id)),
    tools: objectsOf(body['tools']).map((tool) => textOf(objectOf(tool['function'])?.['name'])),
  }
}

function readResponses({ body }: AskedBody): ReturnType<Read> {
  const { input } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input)
  const messages = items.map((item) => ({ role: textOf(item['role']), text: textIn(item['content']) }))
  return {
    model: textOf(body['model']),
    ...(body['stream'] === true ? { stream: 'sse' } : {}),
    usage: true,
    ...said([{ role: 'system', text: textOf(body['instructions']) }, ...messages]),
    toolResults: objectsOf(input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ call_id: id }) => textOf(id)),
    tools: objectsOf(body['tools']).map(({ name }) => textOf(name)),
  }
}

function readMessages({ body }: AskedBody): ReturnType<Read> {
  const messages = objectsOf(body['messages'])
  const blocks = messages.flatMap(({ content }) => objectsOf(content))
  return {
    model: textOf(body['model']),
    ...(body['stream'] === true ? { stream: 'sse' } : {}),
    usage: true,
    ...said([
      { role: 'system', text: textIn(body['system']) },
      ...messages.map(({ role, content }) => ({ role: textOf(role), text: textIn(content) })),
    ]),
    toolResults: blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => textOf(id)),
    tools: objectsOf(body['tools']).map(({ name }) => textOf(name)),
  }
}

/** The stream is a JSON array, unless `alt=sse` asks for events: https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent */
function readGemini({ path, query, body }: AskedBody): ReturnType<Read> {
  const [, model = '', method = ''] = /models\/([^/:]+):(\w+)$/.exec(path) ?? []
  const contents = objectsOf(body['contents'])
  const parts = contents.flatMap((content) => objectsOf(content['parts']))
  const framing = query.get('alt') === 'sse' ? ('sse' as const) : ('json-array' as const)
  return {
    model: decodeURIComponent(model),
    ...(method === 'streamGenerateContent' ? { stream: framing } : {}),
    usage: true,
    ...said([
      { role: 'system', text: textIn(objectOf(body['systemInstruction'])?.['parts']) },
      ...contents.map(({ role, parts }) => ({ role: textOf(role) || 'user', text: textIn(parts) })),
    ]),
    toolResults: parts.flatMap(({ functionResponse }) => {
      const result = objectOf(functionResponse)
      return result ? [textOf(result['id']) || textOf(result['name'])] : []
    }),
    tools: objectsOf(body['tools'])
      .flatMap((tool) => objectsOf(tool['functionDeclarations']))
      .map(({ name }) => textOf(name)),
  }
}

function readConverse({ path, body }: AskedBody): ReturnType<Read> {
  const [, model = '', method = ''] = /\/model\/([^/]+)\/(converse(?:-stream)?)$/.exec(path) ?? []
  const messages = objectsOf(body['messages'])
  const blocks = messages.flatMap(({ content }) => objectsOf(content))
  return {
    model: decodeURIComponent(model),
    ...(method === 'converse-stream' ? { stream: 'eventstream' } : {}),
    usage: true,
    ...said([
      { role: 'system', text: textIn(body['system']) },
      ...messages.map(({ role, content }) => ({ role: textOf(role), text: textIn(content) })),
    ]),
    toolResults: blocks.flatMap(({ toolResult }) => {
      const result = objectOf(toolResult)
      return result ? [textOf(result['toolUseId'])] : []
    }),
    tools: objectsOf(objectOf(body['toolConfig'])?.['tools']).map((tool) =>
      textOf(objectOf(tool['toolSpec'])?.['name']),
    ),
  }
}

function said(messages: readonly Message[]): Pick<Asked, 'prompt' | 'characters'> {
  return {
    prompt: messages.findLast(({ role, text }) => role === 'user' && text !== '')?.text ?? '',
    characters: messages.reduce((sum, { text }) => sum + text.length, 0),
  }
}

/** The text of a content: a text, or the texts of its parts joined. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map(({ text }) => textOf(text))
    .join('')
}

function objectsOf(value: unknown): JsonObject[] {
  return listOf(value)
    .map(objectOf)
    .filter((entry) => entry !== undefined)
}
