/** Reads the body of a Responses request (https://platform.openai.com/docs/api-reference/responses/create). Not here: the answer (read-turn.ts). */

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
  unknownKind,
  type Problems,
} from '../request-parts.ts'
import type { RequestReading } from '../wire.ts'

/** A reasoning item is only taken back with its encrypted content (https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items). */
export const requestLacks: readonly RequestFeature[] = [
  'reasoning',
  'redacted-reasoning',
  'call-signature',
  'result-error',
  'image-url-type',
  'stop',
]

export function readRequest(body: unknown): RequestReading {
  const problems: Problems = []
  const fields = objectOf(body) ?? {}
  const { instructions, input } = fields
  const items: [JsonObject, string][] =
    typeof input === 'string'
      ? [[{ role: 'user', content: input }, 'input']]
      : objectsOf(input, 'input', problems)
  const first = items.findIndex(([{ role }]) => role !== 'system' && role !== 'developer')
  const head = items.slice(0, first === -1 ? items.length : first)
  const system = [
    textOf(instructions),
    ...head.map(([{ content }, place]) => joinedText(content, `${place}.content`, problems)),
  ].join('')
  const messages = items.slice(head.length).flatMap(([item, place]) => readItem(item, place, problems))
  return {
    request: given({
      model: requiredText(fields['model'], 'model', problems),
      system: system === '' ? undefined : system,
      messages: joinMessages(messages),
      tools: fields['tools'] === undefined ? undefined : readTools(fields['tools'], problems),
      toolChoice: readToolChoice(fields['tool_choice'], problems),
      maxTokens: numberOf(fields['max_output_tokens']),
      temperature: numberOf(fields['temperature']),
      topP: numberOf(fields['top_p']),
      responseFormat: readFormat(objectOf(fields['text'])?.['format'], problems),
    }),
    problems,
  }
}

function readItem(item: JsonObject, place: string, problems: Problems): RequestMessage[] {
  const { type = 'message', role } = item
  switch (type) {
    case 'message':
      if (role === 'user' || role === 'assistant') return [readMessage(item, role, place, problems)]
      return unknownKind(`${place}.role`, role, problems)
    case 'reasoning':
      return [{ role: 'assistant', content: [readReasoning(item)] }]
    case 'function_call':
      return [{ role: 'assistant', content: [readCall(item, place, problems)] }]
    case 'function_call_output':
      return [{ role: 'user', content: [readResult(item, place, problems)] }]
    default:
      return unknownKind(place, type, problems)
  }
}

function readMessage(
  { content }: JsonObject,
  role: RequestMessage['role'],
  place: string,
  problems: Problems,
): RequestMessage {
  const read = role === 'user' ? readUserPart : readAssistantPart
  return {
    role,
    content: contentOf(content, `${place}.content`, problems, (part, at) => read(part, at, problems)),
  }
}

function readUserPart(part: JsonObject, place: string, problems: Problems): RequestBlock[] {
  const { type } = part
  if (type === 'input_text') return [{ type: 'text', text: textOf(part['text']) }]
  if (type !== 'input_image') return unknownKind(place, type, problems)
  return [imageAt(requiredText(part['image_url'], `${place}.image_url`, problems))]
}

function readAssistantPart(part: JsonObject, place: string, problems: Problems): RequestBlock[] {
  const { type } = part
  if (type === 'output_text') return [{ type: 'text', text: textOf(part['text']) }]
  if (type === 'refusal') return [{ type: 'refusal', text: textOf(part['refusal']) }]
  return unknownKind(place, type, problems)
}

/** The summary is what a turn shows; where there is none, the content is. */
function readReasoning(item: JsonObject): RequestBlock {
  const texts = (list: unknown) =>
    listOf(list)
      .map((part) => textOf(objectOf(part)?.['text']))
      .join('')
  const signature = textOf(item['encrypted_content'])
  return {
    type: 'reasoning',
    text: texts(item['summary']) || texts(item['content']),
    ...(signature === '' ? {} : { signature }),
  }
}

function readCall(item: JsonObject, place: string, problems: Problems): RequestBlock {
  const { arguments: text } = item
  if (typeof text !== 'string') problems.push(`\`${place}.arguments\` must be a text, found ${typeof text}`)
  return {
    type: 'tool-call',
    id: requiredText(item['call_id'], `${place}.call_id`, problems),
    name: requiredText(item['name'], `${place}.name`, problems),
    arguments: textOf(text),
    complete: true,
  }
}

function readResult(item: JsonObject, place: string, problems: Problems): RequestBlock {
  return {
    type: 'tool-result',
    toolCallId: requiredText(item['call_id'], `${place}.call_id`, problems),
    content: joinedText(item['output'], `${place}.output`, problems),
  }
}

function readTools(tools: unknown, problems: Problems): RequestTool[] {
  return objectsOf(tools, 'tools', problems).flatMap(([tool, place]) =>
    tool['type'] === 'function'
      ? [
          {
            name: requiredText(tool['name'], `${place}.name`, problems),
            description: textOf(tool['description']),
            parameters: { ...objectOf(tool['parameters']) },
          },
        ]
      : unknownKind(place, tool['type'], problems),
  )
}

function readToolChoice(value: unknown, problems: Problems): ToolChoice | undefined {
  if (value === undefined || value === 'auto' || value === 'none' || value === 'required') return value
  const name = textOf(objectOf(value)?.['name'])
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
  if (type === 'json_schema') {
    return { name: textOf(format['name']), schema: { ...objectOf(format['schema']) } }
  }
  unknownKind('text.format', type, problems)
  return undefined
}
