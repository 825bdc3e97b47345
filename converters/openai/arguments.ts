/** Reads the argument text of a tool call. Never repairs it: text that is not JSON is said to be so. */
import type { ArgumentsError } from './types.ts'
import { asObject } from './wire-values.ts'

export type ParsedArguments = { args: Record<string, unknown>; error?: ArgumentsError }

/** Blank text means no arguments, which is `{}` and no error. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { args: {} }
  const parsed = parseJson(text)
  if ('failure' in parsed) return { args: {}, error: { kind: 'invalid-json', message: parsed.failure } }
  const args = asObject(parsed.value)
  return args === undefined ? { args: {}, error: notAnObject(parsed.value) } : { args }
}

/** Whether the text is one JSON object, from which no longer text can follow but blanks. */
export function isWholeObject(text: string): boolean {
  return text.trimEnd().endsWith('}') && parseArguments(text).error === undefined
}

function parseJson(text: string): { value: unknown } | { failure: string } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { failure: `The tool call's \`arguments\` are not JSON: ${(error as Error).message}` }
  }
}

function notAnObject(value: unknown): ArgumentsError {
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  return {
    kind: 'not-an-object',
    message: `The tool call's \`arguments\` are JSON but not an object: found ${found}.`,
  }
}
