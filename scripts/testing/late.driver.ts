/** The text-only converter, but some of it goes on behind the end: at reasoning it rejects, at a refusal it ends its process. It talks to a manager of processes, too. */

import { defineDriver } from '../../harness/index.ts'
import honest from './text-only.driver.ts'

/** Behind the turn of the event loop in which a run's own failures are awaited. */
const later = (work: () => void) => void setTimeout(work, 5)

export default defineDriver<unknown, unknown, 'events'>({
  ...honest,
  name: 'late',
  level: 'events',
  capabilities: honest.capabilitiesFor('openai-chat'),
  async *convert(payloads) {
    process.send?.({ type: 'done' })
    for await (const payload of payloads) {
      const text = JSON.stringify(payload)
      if (text.includes('"reasoning_content":"')) later(() => void Promise.reject(new Error('too late')))
      if (text.includes('"refusal":"')) later(() => process.exit(9))
      yield payload
    }
  },
})
