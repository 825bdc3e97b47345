/** How gateways fail with a 200 whose body is the error as JSON, where a stream was asked for. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const source = 'https://github.com/vercel/ai/issues/5217'

export const plainBodyRows: readonly InBandRow[] = [
  {
    ...inBandRow(['openai-chat'])(
      {
        id: 'gateway-plain-quota',
        provider: 'Proxy',
        title: 'Spent credit behind a 200, as JSON instead of a stream',
        source,
        truth: { code: 'QUOTA', retry: false },
      },
      {
        error: {
          message: 'You have no credits left.',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      },
    ),
    plain: true,
  },
  {
    ...inBandRow(['openai-responses'])(
      {
        id: 'gateway-plain-quota',
        provider: 'Proxy',
        title: 'Spent credit behind a 200, as JSON instead of a stream',
        source,
        truth: { code: 'QUOTA', retry: false },
      },
      {
        error: {
          message: 'You have no credits left.',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      },
    ),
    plain: true,
  },
  {
    ...inBandRow(['anthropic-messages'])(
      {
        id: 'gateway-plain-overloaded',
        provider: 'Proxy',
        title: 'An overloaded upstream behind a 200, as JSON instead of a stream',
        source,
        truth: { code: 'OVERLOADED', retry: true },
      },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ),
    plain: true,
  },
  {
    ...inBandRow(['gemini'])(
      {
        id: 'gateway-plain-unavailable',
        provider: 'Proxy',
        title: 'An overloaded upstream behind a 200, as JSON instead of a stream',
        source,
        truth: { code: 'OVERLOADED', retry: true },
      },
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
    ),
    plain: true,
  },
]
