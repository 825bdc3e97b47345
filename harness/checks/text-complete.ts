/** Rule text-complete: the joined text is the turn's. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { proseAnswer } from './shared/prose-answer.ts'

export const textComplete: Check = defineCheck({
  id: 'text-complete',
  severity: 'must',
  law: 'The joined text that comes out is the text the provider sent, nothing lost, added or repeated.',
  needs: 'Text in a turn that did not fail.',
  source:
    'https://platform.openai.com/docs/api-reference/chat-streaming/streaming#chat-streaming-streaming-choices',
  check: (subject) => proseAnswer(subject, 'text'),
})
