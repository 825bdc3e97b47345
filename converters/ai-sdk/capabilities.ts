/** What the AI SDK keeps of every provider's stream, and how its specifications count tokens. Not here: what one provider differs in (each driver). */

import type { Capabilities } from '../../harness/index.ts'

/** A refusal comes as text; calls without arguments keep their empty text, which the `ai` package above turns into `{}`. */
export const capabilities: Partial<Capabilities> = {
  refusal: 'as-text',
  finish: {
    empty: { reason: 'stop' },
    unknown: { reason: 'other' },
    content_filter: { reason: 'content-filter' },
  },
  meta: ['responseId', 'model'],
  // Calls in the prompt hold a JSON value, and there is no part for a refusal.
  requestLacks: ['argument-text', 'refusal'],
}
