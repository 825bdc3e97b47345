/** Reads the body of a Messages request (https://platform.claude.com/docs/en/api/messages). Not here: the answer (read-turn.ts). */

import type {
  RequestBlock,
  RequestFeature,
  RequestMessage,
  RequestTool,
  ResponseFormat,
  ToolChoice,
} from '../../turn/request.ts'
import { numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import {
  argumentsOf,
  contentOf,
  given,
  joinedText,
  joinMessages,
  objectsOf,
  requiredText,
  textsOf,
  unknownKind,
  type Problems,
} from '../request-parts.ts'
import type { RequestReading } from '../wire.ts'

/**
 * A thinking block is only taken back with its signature
 * (https://platform.claude.com/docs/en/build-with-claude/extended-thinking); a text of white space alone is refused
 * (https://github.com/anthropics/claude-code/issues/23440).
 */
export const requestLacks: readonly RequestFeature[] = [
  'no-max-tokens',
  'format-json',
  'schema-name',
  'image-url-type',
  'call-signature',
  'argument-text',
  'reasoning',
  'refusal',
  'blank-text',
]

export function readRequest(body: unknown): RequestReading {
  const problems: Problems = []
  const fields = objectOf(body) ?? {}
  const system = joinedText(fields['system'], 'system', problems)
  if (numberOf(fields['max_tokens']) === undefined) problems.push('`max_tokens` is required')
  return {
    request: given({
      model: requiredText(fields['model'], 'model', problems),
      system: system === '' ? undefined : system,
      messages: joinMessages(
        objectsOf(fields['messages'], 'messages', problems).flatMap(([message, place]) =>
          readMessage(message, place, problems),
        ),
      ),
      tools: fields['tools'] === undefined ? undefined : readTools(fields['tools'], problems),
      toolChoice: readToolChoice(fields['tool_choice'], problems),
      maxTokens: numberOf(fields['max_tokens']),
      temperature: numberOf(fields['temperature']),
      topP: numberOf(fields['top_p']),
      stop: textsOf(fields['stop_sequences']),
      responseFormat: readFormat(fields, problems),
    }),
    problems,
  }
}

function readMessage({ role, content }: JsonObject, place: string, problems: Problems): RequestMessage[] {
  if (role !== 'user' && role !== 'assistant') return unknownKind(`${place}.role`, role, problems)
  const read = role === 'user' ? readUserBlock : readAssistantBlock
  const blocks = contentOf(content, `${place}.content`, problems, (block, at) => read(block, at, problems))
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool-result')
  if (firstOther !== -1 && blocks.slice(firstOther).some(({ type }) => type === 'tool-result')) {
    problems.push(`\`${place}.content\` has a tool's result behind other blocks, which is refused`)
  }
  return [{ role, content: blocks }]
}

function readUserBlock(block: JsonObject, place: string, problems: Problems): RequestBlock[] {
  switch (block['type']) {
    case 'text':
      return [{ type: 'text', text: textOf(block['text']) }]
    case 'image':
      return readImage(objectOf(block['source']) ?? {}, place, problems)
    case 'tool_result':
      return [
        {
          type: 'tool-result',
          toolCallId: requiredText(block['tool_use_id'], `${place}.tool_use_id`, problems),
          content: joinedText(block['content'], `${place}.content`, problems),
          ...(typeof block['is_error'] === 'boolean' ? { isError: block['is_error'] } : {}),
        },
      ]
    default:
      return unknownKind(place, block['type'], problems)
  }
}

function readImage(source: JsonObject, place: string, problems: Problems): RequestBlock[] {
  if (source['type'] === 'url') return [{ type: 'image', mediaType: '', url: textOf(source['url']) }]
  if (source['type'] !== 'base64') return unknownKind(`${place}.source`, source['type'], problems)
  return [{ type: 'image', mediaType: textOf(source['media_type']), data: textOf(source['data']) }]
}

function readAssistantBlock(block: JsonObject, place: string, problems: Problems): RequestBlock[] {
  switch (block['type']) {
    case 'text':
      return [{ type: 'text', text: textOf(block['text']) }]
    case 'thinking':
      return [
        {
          type: 'reasoning',
          text: textOf(block['thinking']),
          signature: requiredText(block['signature'], `${place}.signature`, problems),
        },
      ]
    case 'redacted_thinking': {
      const signature = requiredText(block['data'], `${place}.data`, problems)
      return [{ type: 'reasoning', text: '', redacted: true, signature }]
    }
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          id: requiredText(block['id'], `${place}.id`, problems),
          name: requiredText(block['name'], `${place}.name`, problems),
          arguments: argumentsOf(block['input'], `${place}.input`, problems),
          complete: true,
        },
      ]
    default:
      return unknownKind(place, block['type'], problems)
  }
}

/** A tool without a type is one of the caller's own; the others run at the provider. */
function readTools(tools: unknown, problems: Problems): RequestTool[] {
  return objectsOf(tools, 'tools', problems).flatMap(([tool, place]) => {
    const { type = 'custom' } = tool
    if (type !== 'custom') return unknownKind(place, type, problems)
    return [
      {
        name: requiredText(tool['name'], `${place}.name`, problems),
        description: textOf(tool['description']),
        parameters: { ...objectOf(tool['input_schema']) },
      },
    ]
  })
}

function readToolChoice(value: unknown, problems: Problems): ToolChoice | undefined {
  if (value === undefined) return undefined
  const choice = objectOf(value) ?? {}
  switch (choice['type']) {
    case 'auto':
    case 'none':
      return choice['type']
    case 'any':
      return 'required'
    case 'tool':
      return { name: requiredText(choice['name'], 'tool_choice.name', problems) }
    default:
      unknownKind('tool_choice', choice['type'], problems)
      return undefined
  }
}

/** `output_format` is the name it had before. */
function readFormat(fields: JsonObject, problems: Problems): ResponseFormat | undefined {
  const value = objectOf(fields['output_config'])?.['format'] ?? fields['output_format']
  if (value === undefined) return undefined
  const format = objectOf(value) ?? {}
  if (format['type'] === 'json_schema') return { name: '', schema: { ...objectOf(format['schema']) } }
  unknownKind('output_config.format', format['type'], problems)
  return undefined
}
