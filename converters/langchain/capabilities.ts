/** What every LangChain chat model keeps of a stream. Not here: what one provider's package differs in (each driver). */

import type { Capabilities } from '../../harness/index.ts'

/** Chunks mark no starts and no ends; calls of the final message hold parsed arguments. */
export const capabilities: Partial<Capabilities> = {
  blockStarts: false,
  blockEnds: false,
  arguments: 'value',
  usageBase: { inputHasCache: true, outputHasReasoning: true },
  finish: { empty: { reason: 'stop' }, unknown: { reason: 'other' } },
  meta: ['responseId'],
  requestLacks: ['argument-text', 'refusal'],
}
