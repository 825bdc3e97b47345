/** Finds an error that a provider put into its stream after answering 200. Not here: reading its body (provider-error.ts). */
import { failureCodeOf } from './finish-reason.ts'
import { localFailure, providerFailure, type LlmFailure } from './failure.ts'
import { readProviderError } from './provider-error.ts'
import { asObject, asText, type WireObject } from './wire-values.ts'

/**
 * The failure a chunk carries: an `error` of its own or in its choice (https://openrouter.ai/docs/api-reference/errors), a bare error body
 * where a chunk should be, or a finish reason that means failure.
 */
export function readStreamError(chunk: WireObject, choice: WireObject | undefined): LlmFailure | undefined {
  const error = [chunk.error, choice?.error, asObject(chunk.x_groq)?.error].find(isError)
  // Text Generation Inference says the class beside a plain text: https://github.com/huggingface/text-generation-inference
  if (error !== undefined)
    return described(typeof error === 'string' && error === chunk.error ? chunk : error, chunk)
  if (isBareError(chunk)) return described(chunk, chunk)
  const reason = asText(choice?.finish_reason)
  const code = failureCodeOf(reason)
  return (
    code &&
    localFailure(code, `The provider ended its answer with finish_reason \`${reason}\` and gave no details.`)
  )
}

// The SDK takes every truthy `error` for one; null and false are how some servers say that there is none.
function isError(value: unknown): boolean {
  return Boolean(value) && value !== true
}

/** vLLM sends `{object: 'error', message, …}`; gateways send `{message}`, `{detail}` or `{errors: [{…}]}` alone. */
function isBareError(chunk: WireObject): boolean {
  if (Array.isArray(chunk.choices)) return false
  const isSaid = [chunk.message, chunk.detail, chunk.error_code, chunk.errors].some(isError)
  return chunk.object === 'error' || chunk.type === 'error' || isSaid
}

function described(error: unknown, chunk: WireObject): LlmFailure {
  const read = readProviderError(error)
  const requestId = asText(chunk.request_id)
  return providerFailure({ ...read, ...(read.requestId === undefined && requestId !== '' && { requestId }) })
}
