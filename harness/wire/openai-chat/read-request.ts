/** Reads the body of a chat-completions request (https://platform.openai.com/docs/api-reference/chat/create), also in Mistral's dialect. Not here: the answer (read-turn.ts). */

import type {
  RequestBlock,
  RequestFeature,
  RequestMessage,
  RequestTool,
  ResponseFormat,
  ToolChoice,
} from '../../turn/request.ts'
import { listOf, numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import {
  contentOf,
  given,
  imageAt,
  joinedText,
  joinMessages,
  objectsOf,
  requiredText,
  textsOf,
  unknownKind,
  type Problems,
} from '../request-parts.ts'
import type { RequestReading } from '../wire.ts'

/** What differs between the providers that speak it. */
export type ChatDialect = {
  /** Words for a tool choice that demands a call. */
  required: readonly string[]
  /** Where the url of an image part may stand. */
  imageUrl: (value: unknown) => string | undefined
  /** The reasoning of a part of an assistant's content, where there are such parts. */
  thinking: (part: JsonObject, problems: Problems) => string | undefined
}

const openai: ChatDialect = {
  required: ['required'],
  imageUrl: (value) => objectOf(value) && textOf(objectOf(value)?.['url']),
  thinking: () => undefined,
}

/** Reasoning is no part of the published API: `reasoning_content` and its like are dialects of other providers. */
export const requestLacks: readonly RequestFeature[] = [
  'reasoning',
  'reasoning-signature',
  'redacted-reasoning',
  'call-signature',
  'result-error',
  'image-url-type',
  'block-order',
]

export function readRequest(body: unknown): RequestReading {
  return readChatRequest(body, openai)
}

export function readChatRequest(body: unknown, dialect: ChatDialect): RequestReading {
  const problems: Problems = []
  const fields = objectOf(body) ?? {}
  const { system, rest } = splitSystem(fields, problems)
  const messages = rest.map(([message, place], at) =>
    readMessage(message, place, textOf(rest[at - 1]?.[0]['role']), problems, dialect),
  )
  return {
    request: given({
      model: requiredText(fields['model'], 'model', problems),
      system,
      messages: joinMessages(messages),
      tools: fields['tools'] === undefined ? undefined : readTools(fields['tools'], problems),
      toolChoice: readToolChoice(fields['tool_choice'], dialect, problems),
      maxTokens: numberOf(fields['max_completion_tokens'] ?? fields['max_tokens']),
      temperature: numberOf(fields['temperature']),
      topP: numberOf(fields['top_p']),
      stop: textsOf(fields['stop']),
      responseFormat: readFormat(fields['response_format'], problems),
    }),
    problems,
  }
}

type Placed = [JsonObject, string]

const systemRoles: readonly unknown[] = ['system', 'developer']

function splitSystem(fields: JsonObject, problems: Problems): { system: string | undefined; rest: Placed[] } {
  const all = objectsOf(fields['messages'], 'messages', problems)
  const count = all.findIndex(([{ role }]) => !systemRoles.includes(role))
  const head = all.slice(0, count === -1 ? all.length : count)
  const texts = head.map(([{ content }, place]) => joinedText(content, `${place}.content`, problems))
  return { system: texts.length === 0 ? undefined : texts.join(''), rest: all.slice(head.length) }
}

/** `before`: the role of the message before it, since a result must follow the calls or another result. */
function readMessage(
  message: JsonObject,
  place: string,
  before: string,
  problems: Problems,
  dialect: ChatDialect,
): RequestMessage {
  const { role, content } = message
  switch (role) {
    case 'user':
      return {
        role,
        content: contentOf(content, `${place}.content`, problems, (part, at) =>
          readUserPart(part, at, problems, dialect),
        ),
      }
    case 'assistant':
      return { role, content: readAssistant(message, place, problems, dialect) }
    case 'tool':
      if (before !== 'assistant' && before !== 'tool') {
        problems.push(`\`${place}\` is a tool's result, but stands behind a message of \`${before}\``)
      }
      return { role: 'user', content: [readResult(message, place, problems)] }
    default:
      unknownKind(`${place}.role`, role, problems)
      return { role: 'user', content: [] }
  }
}

function readUserPart(
  part: JsonObject,
  place: string,
  problems: Problems,
  dialect: ChatDialect,
): RequestBlock[] {
  if (part['type'] === 'text') return [{ type: 'text', text: textOf(part['text']) }]
  if (part['type'] !== 'image_url') return unknownKind(place, part['type'], problems)
  const url = dialect.imageUrl(part['image_url'])
  return [imageAt(requiredText(url, `${place}.image_url`, problems))]
}

/** Text, reasoning and calls stand in fields of their own, so their order is nobody's. */
function readAssistant(
  message: JsonObject,
  place: string,
  problems: Problems,
  dialect: ChatDialect,
): RequestBlock[] {
  const reasoning = textOf(message['reasoning_content'] ?? message['reasoning'] ?? message['reasoning_text'])
  const refusal = textOf(message['refusal'])
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...contentOf(message['content'], `${place}.content`, problems, (part, at) =>
      readAssistantPart(part, at, problems, dialect),
    ),
    ...(refusal === '' ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ...objectsOf(message['tool_calls'], `${place}.tool_calls`, problems).map(([call, at]) =>
      readCall(call, at, problems),
    ),
  ]
}

function readAssistantPart(
  part: JsonObject,
  place: string,
  problems: Problems,
  dialect: ChatDialect,
): RequestBlock[] {
  const reasoning = dialect.thinking(part, problems)
  if (reasoning !== undefined) return [{ type: 'reasoning', text: reasoning }]
  if (part['type'] === 'text') return [{ type: 'text', text: textOf(part['text']) }]
  if (part['type'] === 'refusal') return [{ type: 'refusal', text: textOf(part['refusal']) }]
  return unknownKind(place, part['type'], problems)
}

function readCall(call: JsonObject, place: string, problems: Problems): RequestBlock {
  const named = objectOf(call['function']) ?? {}
  const text = named['arguments']
  if (typeof text !== 'string') {
    problems.push(`\`${place}.function.arguments\` must be a text, found ${typeof text}`)
  }
  return {
    type: 'tool-call',
    id: requiredText(call['id'], `${place}.id`, problems),
    name: requiredText(named['name'], `${place}.function.name`, problems),
    arguments: textOf(text),
    complete: true,
  }
}

function readResult(message: JsonObject, place: string, problems: Problems): RequestBlock {
  return {
    type: 'tool-result',
    toolCallId: requiredText(message['tool_call_id'], `${place}.tool_call_id`, problems),
    content: joinedText(message['content'], `${place}.content`, problems),
  }
}

function readTools(tools: unknown, problems: Problems): RequestTool[] {
  return objectsOf(tools, 'tools', problems).flatMap(([tool, place]) => {
    const declared = objectOf(tool['function'])
    if (tool['type'] !== 'function' || !declared) return unknownKind(place, tool['type'], problems)
    return [
      {
        name: requiredText(declared['name'], `${place}.function.name`, problems),
        description: textOf(declared['description']),
        parameters: { ...objectOf(declared['parameters']) },
      },
    ]
  })
}

function readToolChoice(value: unknown, dialect: ChatDialect, problems: Problems): ToolChoice | undefined {
  if (value === undefined || value === 'auto' || value === 'none') return value
  if (dialect.required.includes(textOf(value))) return 'required'
  const name = textOf(objectOf(objectOf(value)?.['function'])?.['name'])
  if (name !== '') return { name }
  problems.push(`\`tool_choice\` is ${JSON.stringify(value)}, which this wire does not have`)
  return undefined
}

function readFormat(value: unknown, problems: Problems): ResponseFormat | undefined {
  if (value === undefined) return undefined
  const format = objectOf(value) ?? {}
  const { type } = format
  if (type === 'text') return 'text'
  if (type === 'json_object') return 'json'
  const described = objectOf(format['json_schema'])
  if (type === 'json_schema' && described) {
    return { name: textOf(described['name']), schema: { ...objectOf(described['schema']) } }
  }
  unknownKind('response_format', type, problems)
  return undefined
}

/** The text of a list of text parts, for dialects that nest them. */
export function nestedText(parts: unknown): string {
  return listOf(parts)
    .map((part) => textOf(objectOf(part)?.['text']))
    .join('')
}
