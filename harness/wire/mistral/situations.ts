/** The situations of Mistral chat. Not here: what a situation is (../situation.ts), what it shares with chat completions (../openai-chat/situations.ts). */

import type { Situation } from '../situation.ts'
import { answerSituations } from './situations-of-answers.ts'
import { endSituations } from './situations-of-ends.ts'

export const situations: readonly Situation[] = [...answerSituations, ...endSituations]
