/** Drivers of the plain converters, at each level. Not here: the converters (one file per wire). */

import { defineDriver } from '../../driver/define-driver.ts'
import type { Capabilities, Driver, Level } from '../../driver/driver.ts'
import type { Part } from '../../trace/part.ts'
import type { WireName } from '../../wire/wire.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { bedrockConverse } from './bedrock-converse.ts'
import { gemini } from './gemini.ts'
import { mistral } from './mistral.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { piAiEvents } from './pi-ai-events.ts'
import {
  convertBody,
  convertPayloads,
  convertRequest,
  convertResponse,
  type PlainWire,
} from './plain-wire.ts'

const plainWires: readonly PlainWire[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  gemini,
  bedrockConverse,
  mistral,
  piAiEvents,
]

/** Everything a wire can carry is kept. */
const capabilities: Partial<Capabilities> = {
  signatures: true,
  segments: true,
  details: ['status', 'retryAfterMs', 'requestId'],
  opaque: true,
  meta: ['responseId', 'model', 'stopSequence'],
}

/** What a wire cannot carry is not declared. */
const lacking: Partial<Record<WireName, Partial<Capabilities>>> = {
  'openai-chat': { segments: false },
  mistral: { segments: false, refusal: 'none' },
  'anthropic-messages': { refusal: 'none' },
  // Arguments come as JSON values.
  gemini: { refusal: 'none', argumentDeltas: false },
  'bedrock-converse': { refusal: 'none' },
  'pi-ai-events': { refusal: 'none', opaque: false },
}

const project = (part: Part) => [part]

function driverOf(wire: PlainWire, level: Level): Driver {
  const shared = {
    name: level === 'http' ? `plain-${wire.name}` : `plain-${wire.name}-${level}`,
    version: '1',
    wires: [wire.name],
    capabilities: { ...capabilities, ...lacking[wire.name] },
    project,
    convertBody: (body: unknown) => convertBody(wire, body),
    ...(wire.toRequest ? { toRequest: wire.toRequest } : {}),
  }
  if (level === 'events') {
    return defineDriver<Part, undefined, 'events'>({
      ...shared,
      level,
      convert: (payloads, context) => convertPayloads(wire, payloads, context),
    })
  }
  if (level === 'bytes') {
    return defineDriver<Part, undefined, 'bytes'>({
      ...shared,
      level,
      convert: (response, context) => convertResponse(wire, response, context),
    })
  }
  return defineDriver<Part, undefined, 'http'>({
    ...shared,
    level,
    convert: (context) => convertRequest(wire, context),
  })
}

function driversAt(level: Level): Record<WireName, Driver> {
  return Object.fromEntries(plainWires.map((wire) => [wire.name, driverOf(wire, level)])) as Record<
    WireName,
    Driver
  >
}

/** By wire, at level `http`: they meet every delivery. */
export const plainDrivers: Record<WireName, Driver> = driversAt('http')
export const plainByteDrivers: Record<WireName, Driver> = driversAt('bytes')
export const plainEventDrivers: Record<WireName, Driver> = driversAt('events')
