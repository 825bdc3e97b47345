/** What an error of Cohere's chat API means (https://docs.cohere.com/reference/errors); the rest of the wire is not read yet. Not here: the words many providers share (../openai-chat/read-error.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { errorBodyOf } from '../error-body.ts'
import { objectOf, textOf } from '../json-fields.ts'
import * as chat from '../openai-chat/read-error.ts'
import { defined, isRetryable } from '../read-status.ts'
import type { HttpAnswer } from '../wire.ts'

/** A deny-listed word, where other providers mean a lack of capacity. */
const blocked = 498

export function readError(answer: HttpAnswer): Failure {
  const body = objectOf(errorBodyOf(answer.body).json)
  const failure = chat.readError(answer)
  const code = answer.status === blocked ? 'CONTENT_FILTER' : failure.code
  return defined<Failure>({
    ...withCode(failure, code, answer.headers),
    requestId: textOf(body?.['id']) || failure.requestId || answer.headers['x-debug-trace-id'],
  })
}

/** `payload` is a `message-end` event whose `delta` names an error, or an error body. */
export function readInBandError(payload: unknown): Failure {
  const delta = objectOf(objectOf(payload)?.['delta'])
  const reason = textOf(delta?.['finish_reason'])
  if (delta === undefined || !reason.startsWith('ERROR')) return chat.readInBandError(payload)
  const failure = chat.readInBandError({ message: delta['error'] })
  const known = failure.code === 'UNKNOWN' ? codeOfReason(reason) : failure.code
  return { ...withCode(failure, known), providerCode: reason, raw: payload }
}

function codeOfReason(reason: string): FailureCode {
  if (reason === 'ERROR_TOXIC') return 'CONTENT_FILTER'
  return reason === 'ERROR_LIMIT' ? 'CONTEXT_WINDOW_EXCEEDED' : 'SERVER'
}

function withCode(failure: Failure, code: FailureCode, headers: HttpAnswer['headers'] = {}): Failure {
  const retryable = isRetryable(code, headers)
  return { ...failure, code, ...(retryable === undefined ? {} : { retryable }) }
}
