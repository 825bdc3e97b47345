/** What pi-ai keeps from the converter: of a failed request only a text arrives. Not here: what the converter reads from that text (classify-error.ts); pi-ai's faults (known-failing.txt). */

import type { Impossible } from '../../harness/index.ts'

/** Deliveries that bring the whole error. */
const whole = '{as-recorded,one-chunk,per-*,random-*,comments,id-and-retry,crlf,bom,unknown-fields}'

export const impossible: readonly Impossible[] = [
  {
    pattern: `openai-chat/error-gateway-bad-token-*/${whole}:error-class`,
    got: ['UNKNOWN'],
    missing: 'the `type` and `code` of an error inside a stream: pi-ai hands out its message alone',
    source: 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/api/openai-completions.ts',
  },
  {
    pattern: '{openai-chat,openai-responses,anthropic-messages}/error-gateway-plain-*/**:error-class',
    got: ['TRANSPORT'],
    missing:
      'a body that is JSON where a stream was asked for: the SDKs below pi-ai pass over what is no event',
    source: 'https://github.com/openai/openai-node/blob/master/src/core/streaming.ts',
  },
]
