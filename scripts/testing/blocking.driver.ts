/** A converter for tests that blocks its process at the first payload. */

import { defineDriver } from '../../harness/index.ts'
import honest from './text-only.driver.ts'

export default defineDriver<unknown, unknown, 'events'>({
  ...honest,
  name: 'blocking',
  level: 'events',
  capabilities: honest.capabilitiesFor('openai-chat'),
  // eslint-disable-next-line require-yield
  async *convert(payloads) {
    for await (const _ of payloads) for (;;);
  },
})
