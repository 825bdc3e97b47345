/** What a generated turn of the Gemini wire may hold. Not here: how it is written (write-turn.ts). */

import type { TurnShape } from '../../turn/shape.ts'

/** Parts that are neither text nor call, and what a candidate says about its sources (SDK `@google/genai`, `Part`, `Candidate`). */
const opaques: TurnShape['opaques'] = [
  {
    kind: 'executableCode',
    raw: { executableCode: { language: 'PYTHON', code: 'print(1)\n' } },
  },
  {
    kind: 'codeExecutionResult',
    raw: { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
  },
  { kind: 'inlineData', raw: { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } } },
  { kind: 'inlineData', raw: { inlineData: { mimeType: 'image/png', data: 'AA==' }, thought: true } },
  {
    kind: 'groundingMetadata',
    raw: {
      webSearchQueries: ['weather in Paris'],
      groundingChunks: [{ web: { uri: 'https://example.com/a', title: 'example.com' } }],
      // Without `segment`: https://github.com/vercel/ai (packages/google, CHANGELOG 3.0.16).
      groundingSupports: [{ groundingChunkIndices: [0] }],
    },
  },
  {
    kind: 'citationMetadata',
    raw: { citationSources: [{ startIndex: 0, endIndex: 4, uri: 'https://example.com/b' }] },
  },
]

/** google.rpc.Status under `error`, as it comes behind a 200 (https://github.com/vercel/ai/issues/5217). */
const errors: TurnShape['errors'] = [
  {
    error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
  },
  {
    error: {
      code: 429,
      message: 'You exceeded your current quota. Please retry in 36.4s.',
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }],
    },
  },
  { error: { code: 500, message: 'An internal error has occurred.', status: 'INTERNAL' } },
  { error: { code: 499, message: 'The operation was cancelled.', status: 'CANCELLED' } },
  // `code` may be absent, and the status unknown.
  { error: { message: 'Something odd happened.', status: 'BRAND_NEW' } },
]

export const shape: TurnShape = {
  kinds: ['reasoning', 'text', 'tool-call', 'opaque'],
  segments: true,
  parallelCalls: true,
  callIds: 'sometimes',
  signatures: ['reasoning', 'tool-call'],
  redacted: false,
  argumentsAs: 'value',
  loneSurrogates: true,
  finishes: [
    { raw: 'STOP', reason: 'stop' },
    { raw: 'STOP', reason: 'tool-calls' },
    { raw: 'MAX_TOKENS', reason: 'max-tokens' },
    { raw: 'SAFETY', reason: 'content-filter' },
    { raw: 'RECITATION', reason: 'content-filter' },
    { raw: 'PROHIBITED_CONTENT', reason: 'content-filter' },
    { raw: 'MALFORMED_FUNCTION_CALL', reason: 'other' },
    { raw: 'UNEXPECTED_TOOL_CALL', reason: 'other' },
    { raw: 'OTHER', reason: 'other' },
    // New words appear: https://github.com/FirebaseExtended/vertexai-sdk-test-data tests one too.
    { raw: 'BRAND_NEW_REASON', reason: 'other' },
  ],
  usage: ['inputTokens', 'cacheReadTokens', 'outputTokens', 'reasoningTokens'],
  meta: ['responseId', 'model'],
  opaques,
  errors,
}
