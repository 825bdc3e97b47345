/** Where a reader and an official client disagree and it is known why: each is told in the wire's NOTES.md. Not here: finding them (compare.ts). */

import type { Difference } from '../../turn/diff.ts'
import type { Reading } from '../wire.ts'
import type { Answer } from './account.ts'

export type KnownDisagreement = {
  id: string
  /** Name of the client. */
  client: string
  /** Whether this difference is that disagreement. */
  covers(difference: Difference, reading: Reading, answer: Answer): boolean
}

function isCut({ turn }: Reading): boolean {
  return turn.finish?.reason === 'max-tokens' || turn.finish?.reason === 'content-filter'
}

/** The client throws, and its words say why. */
function throws(client: string, id: string, words: RegExp): KnownDisagreement {
  return {
    id,
    client,
    covers: ({ path }, _reading, { failed }) => path === 'failed' && words.test(failed ?? ''),
  }
}

export const knownDisagreements: readonly KnownDisagreement[] = [
  throws('openai ResponseStream', 'unknown-event-throws', /Unhandled response stream event/),
  {
    id: 'blank-arguments-throw',
    client: '@anthropic-ai/sdk MessageStream',
    covers: ({ path }, reading, { failed }) =>
      path === 'failed' && isCut(reading) && /JSON/.test(failed ?? ''),
  },
]
