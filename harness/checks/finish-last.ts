/** Rule finish-last: no part of a block comes after the finish. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { saidMoreAfterFinish } from './shared/fate.ts'

/** Usage and meta may stand on either side: chat completions sends usage behind the finish. */
const freeAfterFinish: ReadonlySet<string> = new Set(['usage', 'meta', 'finish'])

export const finishLast: Check = defineCheck(
  {
    id: 'finish-last',
    severity: 'must',
    law: 'No part of a block comes after the finish; usage may stand on either side of it.',
    needs: 'A finish.',
    source:
      'https://platform.openai.com/docs/api-reference/chat-streaming/streaming#chat-streaming-streaming-usage',
    check(subject) {
      const [finish] = subject.assembled.finishes
      if (finish === undefined) return { notApplicable: 'the converter gave no finish' }
      if (saidMoreAfterFinish(subject)) {
        return { notApplicable: 'the provider said more after its finish, and what becomes of that is free' }
      }
      const late = subject.trace.parts.flatMap(({ type }, part) =>
        part > finish.part && !freeAfterFinish.has(type) ? [{ type, part }] : [],
      )
      return {
        findings: late.map(({ type, part }) => ({
          message: `a ${type} comes after the finish`,
          place: { part },
          expected: `no part of a block after the finish at part ${finish.part}`,
          got: type,
        })),
      }
    },
  },
  { judgesUnended: true },
)
