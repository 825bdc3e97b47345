/** The situations of streamGenerateContent, by theme. Not here: what a situation is (../situation.ts). */

import type { Situation } from '../situation.ts'
import { answerSituations } from './situations-of-answers.ts'
import { callSituations } from './situations-of-calls.ts'
import { endSituations } from './situations-of-ends.ts'
import { usageSituations } from './situations-of-usage.ts'

export const situations: readonly Situation[] = [
  ...answerSituations,
  ...callSituations,
  ...endSituations,
  ...usageSituations,
]
