/** A generated session as a value: a turn, how it is written, how it arrives; and the recording it makes. Not here: running one (case.ts), making it small (shrink.ts). */

import * as fc from 'fast-check'
import type { Recording } from '../../recording/format.ts'
import type { Level } from '../../driver/driver.ts'
import type { Delivery } from '../../replay/delivery.ts'
import { sessionArbitrary, type SpellingRange } from '../../turn/arbitrary.ts'
import type { Turn } from '../../turn/turn.ts'
import { encode } from '../../wire/framing/framing.ts'
import { writePiAiEvents } from '../../wire/pi-ai-events/write-turn.ts'
import type { WireName, WriteChoice } from '../../wire/wire.ts'
import { wireOf, writerOf } from '../../wire/wires.ts'
import { deliveryArbitrary, deliveryNamed, resolveDelivery, type DrawnDelivery } from './delivery.ts'

/** A turn written on a wire. */
export type WrittenTurn = { wire: WireName; turn: Turn; choice: WriteChoice }

/** As drawn: the delivery is not yet one of its bytes. */
export type DrawnSession = WrittenTurn & { delivery: DrawnDelivery }

/** With the name of its delivery, so that it can be stored, told and made smaller. */
export type Session = WrittenTurn & { delivery: string }

export function drawnSessions(wire: WireName, range: SpellingRange): fc.Arbitrary<DrawnSession> {
  return fc
    .tuple(sessionArbitrary(writerOf(wire), range), deliveryArbitrary)
    .map(([{ turn, choice }, delivery]) => ({ wire, turn, choice, delivery }))
}

/** Sessions of one block share a seed: a session deep in a long run is reached without drawing all before it. */
const blockSize = 256

/** Where fast-check finds the session of a seed and a number: its own seed and path. */
export function placeOf(seed: number, number: number): { seed: number; path: string } {
  const block = Math.floor(number / blockSize)
  return { seed: (Math.imul(seed, 0x9e3779b1) + block) | 0, path: String(number % blockSize) }
}

/** Sessions `from` (included) to `to` (excluded) of a seed, each the same in every run that reaches it. */
export function* drawSessions(
  wire: WireName,
  range: SpellingRange,
  seed: number,
  from: number,
  to: number,
): Generator<DrawnSession & { number: number }> {
  const arbitrary = drawnSessions(wire, range)
  for (let number = from; number < to;) {
    const numRuns = Math.min(blockSize - (number % blockSize), to - number)
    for (const drawn of fc.sample(arbitrary, { ...placeOf(seed, number), numRuns })) {
      yield { ...drawn, number }
      number += 1
    }
  }
}

/** The name of a session that was drawn; it tells its number. */
export function drawnName(seed: number, number: number): string {
  return `generated-${seed}-${number}`
}

/** The number in the name of a drawn session; undefined for any other recording. */
export function drawnNumber(name: string): number | undefined {
  const found = /^generated-\d+-(\d+)$/.exec(name)?.[1]
  return found === undefined ? undefined : Number(found)
}

const urls: Readonly<Record<WireName, string>> = {
  'openai-chat': 'https://api.openai.com/v1/chat/completions',
  'openai-responses': 'https://api.openai.com/v1/responses',
  'anthropic-messages': 'https://api.anthropic.com/v1/messages',
  gemini:
    'https://generativelanguage.googleapis.com/v1beta/models/recorded-model:streamGenerateContent?alt=sse',
  'bedrock-converse': 'https://bedrock-runtime.us-east-1.amazonaws.com/model/recorded-model/converse-stream',
  mistral: 'https://api.mistral.ai/v1/chat/completions',
  'pi-ai-events': 'http://pi-ai.invalid/',
}

/** The recording of a written turn: one read an event, as a provider sends them. */
export function recordingOfTurn({ wire, turn, choice }: WrittenTurn, name: string): Recording {
  const { framings, contentType } = wireOf(wire)
  const reads = encode(framings[0] ?? 'sse', writerOf(wire).writeTurn(turn, choice))
  return {
    name,
    wire,
    request: { method: 'POST', url: urls[wire], headers: { 'content-type': 'application/json' } },
    response: {
      status: 200,
      headers: { 'content-type': contentType },
      body: Buffer.concat(reads),
      chunks: reads.map((read) => [read.length, 0]),
    },
    end: { how: 'complete' },
    borders: 'unknown',
    framing: 'synthesised',
    provenance: { kind: 'written', by: 'generator', source: 'a generated session' },
    redactions: [],
  }
}

/** The delivery of a session for a converter of a level: by its name, or as drawn. */
export function deliveryOf(session: Session | DrawnSession, recording: Recording, level: Level): Delivery {
  const wire = wireOf(session.wire)
  const { delivery } = session
  if (typeof delivery !== 'string') return resolveDelivery(delivery, recording, wire, level)
  const found = deliveryNamed(delivery, recording, wire)
  if (!found) throw new Error(`\`${recording.name}\` has no delivery \`${delivery}\``)
  return found
}

/** The events of a session as the objects their sender hands out, for a wire without bytes. A swap has other events. */
export function liveObjectsOf(
  { wire, turn, choice }: WrittenTurn,
  { kind }: Pick<Delivery, 'kind'>,
): (() => Iterable<unknown>) | undefined {
  if (wire !== 'pi-ai-events' || kind === 'swap') return undefined
  if (kind !== 'noise') return () => writePiAiEvents(turn, choice)
  return () => writePiAiEvents(turn, choice).map((event) => ({ ...event, x_streamproof_noise: 'unknown' }))
}
