/** The features a driver can declare, and how a case shows them. Not here: judging the declarations (harness/verdict/features.ts). */

import { brief } from '../driver/thrown.ts'
import type { Capabilities, Driver } from '../driver/driver.ts'
import type { Part } from '../trace/part.ts'
import { usageFields, type BlockKind } from '../turn/turn.ts'
import type { CaseName } from '../verdict/case-id.ts'
import type { FeatureEntry } from '../verdict/features.ts'
import type { WireName } from '../wire/wire.ts'
import type { CaseRun } from './run-case.ts'

type Feature = {
  name: string
  declared(capabilities: Capabilities): boolean
  /** The provider said something of the kind. */
  offered(run: CaseRun): boolean
  /** The converter said something of the kind. */
  seen(run: CaseRun): boolean
  /** Whether it is this part that does. */
  isIn: (part: Part) => boolean
}

const features: readonly Feature[] = [
  {
    name: 'reasoning',
    declared: ({ reasoning }) => reasoning,
    offered: said('reasoning'),
    seen: ({ assembled }) =>
      assembled.blocks.some(({ kind, joined }) => kind === 'reasoning' && joined !== ''),
    isIn: (part) => part.type === 'reasoning-delta' && part.text !== '',
  },
  {
    name: "refusal: 'own'",
    declared: ({ refusal }) => refusal === 'own',
    offered: said('refusal'),
    seen: ({ assembled }) => assembled.blocks.some(({ kind }) => kind === 'refusal'),
    isIn: ofKind('refusal'),
  },
  {
    name: 'opaque',
    declared: ({ opaque }) => opaque,
    offered: said('opaque'),
    seen: ({ assembled }) => assembled.blocks.some(({ kind }) => kind === 'opaque'),
    isIn: ofKind('opaque'),
  },
  {
    name: 'argumentDeltas',
    declared: ({ argumentDeltas }) => argumentDeltas,
    offered: ({ truth }) =>
      truth.reading.turn.blocks.some(
        (block, at) =>
          block.type === 'tool-call' &&
          block.arguments !== '' &&
          truth.reading.evidence[at]?.argumentsAs !== 'value',
      ),
    seen: ({ trace }) => trace.parts.some(isArgumentDelta),
    isIn: isArgumentDelta,
  },
  {
    name: 'blockEnds',
    declared: ({ blockEnds }) => blockEnds,
    offered: ({ truth }) => truth.reading.turn.state === 'closed' && said('text')({ truth }),
    seen: ({ trace }) => trace.parts.some(isBlockEnd),
    isIn: isBlockEnd,
  },
  ...usageFields.map((field) => ({
    name: `usage: ${field}`,
    declared: ({ usage }: Capabilities) => usage.includes(field),
    offered: ({ truth }: CaseRun) => (truth.reading.turn.usage?.[field] ?? 0) > 0,
    seen: ({ assembled }: CaseRun) => (assembled.usage?.[field] ?? 0) > 0,
    isIn: (part: Part) => part.type === 'usage' && (part.usage[field] ?? 0) > 0,
  })),
]

function said(kind: string): (run: Pick<CaseRun, 'truth'>) => boolean {
  return ({ truth }) =>
    truth.reading.turn.blocks.some(
      (block) => block.type === kind && (!('text' in block) || block.text !== ''),
    )
}

function isArgumentDelta(part: Part): boolean {
  return part.type === 'tool-call-delta' && part.argumentsDelta !== ''
}

function isBlockEnd(part: Part): boolean {
  return part.type === 'block-end' && part.block.type !== 'tool-call'
}

/** Part of a block of a kind: its start, a delta or its end. */
function ofKind(kind: BlockKind): (part: Part) => boolean {
  return (part) =>
    (part.type === 'block-start' && part.kind === kind) ||
    (part.type === 'block-end' && part.block.type === kind) ||
    part.type === `${kind}-delta`
}

/** Features of one case. */
export type FeatureNote = { offered: string[]; seen: SeenFeature[] }

/** `part`: what shows it, in words, where the driver does not declare it. */
export type SeenFeature = { name: string; part?: string }

export function featuresOf(run: CaseRun): FeatureNote {
  const { driver, wire } = run.case
  const capabilities = driver.capabilitiesFor(wire)
  return {
    offered: features.filter((feature) => feature.offered(run)).map(({ name }) => name),
    seen: features
      .filter((feature) => feature.seen(run))
      .map((feature) =>
        feature.declared(capabilities)
          ? { name: feature.name }
          : { name: feature.name, part: partOf(feature, run) },
      ),
  }
}

function partOf({ isIn }: Feature, { trace: { parts } }: CaseRun): string {
  const at = parts.findIndex(isIn)
  return `part ${at} ${brief(parts[at])}`
}

export function entryOf(driver: Driver, wire: WireName): FeatureEntry {
  const capabilities = driver.capabilitiesFor(wire)
  const declared = features.filter((feature) => feature.declared(capabilities)).map(({ name }) => name)
  return { driver: driver.name, wire, declared, offered: [], seen: {} }
}

/** Adds what a case showed. Traces need not be kept. */
export function noteFeatures(
  entry: FeatureEntry,
  { name, features: { offered, seen } }: { name: CaseName; features: FeatureNote },
): void {
  entry.offered = [...new Set([...entry.offered, ...offered])]
  for (const { name: feature, part } of seen) {
    entry.seen[feature] ??= `${name.recording}/${name.delivery}${part === undefined ? '' : ` (${part})`}`
  }
}
