/** How vLLM fails, over HTTP: its fields are bare. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const vllm = 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/serving_engine.py'

function vllmError(message: string, type: string, code: number) {
  return { object: 'error', message, type, param: null, code }
}

export const vllmRows = httpRows({ provider: 'vLLM', wires }, [
  {
    id: 'context-window',
    title: 'A prompt that is too long, its fields bare',
    source: vllm,
    status: 400,
    body: vllmError(
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4900 in the messages, 100 in the completion). Please reduce the length of the messages or completion.",
      'BadRequestError',
      400,
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist, its fields bare',
    source: vllm,
    status: 404,
    body: vllmError('The model `m` does not exist.', 'NotFoundError', 404),
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'bad-key',
    title: 'A wrong key, the error a word',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/api_server.py',
    status: 401,
    body: { error: 'Unauthorized' },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'bad-parameter',
    title: 'Fields of a wrong type, in `detail`',
    source: 'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    status: 422,
    body: {
      detail: [
        {
          type: 'float_parsing',
          loc: ['body', 'temperature'],
          msg: 'Input should be a valid number',
          input: 'hot',
        },
      ],
    },
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'engine-dead',
    title: 'An engine that died',
    source: vllm,
    status: 500,
    body: vllmError(
      'EngineCore encountered an issue. See stack trace for the root cause.',
      'InternalServerError',
      500,
    ),
    truth: { code: 'SERVER', retry: true },
  },
])
