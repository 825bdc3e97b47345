/** What the request builders share: picking blocks, leaving out what was not asked. Not here: any provider's shape. */

import type { RequestBlock } from '../../../harness/index.ts'

export type ToolCall = Extract<RequestBlock, { type: 'tool-call' }>
export type ToolResult = Extract<RequestBlock, { type: 'tool-result' }>
export type Image = Extract<RequestBlock, { type: 'image' }>

/** The text blocks joined. */
export function textOf(content: readonly RequestBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

export function toolCallsOf(content: readonly RequestBlock[]): ToolCall[] {
  return content.filter((block) => block.type === 'tool-call')
}

export function toolResultsOf(content: readonly RequestBlock[]): ToolResult[] {
  return content.filter((block) => block.type === 'tool-result')
}

/** The arguments of a call as the JSON object they are; an empty text is an empty object. */
export function argumentsOf(call: ToolCall): unknown {
  return JSON.parse(call.arguments === '' ? '{}' : call.arguments)
}

/** The fields that were given: an option not asked is left to the provider's default. */
export function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
