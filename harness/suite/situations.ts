/** All situations by wire, and the recordings they make. Not here: the situations (harness/wire/<wire>/situations.ts), which deliveries they meet (plan.ts). */

import type { Recording } from '../recording/format.ts'
import { readsOf, type Situation } from '../wire/situation.ts'
import type { WireName } from '../wire/wire.ts'
import { wireOf, writerOf } from '../wire/wires.ts'
import { situations as anthropicMessages } from '../wire/anthropic-messages/situations.ts'
import { situations as bedrockConverse } from '../wire/bedrock-converse/situations.ts'
import { situations as gemini } from '../wire/gemini/situations.ts'
import { situations as mistral } from '../wire/mistral/situations.ts'
import { situations as openaiChat } from '../wire/openai-chat/situations.ts'
import { situations as openaiResponses } from '../wire/openai-responses/situations.ts'
import { situations as piAiEvents } from '../wire/pi-ai-events/situations.ts'
import type { Source } from './plan.ts'
import { fewDeliveries } from './situation-deliveries.ts'

export const situationsByWire: Readonly<Partial<Record<WireName, readonly Situation[]>>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'bedrock-converse': bedrockConverse,
  mistral,
  'pi-ai-events': piAiEvents,
}

export type WireSituation = Situation & { wire: WireName }

/** Every situation with its wire, wires in the order of their names' list. */
export function allSituations(): WireSituation[] {
  return Object.entries(situationsByWire).flatMap(([wire, situations]) =>
    situations.map((situation) => ({ ...situation, wire: wire as WireName })),
  )
}

/** The recording of a situation: one read an event, as a provider sends them. */
export function recordingOfSituation(situation: WireSituation): Recording {
  const wire = wireOf(situation.wire)
  const reads = readsOf(situation, wire, writerOf(situation.wire))
  const { id, title, source, end } = situation
  return {
    name: id,
    wire: wire.name,
    title,
    request: {
      method: 'POST',
      url: `https://provider.invalid${wire.path}`,
      headers: { 'content-type': 'application/json' },
    },
    response: {
      status: 200,
      headers: { 'content-type': wire.contentType },
      body: Buffer.concat(reads),
      chunks: reads.map((read) => [read.length, 0]),
    },
    end: { how: end === 'reset' ? 'reset' : 'complete' },
    borders: 'unknown',
    framing: 'synthesised',
    provenance: { kind: 'written', by: 'hand', source },
    redactions: [],
  }
}

/** The situations as a source of a run, under few deliveries or all. They have no goldens: their truth is what their turn says. */
export function situationSource(allDeliveries = false): Source {
  const played = new Map(allSituations().map((each) => [recordingOfSituation(each), each.deliveries]))
  return {
    label: 'situations',
    shipped: false,
    recordings: [...played.keys()],
    about: new Map([...played].map(([recording, deliveries]) => [recording, deliveries ?? []])),
    ...(allDeliveries
      ? {}
      : { pick: (recording, all) => fewDeliveries(recording, all, played.get(recording)) }),
  }
}
