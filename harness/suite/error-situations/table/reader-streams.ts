/** How Ollama and Cohere fail inside a stream. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

export const readerStreamRows: readonly InBandRow[] = [
  inBandRow(['ollama'])(
    {
      id: 'ollama-runner',
      provider: 'Ollama',
      title: 'A line with an error, as text',
      source: 'https://docs.ollama.com/api/errors',
      truth: { code: 'SERVER', retry: true },
    },
    { error: 'an error was encountered while running the model: unexpected EOF' },
  ),
  inBandRow(['cohere'])(
    {
      id: 'cohere-generation',
      provider: 'Cohere',
      title: 'An end that names an error',
      source: 'https://docs.cohere.com/docs/streaming',
      truth: { code: 'SERVER', retry: true },
    },
    {
      type: 'message-end',
      delta: { finish_reason: 'ERROR', error: 'an internal error occurred while generating' },
    },
  ),
]
