/** Reads the body and url of a ConverseStream request (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). Not here: the answer (read-turn.ts). */

import type {
  RequestBlock,
  RequestFeature,
  RequestMessage,
  RequestTool,
  ResponseFormat,
  ToolChoice,
} from '../../turn/request.ts'
import { listOf, numberOf, objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import {
  argumentsOf,
  given,
  inUrl,
  joinMessages,
  objectsOf,
  requiredText,
  textsOf,
  unknownKind,
  type Problems,
} from '../request-parts.ts'
import type { RequestReading } from '../wire.ts'

/** Images are bytes or an object in S3; Claude's reasoning is only taken back with its signature, and blank text is refused. */
export const requestLacks: readonly RequestFeature[] = [
  'tool-choice-none',
  'format-json',
  'image-url',
  'image-url-type',
  'call-signature',
  'argument-text',
  'reasoning',
  'refusal',
  'blank-text',
]

export function readRequest(body: unknown, url: string): RequestReading {
  const problems: Problems = []
  const fields = objectOf(body) ?? {}
  const config = objectOf(fields['inferenceConfig']) ?? {}
  const toolConfig = objectOf(fields['toolConfig'])
  const system = said(fields['system'], 'system', problems)
    .map(([block, place]) => requiredText(block['text'], place, problems))
    .join('')
  return {
    request: given({
      model: inUrl(/\/model\/([^/]+)\/converse/.exec(url)?.[1] ?? ''),
      system: system === '' ? undefined : system,
      messages: joinMessages(
        objectsOf(fields['messages'], 'messages', problems).flatMap(([message, place]) =>
          readMessage(message, place, problems),
        ),
      ),
      tools: toolConfig && readTools(toolConfig['tools'], problems),
      toolChoice: readToolChoice(toolConfig?.['toolChoice'], problems),
      maxTokens: numberOf(config['maxTokens']),
      temperature: numberOf(config['temperature']),
      topP: numberOf(config['topP']),
      stop: textsOf(config['stopSequences']),
      responseFormat: readFormat(fields['outputConfig'], problems),
    }),
    problems,
  }
}

/** The entries of a list but for cache points, which say nothing. */
function said(list: unknown, place: string, problems: Problems): [JsonObject, string][] {
  return objectsOf(list, place, problems).filter(([entry]) => entry['cachePoint'] === undefined)
}

function readMessage({ role, content }: JsonObject, place: string, problems: Problems): RequestMessage[] {
  if (role !== 'user' && role !== 'assistant') return unknownKind(`${place}.role`, role, problems)
  const blocks = said(content, `${place}.content`, problems).flatMap(([block, at]) =>
    role === 'user' ? readUserBlock(block, at, problems) : readAssistantBlock(block, at, problems),
  )
  return [{ role, content: blocks }]
}

function readUserBlock(block: JsonObject, place: string, problems: Problems): RequestBlock[] {
  const [image, result] = [objectOf(block['image']), objectOf(block['toolResult'])]
  if (typeof block['text'] === 'string') return [{ type: 'text', text: block['text'] }]
  if (image) {
    const data = requiredText(objectOf(image['source'])?.['bytes'], `${place}.image.source.bytes`, problems)
    return [{ type: 'image', mediaType: `image/${textOf(image['format'])}`, data }]
  }
  if (result) return [readResult(result, `${place}.toolResult`, problems)]
  return unknownKind(place, Object.keys(block).join(), problems)
}

function readResult(result: JsonObject, place: string, problems: Problems): RequestBlock {
  const content = listOf(result['content']).map((entry) => {
    const { text, json } = objectOf(entry) ?? {}
    return typeof text === 'string' ? text : (JSON.stringify(json) ?? '')
  })
  return {
    type: 'tool-result',
    toolCallId: requiredText(result['toolUseId'], `${place}.toolUseId`, problems),
    content: content.join(''),
    ...(result['status'] === 'error' ? { isError: true } : {}),
  }
}

function readAssistantBlock(block: JsonObject, place: string, problems: Problems): RequestBlock[] {
  const [call, reasoning] = [objectOf(block['toolUse']), objectOf(block['reasoningContent'])]
  if (typeof block['text'] === 'string') return [{ type: 'text', text: block['text'] }]
  if (reasoning) return [readReasoning(reasoning)]
  if (!call) return unknownKind(place, Object.keys(block).join(), problems)
  return [
    {
      type: 'tool-call',
      id: requiredText(call['toolUseId'], `${place}.toolUse.toolUseId`, problems),
      name: requiredText(call['name'], `${place}.toolUse.name`, problems),
      arguments: argumentsOf(call['input'], `${place}.toolUse.input`, problems),
      complete: true,
    },
  ]
}

function readReasoning(reasoning: JsonObject): RequestBlock {
  const redacted = textOf(reasoning['redactedContent'])
  if (redacted !== '') return { type: 'reasoning', text: '', redacted: true, signature: redacted }
  const shown = objectOf(reasoning['reasoningText']) ?? {}
  const signature = textOf(shown['signature'])
  return { type: 'reasoning', text: textOf(shown['text']), ...(signature === '' ? {} : { signature }) }
}

function readTools(tools: unknown, problems: Problems): RequestTool[] {
  return said(tools, 'toolConfig.tools', problems).flatMap(([tool, place]) => {
    const spec = objectOf(tool['toolSpec'])
    if (!spec) return unknownKind(place, Object.keys(tool).join(), problems)
    return [
      {
        name: requiredText(spec['name'], `${place}.toolSpec.name`, problems),
        description: textOf(spec['description']),
        parameters: { ...objectOf(objectOf(spec['inputSchema'])?.['json']) },
      },
    ]
  })
}

function readToolChoice(value: unknown, problems: Problems): ToolChoice | undefined {
  if (value === undefined) return undefined
  const choice = objectOf(value) ?? {}
  if (choice['auto'] !== undefined) return 'auto'
  if (choice['any'] !== undefined) return 'required'
  const name = textOf(objectOf(choice['tool'])?.['name'])
  if (name !== '') return { name }
  unknownKind('toolConfig.toolChoice', Object.keys(choice).join(), problems)
  return undefined
}

/** The schema is a JSON text inside the JSON. */
function readFormat(value: unknown, problems: Problems): ResponseFormat | undefined {
  const format = objectOf(objectOf(value)?.['textFormat'])
  if (!format) return undefined
  const described = objectOf(objectOf(format['structure'])?.['jsonSchema'])
  if (format['type'] !== 'json_schema' || !described) {
    unknownKind('outputConfig.textFormat', format['type'], problems)
    return undefined
  }
  const schema = objectOf(parseJson(textOf(described['schema'])))
  return { name: textOf(described['name']), schema: { ...schema } }
}
