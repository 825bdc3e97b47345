/** The capabilities a driver has unless it says otherwise: those of a converter that keeps everything. */

import { usageFields } from '../turn/turn.ts'
import type { Capabilities } from './driver.ts'

export const defaultCapabilities: Capabilities = {
  reasoning: true,
  signatures: false,
  refusal: 'own',
  blockStarts: true,
  blockEnds: true,
  segments: false,
  argumentDeltas: true,
  arguments: 'text',
  emptyArguments: '{}',
  usage: usageFields,
  usageBase: { inputHasCache: false, outputHasReasoning: true },
  finish: {},
  codes: {},
  details: [],
  opaque: false,
  meta: [],
  buffering: false,
  retries: false,
  requests: true,
  requestLacks: [],
}
