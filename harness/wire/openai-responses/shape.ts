/** What a generated turn of the Responses wire may hold. Not here: how it is written (write-turn.ts). */

import type { TurnShape } from '../../turn/shape.ts'

/** Items of server tools and of custom tools, as the SDK `openai` types them. `normalise` gives each its own ids. */
const opaques: TurnShape['opaques'] = [
  {
    kind: 'web_search_call',
    raw: {
      id: 'ws_0',
      type: 'web_search_call',
      status: 'completed',
      action: { type: 'search', query: 'weather in Paris' },
    },
  },
  // Without `action`: https://github.com/vercel/ai/issues/12706.
  { kind: 'web_search_call', raw: { id: 'ws_0', type: 'web_search_call', status: 'completed' } },
  {
    kind: 'file_search_call',
    raw: {
      id: 'fs_0',
      type: 'file_search_call',
      status: 'completed',
      queries: ['terms of delivery'],
      results: null,
    },
  },
  {
    kind: 'code_interpreter_call',
    raw: {
      id: 'ci_0',
      type: 'code_interpreter_call',
      status: 'completed',
      code: 'print(1)',
      container_id: 'cntr_0',
      outputs: null,
    },
  },
  {
    kind: 'custom_tool_call',
    raw: {
      id: 'ctc_0',
      type: 'custom_tool_call',
      status: 'completed',
      call_id: 'call_custom_0',
      name: 'run_sql',
      input: 'select "é" from t;\n',
    },
  },
  { kind: 'compaction', raw: { id: 'cmp_0', type: 'compaction', encrypted_content: 'gAAAAAB=' } },
  {
    kind: 'citation',
    raw: { type: 'url_citation', url: 'https://example.com/a', title: 'A', start_index: 0, end_index: 1 },
  },
]

/**
 * An object with `type: "error"` or an `error` inside is an event of its own; one without is the `error` of `response.failed`
 * (SDK `openai`, `ResponseErrorEvent`, `ResponseFailedEvent`). The nested form is what the API itself sends
 * (SDK `openai`, lib/responses/ResponseStream, comment at the error event).
 */
const errors: TurnShape['errors'] = [
  {
    type: 'error',
    sequence_number: 4,
    code: 'server_error',
    message: 'The server had an error.',
    param: null,
  },
  {
    type: 'error',
    sequence_number: 4,
    error: {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      message: 'You exceeded your current quota, please check your plan.',
      param: null,
    },
  },
  {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model.',
      param: 'input',
    },
  },
  { type: 'error', sequence_number: 4, code: null, message: 'Something odd happened.', param: null },
  { type: 'error', code: 'service_unavailable', message: 'No capacity for this model.', param: null },
  { code: 'server_error', message: 'An error occurred while processing your request.' },
  { code: 'rate_limit_exceeded', message: 'Rate limit reached for m. Please try again in 20s.' },
  { code: 'invalid_prompt', message: 'The prompt was flagged.' },
]

export const shape: TurnShape = {
  kinds: ['reasoning', 'text', 'refusal', 'tool-call', 'opaque'],
  segments: true,
  parallelCalls: true,
  callIds: 'always',
  signatures: ['reasoning'],
  redacted: false,
  argumentsAs: 'text',
  loneSurrogates: true,
  finishes: [
    { raw: 'completed', reason: 'stop' },
    { raw: 'completed', reason: 'tool-calls' },
    { raw: 'max_output_tokens', reason: 'max-tokens' },
    { raw: 'content_filter', reason: 'content-filter' },
  ],
  usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
  meta: ['responseId', 'model'],
  opaques,
  errors,
}
