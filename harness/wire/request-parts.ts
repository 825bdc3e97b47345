/** What the readers of requests share: parts of a content, images, messages put together, options that were given. Not here: any wire's shape (each wire's read-request.ts). */

import type { NeutralRequest, RequestBlock, RequestMessage } from '../turn/request.ts'
import { listOf, objectOf, textOf, type JsonObject } from './json-fields.ts'

/** Where a reader notes what the provider would refuse, or what it does not know. */
export type Problems = string[]

export type ReadPart = (part: JsonObject, place: string) => RequestBlock[]

/** The blocks of a content that is a text or a list of parts. */
export function contentOf(
  content: unknown,
  place: string,
  problems: Problems,
  read: ReadPart,
): RequestBlock[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) problems.push(`\`${place}\` must be a text or a list, found ${typeof content}`)
  return objectsOf(content, place, problems).flatMap(([part, at]) => read(part, at))
}

/** The entries of a list that are objects, each with its place. */
export function objectsOf(list: unknown, place: string, problems: Problems): [JsonObject, string][] {
  return listOf(list).flatMap((entry, at): [JsonObject, string][] => {
    const found = objectOf(entry)
    if (!found) problems.push(`\`${place}[${at}]\` must be an object, found ${JSON.stringify(entry)}`)
    return found ? [[found, `${place}[${at}]`]] : []
  })
}

/** A kind the reader has no word for. */
export function unknownKind(place: string, kind: unknown, problems: Problems): [] {
  problems.push(`\`${place}\` is of the kind ${JSON.stringify(kind)}, which this wire does not have there`)
  return []
}

/** The texts of a content joined; parts of another kind are problems. */
export function joinedText(content: unknown, place: string, problems: Problems): string {
  const blocks = contentOf(content, place, problems, (part, at) =>
    typeof part['text'] === 'string'
      ? [{ type: 'text', text: part['text'] }]
      : unknownKind(at, part['type'], problems),
  )
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

/** A text that must be there and not empty. */
export function requiredText(value: unknown, place: string, problems: Problems): string {
  const text = textOf(value)
  if (text === '') problems.push(`\`${place}\` must be a text, found ${JSON.stringify(value)}`)
  return text
}

/** An image named by a url, which may hold the data itself (https://www.rfc-editor.org/rfc/rfc2397). */
export function imageAt(url: string): RequestBlock {
  const inline = /^data:([^;,]*);base64,(.*)$/s.exec(url)
  if (inline) return { type: 'image', mediaType: inline[1] ?? '', data: inline[2] ?? '' }
  return { type: 'image', mediaType: '', url }
}

/** A JSON value as the arguments of a call. */
export function argumentsOf(value: unknown, place: string, problems: Problems): string {
  if (!objectOf(value)) problems.push(`\`${place}\` must be an object, found ${JSON.stringify(value)}`)
  return JSON.stringify(value) ?? ''
}

/** Neighbours of one role become one message: some wires give each tool result a message of its own. */
export function joinMessages(messages: readonly RequestMessage[]): RequestMessage[] {
  const joined: RequestMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role) {
      joined[joined.length - 1] = { ...last, content: [...last.content, ...message.content] }
    } else if (message.content.length > 0) {
      joined.push(message)
    }
  }
  return joined
}

/** A request without the options that were not given. */
export function given(fields: {
  [K in keyof NeutralRequest]: NeutralRequest[K] | undefined
}): NeutralRequest {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as NeutralRequest
}

/** The texts of a list, undefined where there is no list. A single text is a list of one. */
export function textsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(textOf) : undefined
}

/** A part of a url as it was before encoding; as it stands where it is not well encoded. */
export function inUrl(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
