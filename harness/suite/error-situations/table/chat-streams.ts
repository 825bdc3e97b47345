/** How hosts of chat completions fail inside a stream. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const openrouter = 'https://openrouter.ai/docs/api-reference/errors'

const chat = inBandRow(['openai-chat'])

const said = (message: string, type: string | null, code: string | number | null = null) => ({
  error: { message, type, param: null, code },
})

export const chatStreamRows: readonly InBandRow[] = [
  chat(
    {
      id: 'openai-server',
      provider: 'OpenAI',
      title: 'A fault of the server',
      source: 'https://platform.openai.com/docs/guides/error-codes',
      truth: { code: 'SERVER', retry: true },
    },
    said('The server had an error while processing your request 401-429.', 'server_error'),
  ),
  chat(
    {
      id: 'openai-rate-limit',
      provider: 'OpenAI',
      title: 'Too many tokens',
      source: 'https://platform.openai.com/docs/guides/error-codes',
      truth: { code: 'RATE_LIMIT', retry: true },
    },
    said(
      'Rate limit reached for gpt-4.1 on tokens per min (TPM): Limit 30000.',
      'tokens',
      'rate_limit_exceeded',
    ),
  ),
  chat(
    {
      id: 'openai-quota',
      provider: 'OpenAI',
      title: 'Spent credit',
      source: 'https://platform.openai.com/docs/guides/error-codes',
      truth: { code: 'QUOTA', retry: false },
    },
    said(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
  ),
  chat(
    {
      id: 'azure-filter',
      provider: 'Azure',
      title: 'An answer that the filter stops',
      source: 'https://learn.microsoft.com/azure/ai-services/openai/how-to/content-filters',
      truth: { code: 'CONTENT_FILTER', retry: false },
    },
    said(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      null,
      'content_filter',
    ),
  ),
  chat(
    {
      id: 'groq-tool-use',
      provider: 'Groq',
      title: 'A call the model could not write, in an event of its own name',
      source: 'https://console.groq.com/docs/errors',
      truth: { code: 'INVALID_REQUEST', retry: false },
    },
    {
      error: {
        message: 'Failed to call a function.',
        type: 'invalid_request_error',
        code: 'tool_use_failed',
        failed_generation: '<f>',
        status_code: 400,
      },
    },
    { event: 'error' },
  ),
  chat(
    {
      id: 'openrouter-upstream',
      provider: 'OpenRouter',
      title: 'A provider behind it that broke, beside a choice',
      source: openrouter,
      truth: { code: 'SERVER', retry: true },
    },
    {
      id: 'gen-1',
      object: 'chat.completion.chunk',
      error: { code: 502, message: 'Upstream error from Venice' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    },
  ),
  chat(
    {
      id: 'openrouter-rate-limit',
      provider: 'OpenRouter',
      title: 'A limit of the provider behind it, its code a number',
      source: openrouter,
      truth: { code: 'RATE_LIMIT', retry: true },
    },
    {
      error: {
        code: 429,
        message: 'Provider returned error',
        metadata: { raw: 'm is temporarily rate-limited upstream.', provider_name: 'Chutes' },
      },
    },
  ),
  chat(
    {
      id: 'litellm-connection',
      provider: 'LiteLLM',
      title: "A provider's connection that broke",
      source: 'https://docs.litellm.ai/docs/exception_mapping',
      truth: { code: 'SERVER', retry: true },
    },
    said(
      'litellm.APIConnectionError: APIConnectionError: OpenAIException - peer closed connection',
      null,
      '500',
    ),
  ),
  chat(
    {
      id: 'litellm-context-window',
      provider: 'LiteLLM',
      title: 'A prompt that is too long, wrapped in a 503',
      source: 'https://github.com/earendil-works/pi/issues/4563',
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
    said(
      "litellm.MidStreamFallbackError: litellm.BadRequestError: Requested token count exceeds the model's maximum context length of 202752 tokens.",
      null,
      '503',
    ),
  ),
  chat(
    {
      id: 'vllm-engine',
      provider: 'vLLM',
      title: 'An engine that died, its fields bare',
      source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/serving_engine.py',
      truth: { code: 'SERVER', retry: true },
    },
    {
      object: 'error',
      message: 'EngineCore encountered an issue.',
      type: 'InternalServerError',
      param: null,
      code: 500,
    },
  ),
  chat(
    {
      id: 'llamacpp-context-window',
      provider: 'llama.cpp',
      title: 'A context that is full',
      source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp',
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
      },
    },
  ),
  chat(
    {
      id: 'lmstudio-crash',
      provider: 'LM Studio',
      title: 'A model that crashed, of no class anyone can tell',
      source: 'https://lmstudio.ai/docs/app/api/endpoints/openai',
      truth: { code: 'UNKNOWN' },
    },
    { error: { message: 'The model has crashed without additional information. (Exit code: 6)' } },
    { event: 'error' },
  ),
  chat(
    {
      id: 'huggingface-generation',
      provider: 'Hugging Face',
      title: 'A generation that failed, the error as text',
      source: 'https://github.com/huggingface/text-generation-inference',
      truth: { code: 'SERVER', retry: true },
    },
    { error: 'Request failed during generation: Server error: CUDA out of memory', error_type: 'generation' },
  ),
  chat(
    {
      id: 'xai-capacity',
      provider: 'xAI',
      title: 'A service without capacity, the error as text',
      source: 'https://docs.x.ai/docs/key-information/debugging',
      truth: { code: 'OVERLOADED', retry: true },
    },
    {
      code: 'The service is currently unavailable',
      error: 'The model is at capacity and currently cannot serve this request.',
    },
  ),
  chat(
    {
      id: 'zai-concurrency',
      provider: 'z.ai',
      title: 'Too many requests at once',
      source: 'https://docs.z.ai/api-reference/api-code',
      truth: { code: 'RATE_LIMIT', retry: true },
    },
    { error: { code: '1302', message: 'High concurrency usage of this API, please reduce concurrency.' } },
  ),
  chat(
    {
      id: 'minimax-overloaded',
      provider: 'MiniMax',
      title: 'A cluster under load, in the shape of another wire',
      source: 'https://platform.minimax.io/docs/api-reference/errorcode',
      truth: { code: 'OVERLOADED', retry: true, requestId: '05f4' },
    },
    {
      type: 'error',
      error: { type: 'overloaded_error', message: 'High traffic detected (2064)', http_code: '529' },
      request_id: '05f4',
    },
  ),
  chat(
    {
      id: 'gateway-bad-token',
      provider: 'Proxy',
      title: 'A token that ran out on the way',
      source: 'https://github.com/vercel/ai/pull/17230',
      truth: { code: 'AUTH', retry: false },
    },
    said('Token is no longer valid.', 'authentication_error'),
  ),
  chat(
    {
      id: 'gateway-novel',
      provider: 'Proxy',
      title: 'An error of a type nobody knows',
      source: 'https://github.com/vercel/ai/issues/17230',
      truth: { code: 'UNKNOWN' },
    },
    said('Something new went wrong at 401 Example Street.', 'novel_error', 'novel_code'),
  ),
]
