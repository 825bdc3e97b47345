/** The finding for what failed in the background of a run. */

import type { Finding } from '../check.ts'

/** `failure`: what was rejected or thrown, as the trace tells it. */
export function backgroundFinding(failure: string): Finding {
  return {
    message: failure.startsWith('uncaught ')
      ? 'an exception was thrown in the background'
      : 'a promise was rejected in the background',
    expected: 'no failure outside the stream',
    got: failure,
  }
}
