/** The text-only converter, but it ends its process at reasoning, and blocks it at a refusal. */

import { defineDriver } from '../../harness/index.ts'
import honest from './text-only.driver.ts'

export default defineDriver<unknown, unknown, 'events'>({
  ...honest,
  name: 'deadly',
  level: 'events',
  capabilities: honest.capabilitiesFor('openai-chat'),
  async *convert(payloads) {
    for await (const payload of payloads) {
      const text = JSON.stringify(payload)
      if (text.includes('"reasoning_content":"')) process.exit(7)
      if (text.includes('"refusal":"I')) for (;;);
      yield payload
    }
  },
})
