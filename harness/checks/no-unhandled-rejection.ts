/** Rule no-unhandled-rejection: nothing fails in the background. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { backgroundFinding } from './shared/background.ts'

export const noUnhandledRejection: Check = defineCheck(
  {
    id: 'no-unhandled-rejection',
    severity: 'must',
    law: 'No promise is rejected and no exception thrown in the background, which ends a Node process.',
    needs: 'Every delivery.',
    source: 'https://nodejs.org/docs/latest-v24.x/api/process.html#event-unhandledrejection',
    check: ({ trace, again, beside, body }) => ({
      findings: [trace, again?.trace, beside?.trace, body?.trace].flatMap((each) =>
        [...new Set(each?.rejections)].map(backgroundFinding),
      ),
    }),
  },
  { judgesUnended: true },
)
