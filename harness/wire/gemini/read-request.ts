/** Reads the body and url of a generateContent request (https://ai.google.dev/api/generate-content). Not here: the answer (read-turn.ts). */

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
  argumentsOf,
  given,
  inUrl,
  joinedText,
  joinMessages,
  objectsOf,
  requiredText,
  textsOf,
  unknownKind,
  type Problems,
} from '../request-parts.ts'
import type { RequestReading } from '../wire.ts'

/** Thoughts without a signature need not come back (https://ai.google.dev/gemini-api/docs/thought-signatures). */
export const requestLacks: readonly RequestFeature[] = [
  'schema-name',
  'call-ids',
  'argument-text',
  'reasoning',
  'redacted-reasoning',
  'refusal',
]

export function readRequest(body: unknown, url: string): RequestReading {
  const problems: Problems = []
  const fields = objectOf(body) ?? {}
  const system = joinedText(fieldOf(fields, 'systemInstruction')?.['parts'], 'systemInstruction', problems)
  const config = fieldOf(fields, 'generationConfig') ?? {}
  const { tools } = fields
  return {
    request: given({
      model: inUrl(/models\/([^/:]+):\w+/.exec(url)?.[1] ?? ''),
      system: system === '' ? undefined : system,
      messages: readContents(fields['contents'], problems),
      tools: tools === undefined ? undefined : readTools(tools, problems),
      toolChoice: readToolChoice(fields, problems),
      maxTokens: numberOf(config['maxOutputTokens']),
      temperature: numberOf(config['temperature']),
      topP: numberOf(config['topP']),
      stop: textsOf(config['stopSequences']),
      responseFormat: readFormat(config),
    }),
    problems,
  }
}

/** The JSON form of a protocol buffer has two spellings (https://protobuf.dev/programming-guides/json/). */
function fieldOf(fields: JsonObject, name: string): JsonObject | undefined {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return objectOf(fields[name] ?? fields[snake])
}

/** Calls of one message that no result has answered yet. */
type Unanswered = { id: string; name: string }[]

function readContents(contents: unknown, problems: Problems): RequestMessage[] {
  let unanswered: Unanswered = []
  const messages = objectsOf(contents, 'contents', problems).flatMap(([content, place]): RequestMessage[] => {
    const { role = 'user' } = content
    const parts = objectsOf(content['parts'], `${place}.parts`, problems)
    if (role === 'model') {
      const blocks = readModelParts(parts, problems)
      unanswered = blocks.flatMap((block) => (block.type === 'tool-call' ? [block] : []))
      return [{ role: 'assistant', content: blocks }]
    }
    if (role !== 'user' && role !== 'function') return unknownKind(`${place}.role`, role, problems)
    const blocks = parts.flatMap(([part, at]) => readUserPart(part, at, unanswered, problems))
    return [{ role: 'user', content: blocks }]
  })
  return joinMessages(messages)
}

function readModelParts(parts: readonly [JsonObject, string][], problems: Problems): RequestBlock[] {
  return parts.flatMap(([part, place], at): RequestBlock[] => {
    const signature = textOf(part['thoughtSignature'])
    const signed = signature === '' ? {} : { signature }
    const call = fieldOf(part, 'functionCall')
    if (call) {
      const name = requiredText(call['name'], `${place}.functionCall.name`, problems)
      const text = argumentsOf(call['args'] ?? {}, `${place}.functionCall.args`, problems)
      // Without an id of its own a call gets one by its place, so that results can point at it.
      const id = textOf(call['id']) || `${name}#${at}`
      return [{ type: 'tool-call', id, name, arguments: text, complete: true, ...signed }]
    }
    if (typeof part['text'] !== 'string') return unknownKind(place, Object.keys(part).join(), problems)
    const { text } = part
    return part['thought'] === true ? [{ type: 'reasoning', text, ...signed }] : [{ type: 'text', text }]
  })
}

function readUserPart(
  part: JsonObject,
  place: string,
  unanswered: Unanswered,
  problems: Problems,
): RequestBlock[] {
  const [inline, file] = [fieldOf(part, 'inlineData'), fieldOf(part, 'fileData')]
  const response = fieldOf(part, 'functionResponse')
  if (response) return [readResult(response, place, unanswered, problems)]
  if (inline) {
    return [{ type: 'image', mediaType: textOf(inline['mimeType']), data: textOf(inline['data']) }]
  }
  if (file) return [{ type: 'image', mediaType: textOf(file['mimeType']), url: textOf(file['fileUri']) }]
  if (typeof part['text'] === 'string') return [{ type: 'text', text: part['text'] }]
  return unknownKind(place, Object.keys(part).join(), problems)
}

/** A result without an id answers the first call of its name that has no result yet. */
function readResult(
  response: JsonObject,
  place: string,
  unanswered: Unanswered,
  problems: Problems,
): RequestBlock {
  const id = textOf(response['id'])
  const at = unanswered.findIndex((call) => (id === '' ? call.name === response['name'] : call.id === id))
  const [call] = at === -1 ? [] : unanswered.splice(at, 1)
  if (!call) problems.push(`\`${place}.functionResponse\` answers no call of the message before it`)
  const said = objectOf(response['response']) ?? {}
  const isError = said['error'] !== undefined
  return {
    type: 'tool-result',
    toolCallId: call?.id ?? id,
    content: resultText(said),
    ...(isError ? { isError } : {}),
  }
}

/** The API names `output` and `error`; clients also write `result` or `content`, and anything else is the result itself. */
function resultText(said: JsonObject): string {
  const value = said['output'] ?? said['error'] ?? said['result'] ?? said['content'] ?? said
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readTools(tools: unknown, problems: Problems): RequestTool[] {
  return objectsOf(tools, 'tools', problems).flatMap(([tool, place]) => {
    const declarations = tool['functionDeclarations'] ?? tool['function_declarations']
    if (declarations === undefined) return unknownKind(place, Object.keys(tool).join(), problems)
    return objectsOf(declarations, `${place}.functionDeclarations`, problems).map(([declared, at]) => ({
      name: requiredText(declared['name'], `${at}.name`, problems),
      description: textOf(declared['description']),
      parameters: { ...(fieldOf(declared, 'parametersJsonSchema') ?? objectOf(declared['parameters'])) },
    }))
  })
}

/** `VALIDATED` lets the model choose too; it only holds calls to their schema. */
const modes: Readonly<Record<string, ToolChoice>> = {
  AUTO: 'auto',
  VALIDATED: 'auto',
  NONE: 'none',
  ANY: 'required',
}

function readToolChoice(fields: JsonObject, problems: Problems): ToolChoice | undefined {
  const config = fieldOf(fieldOf(fields, 'toolConfig') ?? {}, 'functionCallingConfig')
  if (!config) return undefined
  const [name, ...others] = listOf(config['allowedFunctionNames']).map(textOf)
  if (name !== undefined && others.length === 0) return { name }
  const choice = modes[textOf(config['mode'])]
  if (choice === undefined) unknownKind('toolConfig.functionCallingConfig.mode', config['mode'], problems)
  return choice
}

function readFormat(config: JsonObject): ResponseFormat | undefined {
  const schema = fieldOf(config, 'responseJsonSchema') ?? objectOf(config['responseSchema'])
  if (schema) return { name: '', schema }
  return config['responseMimeType'] === 'application/json' ? 'json' : undefined
}
