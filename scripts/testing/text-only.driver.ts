/** A converter for tests: text and a finish, honest about both. */

import { defineDriver, type Part } from '../../harness/index.ts'

type Chunk = { choices: { delta?: { content?: string | null }; finish_reason?: string | null }[] }

export default defineDriver<Chunk, { open: boolean; finished: boolean }, 'events'>({
  name: 'text-only',
  version: '1',
  wires: ['openai-chat'],
  level: 'events',
  capabilities: { blockEnds: false, reasoning: false, refusal: 'none', usage: [], argumentDeltas: false },
  convert: (payloads) => payloads as AsyncIterable<Chunk>,
  state: () => ({ open: false, finished: false }),
  *project(chunk, state): Iterable<Part> {
    const [choice] = chunk.choices
    if (choice?.delta?.content) {
      if (!state.open) yield { type: 'block-start', index: 0, kind: 'text' }
      state.open = true
      yield { type: 'text-delta', index: 0, text: choice.delta.content }
    }
    if (choice?.finish_reason) {
      state.finished = true
      yield { type: 'finish', reason: 'stop', raw: choice.finish_reason }
    }
  },
  *end(state, how): Iterable<Part> {
    if (state.finished) return
    const message = how.how === 'threw' ? String(how.error) : 'the stream ended without a finish'
    if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
    else yield { type: 'finish', reason: 'error', failure: { code: 'TRANSPORT', message } }
  },
})
