/** What an error of Ollama's own API means: `{ "error": "…" }`, as an answer or as a line of a stream (https://docs.ollama.com/api/errors); the rest of the wire is not read yet. Not here: the words many providers share (../openai-chat/read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import * as chat from '../openai-chat/read-error.ts'
import { isRetryable } from '../read-status.ts'

export { readError } from '../openai-chat/read-error.ts'

/** A line has no status; what breaks while the model runs is the server's. */
export function readInBandError(payload: unknown): Failure {
  const failure = chat.readInBandError(payload)
  const isRunning = failure.code === 'UNKNOWN' && /running the model|model runner/i.test(failure.message)
  return isRunning ? { ...failure, code: 'SERVER', retryable: isRetryable('SERVER') === true } : failure
}
