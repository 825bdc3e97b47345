/** How Vertex AI fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const rpc = 'type.googleapis.com/google.rpc.'

function said(code: number, status: string, message: string, details?: readonly object[]) {
  return { error: { code, message, status, ...(details && { details }) } }
}

export const vertexRows = httpRows({ provider: 'Vertex', wires: ['gemini'] }, [
  {
    id: 'context-window-array',
    title: 'A prompt that is too long, in an array',
    source: 'https://github.com/anomalyco/opencode/issues/23713',
    status: 400,
    body: [
      said(
        400,
        'INVALID_ARGUMENT',
        "Requested token count exceeds the model's maximum context length of 202752 tokens.",
      ),
    ],
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'exhausted-array',
    title: 'Shared capacity used up, in an array',
    source: 'https://github.com/google-gemini/gemini-cli/issues/6454',
    status: 429,
    body: [
      said(
        429,
        'RESOURCE_EXHAUSTED',
        'Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.',
      ),
    ],
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'no-model',
    title: 'A publisher model that does not exist',
    source: 'https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/api-errors',
    status: 404,
    body: said(
      404,
      'NOT_FOUND',
      'Publisher Model `projects/p/locations/l/publishers/google/models/gemini-0` not found.',
      [],
    ),
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'permission',
    title: 'A role that is missing',
    source: 'https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/api-errors',
    status: 403,
    body: said(403, 'PERMISSION_DENIED', "Permission 'aiplatform.endpoints.predict' denied on resource.", [
      { '@type': `${rpc}ErrorInfo`, reason: 'IAM_PERMISSION_DENIED', domain: 'aiplatform.googleapis.com' },
    ]),
    truth: { code: 'PERMISSION', retry: false },
  },
])
