/** How a pi-ai message ended -> the finish reason, with its failure. Not here: reading an error text (classify-error.ts). */

import type { AssistantMessage } from '@earendil-works/pi-ai'
import { isContextOverflow } from '@earendil-works/pi-ai/utils/overflow'
import { classifyError } from './classify-error.ts'
import {
  CONTEXT_WINDOW_EXCEEDED_CODE,
  EMPTY_RESPONSE_CODE,
  type ErrorCode,
  type FinishReason,
} from './vocabulary.ts'

/** Stop reasons pi-ai turns into an error whose text may be the provider's free explanation instead of the reason. */
const filtered =
  /^(?:refusal|sensitive|(?:incomplete\.)?content_filter(?:ed)?|guardrail_intervened|(?:IMAGE_)?(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII))$/

/** `contextWindow`, in tokens, finds the overflows a provider does not report: more input than fits, or no room to answer. */
export function mapStopReason(message: AssistantMessage, contextWindow?: number): FinishReason {
  if (overflowsSilently(message, contextWindow)) {
    const text = `pi-ai detected context overflow for model "${message.model}"`
    return failed(text, CONTEXT_WINDOW_EXCEEDED_CODE)
  }
  switch (message.stopReason) {
    case 'stop':
      return message.content.every(isBlank) ? emptyResponse(message) : { kind: 'stop' }
    case 'length':
      return { kind: 'max-tokens' }
    case 'toolUse':
      return { kind: 'tool-calls' }
    case 'deferred':
      return { kind: 'other', raw: 'deferred' }
    case 'aborted':
      return {
        kind: 'aborted',
        failure: { message: message.errorMessage ?? 'pi-ai stream aborted', code: 'ABORTED' },
      }
    case 'error':
      return failed(message.errorMessage ?? 'pi-ai stream error', codeOfError(message))
    case 'pending':
    default:
      return failed(
        `pi-ai ended the stream with stop reason "${message.stopReason}", which is not an end`,
        'PI_AI_ERROR',
      )
  }
}

/** Gemini ends an empty answer with a part whose text is empty, of which pi-ai makes a block. */
function isBlank(block: AssistantMessage['content'][number]): boolean {
  if (block.type === 'text') return block.text === ''
  return block.type === 'thinking' && block.thinking === '' && block.redacted !== true
}

function failed(message: string, code: ErrorCode): FinishReason {
  return { kind: 'error', failure: { message, code } }
}

function emptyResponse(message: AssistantMessage): FinishReason {
  const text = `model "${message.model}" returned a completed response with no content`
  return failed(text, EMPTY_RESPONSE_CODE)
}

/** Only ends that look like a success: for an error the text decides. */
function overflowsSilently(message: AssistantMessage, contextWindow: number | undefined): boolean {
  return message.stopReason !== 'error' && isContextOverflow(message, contextWindow)
}

function codeOfError(message: AssistantMessage): ErrorCode {
  return filtered.test(message.rawStopReason ?? '') ? 'CONTENT_FILTER' : classifyError(message)
}
