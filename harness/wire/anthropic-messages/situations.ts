/** The situations of the Messages API, by theme. Not here: what a situation is (../situation.ts). */

import type { Situation } from '../situation.ts'
import { blockSituations } from './situations-of-blocks.ts'
import { callSituations } from './situations-of-calls.ts'
import { cutSituations } from './situations-of-cuts.ts'
import { endSituations } from './situations-of-ends.ts'
import { usageSituations } from './situations-of-usage.ts'

export const situations: readonly Situation[] = [
  ...blockSituations,
  ...callSituations,
  ...endSituations,
  ...usageSituations,
  ...cutSituations,
]
