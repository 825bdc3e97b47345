/** How Ollama's own API fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const ollama = 'https://docs.ollama.com/api/errors'

export const ollamaRows = httpRows({ provider: 'Ollama', wires: ['ollama'] }, [
  {
    id: 'no-model',
    title: 'A model that was not pulled, the error as text',
    source: 'https://github.com/ollama/ollama/issues/14093',
    status: 404,
    body: { error: "model 'm' not found" },
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long, the error as text',
    source: 'https://github.com/earendil-works/pi/issues/2626',
    status: 400,
    body: { error: 'prompt too long; exceeded max context length by 100 tokens' },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'no-tools',
    title: 'A model without tools',
    source: ollama,
    status: 400,
    body: { error: 'registry.ollama.ai/library/m does not support tools' },
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'runner-stopped',
    title: 'A model runner that stopped',
    source: 'https://github.com/ollama/ollama/issues/8258',
    status: 500,
    body: {
      error:
        'model runner has unexpectedly stopped, this may be due to resource limitations or an internal error',
    },
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'busy',
    title: 'A queue that is full',
    source: 'https://docs.ollama.com/faq',
    status: 503,
    body: { error: 'server busy, please try again.  maximum pending requests exceeded' },
    truth: { code: 'OVERLOADED', retry: true },
  },
])
