/** What a declaration of a driver may say; a wrong one is refused by the field that is wrong. Not here: whether what it says is true, which a run shows (harness/verdict/features.ts). */

import { z } from 'zod'
import { failureSchema, metaSchema } from '../trace/part.ts'
import { failureCodes } from '../turn/failure.ts'
import { requestFeatures } from '../turn/request.ts'
import { finishReasons, usageFields } from '../turn/turn.ts'
import { wireNames } from '../wire/wire.ts'
import type { Capabilities, DriverOptions, Level } from './driver.ts'

export class DriverError extends Error {
  override name = 'DriverError'
}

const flag = z.boolean()
const code = z.enum(failureCodes)

const capabilities = z
  .strictObject({
    reasoning: flag,
    signatures: flag,
    refusal: z.enum(['own', 'as-text', 'none']),
    blockStarts: flag,
    blockEnds: flag,
    segments: flag,
    argumentDeltas: flag,
    arguments: z.enum(['text', 'value']),
    emptyArguments: z.enum(['{}', '']),
    usage: z.array(z.enum(usageFields)),
    usageBase: z.strictObject({ inputHasCache: flag, outputHasReasoning: flag }),
    finish: z.record(
      z.string(),
      z.strictObject({ reason: z.enum(finishReasons), code: code.exactOptional() }),
    ),
    codes: z.partialRecord(code, code),
    details: z.array(failureSchema.omit({ code: true, message: true }).keyof()),
    opaque: flag,
    meta: z.array(metaSchema.keyof()),
    buffering: flag,
    retries: flag,
    requests: flag,
    requestLacks: z.array(z.enum(requestFeatures)),
  } satisfies Record<keyof Capabilities, z.ZodType>)
  .partial()

const levels: readonly unknown[] = ['http', 'bytes', 'events'] satisfies Level[]

const required = ['convert', 'project'] as const
const hooks = [
  'state',
  'end',
  'failure',
  'mapId',
  'convertBody',
  'toRequest',
  'replayState',
] as const satisfies (keyof DriverOptions<unknown, unknown>)[]

const values = [
  'name',
  'version',
  'wires',
  'level',
  'serverWires',
  'impossible',
  'capabilities',
  'capabilitiesByWire',
] as const satisfies (keyof DriverOptions<unknown, unknown>)[]

/** The fields of a declaration. */
export const declarable: readonly string[] = [...values, ...required, ...hooks]

/** What `defineDriver` adds, of a driver that is spread into another one. */
const ofDriver: readonly string[] = ['capabilitiesFor', 'declaredAt']

/** @throws DriverError that names the field, what was found, and what may stand there. */
export function mustDeclare<E, S, L extends Level>(options: DriverOptions<E, S, L>): void {
  const name: unknown = options.name
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw new DriverError(
      `\`name\` of a driver must be a slug of [a-z0-9-], found ${JSON.stringify(name)}. It is part of every case id.`,
    )
  }
  const given: Readonly<Record<string, unknown>> = options
  // An instance of a class may keep what it likes.
  const listed = Object.getPrototypeOf(given) === Object.prototype ? Object.keys(given) : []
  const unknown = listed.find((field) => ![...declarable, ...ofDriver].includes(field))
  if (unknown !== undefined) {
    throw new DriverError(
      `\`${unknown}\` is no field of a driver, found in \`${name}\`. Known: ${declarable.join(', ')}.`,
    )
  }
  if (!levels.includes(options.level)) {
    throw new DriverError(
      `\`level\` of driver \`${name}\` must be http, bytes or events, found ${JSON.stringify(options.level)}.`,
    )
  }
  const isOptional = (field: string) => hooks.some((hook) => hook === field) && given[field] === undefined
  const noHook = [...required, ...hooks].find(
    (hook) => typeof given[hook] !== 'function' && !isOptional(hook),
  )
  if (noHook !== undefined) {
    throw new DriverError(
      `\`${noHook}\` of driver \`${name}\` must be a function, found ${typeof given[noHook]}.`,
    )
  }
  mustKnowWires(name, options.wires)
  mustBeCapable(name, 'capabilities', options.capabilities)
  for (const [wire, own] of Object.entries(options.capabilitiesByWire ?? {})) {
    mustKnowWires(name, [wire], 'capabilitiesByWire')
    mustBeCapable(name, `capabilitiesByWire.${wire}`, own)
  }
}

function mustKnowWires(name: string, wires: readonly string[], field = 'wires'): void {
  if (!Array.isArray(wires) || wires.length === 0) {
    throw new DriverError(`\`${field}\` of driver \`${name}\` names no wire. Known: ${wireNames.join(', ')}.`)
  }
  const known: readonly string[] = wireNames
  const unknown = wires.find((wire) => !known.includes(wire))
  if (unknown !== undefined) {
    throw new DriverError(
      `\`${field}\` of driver \`${name}\` names the unknown wire ${JSON.stringify(unknown)}. Known: ${wireNames.join(', ')}.`,
    )
  }
}

function mustBeCapable(name: string, field: string, given: unknown): void {
  const checked = capabilities.optional().safeParse(given)
  const [issue] = checked.error?.issues ?? []
  if (!issue) return
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [field, ...issue.path, ...unknown].join('.')
  const found = [...issue.path, ...unknown].reduce<unknown>(memberOf, given)
  const known = unknown.length > 0 ? `Known: ${Object.keys(capabilities.shape).join(', ')}` : issue.message
  throw new DriverError(
    `\`${path}\` of driver \`${name}\` ${unknown.length > 0 ? 'is no capability' : 'is wrong'}, found ${JSON.stringify(found)}. ${known}.`,
  )
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return value instanceof Object ? (value as Record<PropertyKey, unknown>)[key] : undefined
}
