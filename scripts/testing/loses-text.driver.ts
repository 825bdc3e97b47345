/** The text-only converter with one line broken: it drops every second piece of text. */

import { defineDriver, type Part } from '../../harness/index.ts'
import honest from './text-only.driver.ts'

export default defineDriver<unknown, { inner: unknown; seen: number }, 'events'>({
  ...honest,
  name: 'loses-text',
  level: 'events',
  capabilities: honest.capabilitiesFor('openai-chat'),
  convert: (payloads) => payloads,
  state: (wire) => ({ inner: honest.state?.(wire), seen: 0 }),
  *project(event, state, wire): Iterable<Part> {
    for (const part of honest.project(event, state.inner, wire)) {
      if (part.type === 'text-delta' && state.seen++ % 2 === 1) continue
      yield part
    }
  },
  end: (state, how, wire) => honest.end?.(state.inner, how, wire) ?? [],
})
