/** How llama.cpp fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const llamacpp = 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp'

export const llamacppRows = httpRows({ provider: 'llama.cpp', prefix: 'llamacpp', wires }, [
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: llamacpp,
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      },
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'loading',
    title: 'A model that is still loading',
    source: llamacpp,
    status: 503,
    body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: llamacpp,
    status: 401,
    body: { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'conflict',
    title: 'Two options that exclude each other, told as a fault of the server',
    source: llamacpp,
    status: 500,
    body: { error: { code: 500, message: 'Cannot use both json_schema and grammar', type: 'server_error' } },
    truth: { code: 'SERVER', retry: true },
  },
])
