/** How LM Studio, DS4 and Ollama fail over chat completions. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const lmstudio = 'https://lmstudio.ai/docs/app/api/endpoints/openai'

const ollama = 'https://docs.ollama.com/api/errors'

export const smallServerRows = [
  ...httpRows({ provider: 'LM Studio', prefix: 'lmstudio', wires }, [
    {
      id: 'context-window',
      title: 'A prompt that is too long, the error as text',
      source: overflows,
      status: 400,
      body: {
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
      },
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
    {
      id: 'no-model',
      title: 'A model that does not exist',
      source: lmstudio,
      status: 404,
      body: {
        error: {
          message: 'Model "m" not found. Please specify a valid model.',
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        },
      },
      truth: { code: 'NOT_FOUND', retry: false },
    },
  ]),
  ...httpRows({ provider: 'DS4', wires }, [
    {
      id: 'context-window',
      title: 'A prompt that is longer than what was configured',
      source: 'https://github.com/earendil-works/pi/issues/6262',
      status: 400,
      body: {
        error: {
          message: 'Prompt has 256468 tokens, but the configured context size is 256000 tokens',
          type: 'invalid_request_error',
        },
      },
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
  ]),
  ...httpRows({ provider: 'Ollama', prefix: 'ollama-chat', wires }, [
    {
      id: 'context-window',
      title: 'A prompt that is too long',
      source: 'https://github.com/earendil-works/pi/issues/2626',
      status: 400,
      headers: { 'x-request-id': 'b17' },
      body: {
        error: {
          message: 'prompt too long; exceeded max context length by 1119046 tokens (ref: 96164522-0403)',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      },
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId: 'b17' },
    },
    {
      id: 'bad-key',
      title: 'A wrong key, told as a fault of the server',
      source: ollama,
      status: 401,
      body: { error: { message: 'Unauthorized', type: 'api_error', param: null, code: null } },
      truth: { code: 'AUTH', retry: false },
    },
    {
      id: 'no-model',
      title: 'A model that was not pulled',
      source: 'https://github.com/ollama/ollama/issues/14093',
      status: 404,
      body: {
        error: {
          message: 'model "m" not found, try pulling it first',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
      truth: { code: 'NOT_FOUND', retry: false },
    },
    {
      id: 'runner-stopped',
      title: 'A model runner that stopped',
      source: 'https://github.com/ollama/ollama/issues/8258',
      status: 500,
      body: {
        error: {
          message:
            'model runner has unexpectedly stopped, this may be due to resource limitations or an internal error',
          type: 'api_error',
        },
      },
      truth: { code: 'SERVER', retry: true },
    },
  ]),
]
