/** The embedded upstream as a target of the scenarios: what runs where there is no key. */

import { startUpstream, type Upstream } from '../../harness/record.ts'
import {
  localAnswer,
  localContextTokens,
  localKey,
  localModel,
  localOverflowTokens,
} from './local-answers.ts'
import type { Provider } from './providers.ts'
import type { Target } from './send.ts'

/** What its recordings name as their source. */
export const localUpstreamName = 'local upstream'

export type LocalTarget = { target: Target; close(): Promise<void> }

/**
 * Starts an upstream that plays one provider with the answers of the catalogue. Close it after use.
 * One for each provider: a connection that is kept alive from before a tap would not be seen by it.
 */
export async function startLocalTarget(provider: Provider): Promise<LocalTarget> {
  const upstream: Upstream = await startUpstream({
    answers: localAnswer,
    key: localKey,
    models: [localModel],
    contextTokens: localContextTokens,
  })
  const target: Target = {
    provider,
    model: localModel,
    baseUrl: upstream.baseUrl(provider.wire),
    credentials: { key: localKey },
    overflowTokens: localOverflowTokens,
  }
  return { target, close: () => upstream.close() }
}
