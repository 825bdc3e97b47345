/** The rules that are judged over a whole run or with a file, and so have no `check` of their own. */

import type { Check } from './check.ts'

export type RuleText = Pick<Check, 'id' | 'severity' | 'law' | 'needs' | 'source'>

export const runRules: readonly RuleText[] = [
  {
    id: 'golden',
    severity: 'must',
    law: 'The trace of a recording is the one a person has reviewed.',
    needs: 'The recorded delivery of a recording that keeps a golden of the driver.',
    source: 'https://insta.rs/docs/quickstart/',
  },
  {
    id: 'capabilities',
    severity: 'must',
    law: 'What a converter emits is declared, and what is declared is shown by some case.',
    needs: 'A whole run for what was never shown.',
    source: 'https://bowtie.report/',
  },
]
