/** Where a reader and an official client differ about an error answer and it is known why: each is told in the wires' NOTES.md. Not here: finding them (compare-errors.ts). */

import type { Failure } from '../../../turn/failure.ts'
import { errorBodyOf } from '../../error-body.ts'
import { objectOf } from '../../json-fields.ts'
import type { HttpAnswer, WireName } from '../../wire.ts'
import type { Thrown } from './thrown.ts'

type Said = { answer: HttpAnswer; failure: Failure; thrown: Thrown }

export type ErrorDifference = {
  field: 'status' | 'code' | 'type' | 'requestId' | 'wait'
  reader: string
  client: string
}

export type KnownErrorDifference = {
  id: string
  wires: readonly WireName[]
  covers(difference: ErrorDifference, said: Said): boolean
}

const chat = ['openai-chat', 'openai-responses'] as const
const everywhere = [...chat, 'anthropic-messages', 'gemini', 'bedrock-converse', 'mistral'] as const

/** The reader has the field, the client has none of it. */
function onlyReader(difference: ErrorDifference, ...fields: readonly ErrorDifference['field'][]): boolean {
  return fields.includes(difference.field) && difference.client === ''
}

function isJson({ body }: HttpAnswer): boolean {
  return errorBodyOf(body).json !== undefined
}

export const knownErrorDifferences: readonly KnownErrorDifference[] = [
  { id: 'other-request-ids', wires: everywhere, covers: (difference) => onlyReader(difference, 'requestId') },
  {
    id: 'unreadable-wait',
    wires: everywhere,
    covers: ({ field, reader }, { answer }) =>
      field === 'wait' && reader === '' && !/^\d/.test(answer.headers['retry-after'] ?? ''),
  },
  {
    id: 'no-headers',
    wires: ['gemini', 'bedrock-converse'],
    covers: (difference) => onlyReader(difference, 'wait'),
  },
  {
    id: 'text-error-alone',
    wires: chat,
    covers: (difference, { answer }) =>
      onlyReader(difference, 'code', 'type') &&
      typeof objectOf(errorBodyOf(answer.body).json)?.['error'] === 'string',
  },
  {
    id: 'list-of-errors',
    wires: chat,
    covers: (difference, { answer }) =>
      onlyReader(difference, 'code') && Array.isArray(objectOf(errorBodyOf(answer.body).json)?.['errors']),
  },
  {
    id: 'gateway-code',
    wires: ['anthropic-messages'],
    covers: (difference) => onlyReader(difference, 'code') && /^\d{3}$/.test(difference.reader),
  },
  {
    id: 'array-body',
    wires: ['gemini'],
    covers: (difference, { answer }) =>
      onlyReader(difference, 'code', 'type') && Array.isArray(errorBodyOf(answer.body).json),
  },
  {
    id: 'other-content-type',
    wires: ['gemini'],
    covers: (difference, { answer }) =>
      onlyReader(difference, 'type') &&
      !(answer.headers['content-type'] ?? '').startsWith('application/json'),
  },
  {
    id: 'made-up-body',
    wires: ['gemini'],
    covers: ({ field, reader, client }, { answer }) =>
      field === 'code' && reader === '' && client === String(answer.status) && !isJson(answer),
  },
  {
    id: 'broken-json',
    wires: ['gemini'],
    covers: (difference, { thrown }) =>
      onlyReader(difference, 'status') && (thrown.foreign ?? '').startsWith('SyntaxError'),
  },
  {
    id: 'made-up-name',
    wires: ['bedrock-converse'],
    covers: ({ field, reader, client }) =>
      field === 'type' && reader === '' && (client === 'Unknown' || client === 'SyntaxError'),
  },
]
