/** The situations of chat completions, by theme. Not here: what a situation is (../situation.ts). */

import type { Situation } from '../situation.ts'
import { argumentSituations } from './situations-of-arguments.ts'
import { callIndexSituations } from './situations-of-call-indexes.ts'
import { callSituations } from './situations-of-calls.ts'
import { cutSituations } from './situations-of-cuts.ts'
import { endSituations } from './situations-of-ends.ts'
import { errorSituations } from './situations-of-errors.ts'
import { framingSituations } from './situations-of-framing.ts'
import { reasoningSituations } from './situations-of-reasoning.ts'
import { textSituations } from './situations-of-text.ts'
import { usageSituations } from './situations-of-usage.ts'

export const situations: readonly Situation[] = [
  ...textSituations,
  ...reasoningSituations,
  ...callSituations,
  ...callIndexSituations,
  ...argumentSituations,
  ...endSituations,
  ...usageSituations,
  ...cutSituations,
  ...errorSituations,
  ...framingSituations,
]
