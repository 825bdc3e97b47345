/** Rule no-unhandled-rejection: nothing is rejected in the background. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'

export const noUnhandledRejection: Check = defineCheck(
  {
    id: 'no-unhandled-rejection',
    severity: 'must',
    law: 'No promise is rejected in the background, which ends a Node process.',
    needs: 'Every delivery.',
    source: 'https://nodejs.org/docs/latest-v24.x/api/process.html#event-unhandledrejection',
    check: ({ trace }) => ({
      findings: trace.rejections.map((rejection) => ({
        message: 'a promise was rejected in the background',
        expected: 'no rejection outside the stream',
        got: rejection,
      })),
    }),
  },
  { judgesUnended: true },
)
