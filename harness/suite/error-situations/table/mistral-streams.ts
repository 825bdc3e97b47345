/** How Mistral fails inside a stream. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const mistral = 'https://docs.mistral.ai/api/endpoint/chat'

const bare = (id: string, title: string, truth: InBandRow['truth'], data: object): InBandRow =>
  inBandRow(['mistral'])(
    { id: `mistral-${id}-event`, provider: 'Mistral', title, source: mistral, truth },
    data,
  )

export const mistralStreamRows: readonly InBandRow[] = [
  bare(
    'capacity',
    'A tier without capacity',
    { code: 'OVERLOADED', retry: true },
    {
      object: 'error',
      message: 'Service tier capacity exceeded for this model.',
      type: 'service_tier_capacity_exceeded',
      param: null,
      code: '3505',
    },
  ),
  bare(
    'rate-limit',
    'Too many requests',
    { code: 'RATE_LIMIT', retry: true },
    {
      object: 'error',
      message: 'Rate limit exceeded',
      type: 'rate_limited',
      param: null,
      code: '1300',
      raw_status_code: 429,
    },
  ),
  bare(
    'internal',
    'A fault of the server',
    { code: 'SERVER', retry: true },
    {
      object: 'error',
      message: 'Internal Server Error',
      type: 'internal_server_error',
      param: null,
      code: '1000',
      raw_status_code: 500,
    },
  ),
]
