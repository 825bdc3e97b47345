/** What the `openai` SDK keeps from the converter. Not here: what the converter does with the rest (sdk-error.ts). */

import type { Impossible } from '../../harness/index.ts'

/** `APIError` holds the body's `error` field alone, and for a stream the same of the event. */
const source = 'https://github.com/openai/openai-node/blob/master/src/core/error.ts'
const got = ['absent'] as const

export const impossible: readonly Impossible[] = [
  {
    pattern: 'openai-chat/error-xai-*/**:error-details',
    got,
    missing: 'the `code` that stands beside a text in `error`: the SDK hands out that text alone',
    source,
  },
  {
    pattern: 'openai-chat/error-huggingface-*/**:error-details',
    got,
    missing: 'the `error_type` that stands beside a text in `error`: the SDK hands out that text alone',
    source,
  },
  {
    pattern: 'openai-chat/error-minimax-*/**:error-details',
    got,
    missing: 'the `request_id` that stands beside `error` in the body: the SDK hands out `error` alone',
    source,
  },
  {
    pattern: 'openai-chat/error-dashscope-{bad-key,context-window}/**:error-details',
    got,
    missing: 'the `request_id` that stands beside `error` in the body: the SDK hands out `error` alone',
    source,
  },
  {
    pattern: 'openai-chat/error-gateway-plain-*/**:{error-class,error-details}',
    got: ['EMPTY_RESPONSE', 'absent', 'true'],
    missing: 'a body that is JSON where a stream was asked for: the SDK passes over what is no event',
    source: 'https://github.com/openai/openai-node/blob/master/src/core/streaming.ts',
  },
]
