/** Rule one-request: one call of the converter sends one request. */

import { isUnanswered } from '../replay/delivery.ts'
import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'

export const oneRequest: Check = defineCheck(
  {
    id: 'one-request',
    severity: 'must',
    law: 'A converter whose retries are off sends one request.',
    needs: 'Level `http`; not where `retries` is declared.',
    source: 'https://github.com/openai/openai-node#retries',
    check({ driver, capabilities, delivered, trace }) {
      if (driver.level !== 'http')
        return { notApplicable: `a converter at level \`${driver.level}\` sends no request` }
      if (capabilities.retries) return { notApplicable: 'the driver declares `retries`' }
      const { requests } = trace
      if (isUnanswered(delivered) && requests.length === 0)
        return { notApplicable: 'the connection failed before a request could be seen' }
      if (requests.length === 1) return { findings: [] }
      const got = requests.map(({ method, url }) => `${method} ${url}`)
      return { findings: [{ message: `the converter sent ${requests.length} requests`, expected: 1, got }] }
    },
  },
  { judgesUnended: true },
)
