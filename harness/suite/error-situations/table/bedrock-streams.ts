/** How Bedrock fails inside a stream. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const bedrock = 'https://github.com/vercel/ai/issues/19034'

const exception = (
  name: string,
  id: string,
  title: string,
  truth: InBandRow['truth'],
  data: object,
  source = bedrock,
): InBandRow =>
  inBandRow(['bedrock-converse'])(
    { id: `bedrock-${id}-event`, provider: 'Bedrock', title, source, truth },
    data,
    {
      event: name,
      messageType: 'exception',
    },
  )

export const bedrockStreamRows: readonly InBandRow[] = [
  exception(
    'throttlingException',
    'throttled',
    'Throttling that counts tokens',
    { code: 'RATE_LIMIT', retry: true },
    { message: 'Too many tokens, please wait before trying again.' },
    'https://github.com/badlogic/pi-mono/pull/2699',
  ),
  exception(
    'internalServerException',
    'internal',
    'A fault of the server',
    { code: 'SERVER', retry: true },
    { message: 'The system encountered an unexpected error during processing. Try your request again.' },
  ),
  exception(
    'modelStreamErrorException',
    'model',
    'A fault of the model',
    { code: 'SERVER', retry: true },
    {
      message: 'The system encountered an unexpected error during processing. Try your request again.',
      originalStatusCode: 500,
    },
    'https://github.com/aws/aws-sdk-js-v3/issues/6266',
  ),
  exception(
    'serviceUnavailableException',
    'unavailable',
    'A service that is away',
    { code: 'OVERLOADED', retry: true },
    { message: 'Bedrock is unable to process your request.' },
  ),
  exception(
    'validationException',
    'context-window',
    'A prompt that is too long',
    { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    { message: 'Input is too long for requested model.' },
  ),
  exception(
    'validationException',
    'validation',
    'A request it does not take',
    { code: 'INVALID_REQUEST', retry: false },
    { message: 'The tool result does not match a tool use.' },
  ),
  exception(
    'modelTimeoutException',
    'time-out',
    'A model that took too long',
    { code: 'TIMEOUT', retry: true },
    { message: 'Model has timed out in processing the request.' },
  ),
]
