/** What the plain makers of requests share. Not here: any wire's shape (one file per wire). */

import type { NeutralRequest, RequestBlock, RequestMessage } from '../../../turn/request.ts'
import { isFields, parsed } from '../values.ts'

export type BlockOf<T extends RequestBlock['type']> = Extract<RequestBlock, { type: T }>

export function blocksOf<T extends RequestBlock['type']>({ content }: RequestMessage, type: T): BlockOf<T>[] {
  return content.filter((block): block is BlockOf<T> => block.type === type)
}

export function joinedText(message: RequestMessage): string {
  return blocksOf(message, 'text')
    .map(({ text }) => text)
    .join('')
}

/** Without fields that were not asked for. */
export function sent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The value of a call's arguments, for wires that take a JSON object; none for text that is no object. */
export function argumentValue(text: string): unknown {
  const value = parsed(text)
  return isFields(value) ? value : {}
}

/** Arguments as text: a call without any has an empty object. */
export function argumentText(text: string): string {
  return text.trim() === '' ? '{}' : text
}

export function imageUrl(image: BlockOf<'image'>): string {
  return 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`
}

/** Ids that a provider would refuse get another one, in call and result alike. */
export function idsFor({ messages }: NeutralRequest, accepted: RegExp): (id: string) => string {
  const ids = new Map<string, string>()
  const calls = messages.flatMap((message) => blocksOf(message, 'tool-call'))
  for (const { id } of calls) {
    if (!ids.has(id)) ids.set(id, accepted.test(id) ? id : `call${String(ids.size).padStart(5, '0')}`)
  }
  return (id) => ids.get(id) ?? id
}
