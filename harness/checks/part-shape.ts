/** Rule part-shape: what a driver yields are parts, and its hooks do not throw. A converter that emits nonsense shows here. */

import type { Check } from './check.ts'

export const partShape: Check = {
  id: 'part-shape',
  severity: 'must',
  law: 'Every native event projects to parts of the published shape, and no hook of the driver throws.',
  needs: 'Every delivery.',
  source: 'https://json-schema.org/draft/2020-12/json-schema-validation',
  check: ({ trace }) => ({ findings: trace.driverFaults.map((message) => ({ message })) }),
}
