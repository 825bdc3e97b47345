/** The list of rules, in the order in which a reader meets them: structure, content, calls, counts, ends, deliveries, the run itself, requests. */

import { abortHonoured } from './abort-honoured.ts'
import { argumentsRaw } from './arguments-raw.ts'
import { argumentsValue } from './arguments-value.ts'
import { blockOrder } from './block-order.ts'
import { blocksClosed } from './blocks-closed.ts'
import type { Check } from './check.ts'
import { cutReported } from './cut-reported.ts'
import { deltaAfterEnd } from './delta-after-end.ts'
import { deterministic } from './deterministic.ts'
import { emptyArguments } from './empty-arguments.ts'
import { ends } from './ends.ts'
import { errorClass } from './error-class.ts'
import { errorDetails } from './error-details.ts'
import { errorSurfaced } from './error-surfaced.ts'
import { finishLast } from './finish-last.ts'
import { finishOnce } from './finish-once.ts'
import { finishReason } from './finish-reason.ts'
import { historyRoundTrip } from './history-round-trip.ts'
import { identityStable } from './identity-stable.ts'
import { incremental } from './incremental.ts'
import { isolation } from './isolation.ts'
import { noCrossTalk } from './no-cross-talk.ts'
import { noPrematureCall } from './no-premature-call.ts'
import { noRepair } from './no-repair.ts'
import { noUnhandledRejection } from './no-unhandled-rejection.ts'
import { noiseInvariant } from './noise-invariant.ts'
import { oneRequest } from './one-request.ts'
import { partShape } from './part-shape.ts'
import { partialKept } from './partial-kept.ts'
import { reasoningKept } from './reasoning-kept.ts'
import { rechunkInvariant } from './rechunk-invariant.ts'
import { refusalKept } from './refusal-kept.ts'
import { replayState } from './replay-state.ts'
import { requestFaithful } from './request-faithful.ts'
import { streamEqualsBody } from './stream-equals-body.ts'
import { runRules, type RuleText } from './run-rules.ts'
import { textComplete } from './text-complete.ts'
import { toolCallComplete } from './tool-call-complete.ts'
import { unknownErrorKept } from './unknown-error-kept.ts'
import { unknownTolerated } from './unknown-tolerated.ts'
import { usageEqual } from './usage-equal.ts'
import { usageLast } from './usage-last.ts'

export const checks: readonly Check[] = [
  blockOrder,
  deltaAfterEnd,
  blocksClosed,
  finishLast,
  finishOnce,
  textComplete,
  reasoningKept,
  refusalKept,
  noCrossTalk,
  partialKept,
  toolCallComplete,
  argumentsRaw,
  argumentsValue,
  emptyArguments,
  identityStable,
  noPrematureCall,
  noRepair,
  usageEqual,
  usageLast,
  finishReason,
  errorClass,
  errorDetails,
  errorSurfaced,
  unknownErrorKept,
  cutReported,
  rechunkInvariant,
  noiseInvariant,
  unknownTolerated,
  ends,
  oneRequest,
  noUnhandledRejection,
  incremental,
  abortHonoured,
  deterministic,
  isolation,
  streamEqualsBody,
  requestFaithful,
  historyRoundTrip,
  replayState,
  partShape,
]

export const ruleIds: readonly string[] = checks.map(({ id }) => id)

/** Every rule there is, as text. */
export const ruleTexts: readonly RuleText[] = [...checks, ...runRules]
