/** The headers a recording keeps: those a client acts on or a person needs to report a fault. All others are dropped by name. Not here: their values (redactor.ts). */

const exact = new Set([
  // What the body is, and how it was sent.
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'accept',
  'accept-encoding',
  'cache-control',
  'connection',
  'date',
  'location',
  'trailer',
  'user-agent',
  'server-timing',
  // When to come back.
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-stainless-retry-count',
  // Which version and which model answered.
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  'openai-version',
  'openai-model',
  'openai-processing-ms',
  'x-goog-api-client',
  'api-version',
  'x-ms-region',
  'azureml-model-session',
  'x-litellm-model-id',
  'x-amzn-errortype',
  'x-amzn-requestid',
  'cf-ray',
  'apim-request-id',
])

const patterns: readonly RegExp[] = [
  // Ids that a provider's support asks for: request-id, x-request-id, x-ms-client-request-id, mistral-correlation-id, x-generation-id ...
  /(^|-)(request|correlation|generation|response|groq)-?id$/,
  // Limits: x-ratelimit-*, anthropic-ratelimit-*, ratelimit, ratelimit-policy.
  /(^|-)rate-?limit(-[a-z-]+)?$/,
  /^x-amzn-bedrock-/,
  /^x-stainless-(lang|package-version|os|arch|runtime|runtime-version|async|timeout|helper-method)$/,
]

/** Whether a header is kept. `name` in lower case; `more` are names the caller wants kept. */
export function isKeptHeader(name: string, more: ReadonlySet<string> = new Set()): boolean {
  return exact.has(name) || more.has(name) || patterns.some((pattern) => pattern.test(name))
}
