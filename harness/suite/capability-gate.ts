/** The features a driver can declare, and how a case shows them. Not here: judging the declarations (harness/verdict/features.ts). */

import type { Capabilities, Driver } from '../driver/driver.ts'
import { usageFields } from '../turn/turn.ts'
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
}

const features: readonly Feature[] = [
  {
    name: 'reasoning',
    declared: ({ reasoning }) => reasoning,
    offered: said('reasoning'),
    seen: ({ assembled }) =>
      assembled.blocks.some(({ kind, joined }) => kind === 'reasoning' && joined !== ''),
  },
  {
    name: "refusal: 'own'",
    declared: ({ refusal }) => refusal === 'own',
    offered: said('refusal'),
    seen: ({ assembled }) => assembled.blocks.some(({ kind }) => kind === 'refusal'),
  },
  {
    name: 'opaque',
    declared: ({ opaque }) => opaque,
    offered: said('opaque'),
    seen: ({ assembled }) => assembled.blocks.some(({ kind }) => kind === 'opaque'),
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
    seen: ({ trace }) =>
      trace.parts.some((part) => part.type === 'tool-call-delta' && part.argumentsDelta !== ''),
  },
  {
    name: 'blockEnds',
    declared: ({ blockEnds }) => blockEnds,
    offered: ({ truth }) => truth.reading.turn.state === 'closed' && said('text')({ truth }),
    seen: ({ trace }) =>
      trace.parts.some((part) => part.type === 'block-end' && part.block.type !== 'tool-call'),
  },
  ...usageFields.map((field) => ({
    name: `usage: ${field}`,
    declared: ({ usage }: Capabilities) => usage.includes(field),
    offered: ({ truth }: CaseRun) => (truth.reading.turn.usage?.[field] ?? 0) > 0,
    seen: ({ assembled }: CaseRun) => (assembled.usage?.[field] ?? 0) > 0,
  })),
]

function said(kind: string): (run: Pick<CaseRun, 'truth'>) => boolean {
  return ({ truth }) =>
    truth.reading.turn.blocks.some(
      (block) => block.type === kind && (!('text' in block) || block.text !== ''),
    )
}

/** Features of one case, by name. */
export type FeatureNote = { offered: string[]; seen: string[] }

export function featuresOf(run: CaseRun): FeatureNote {
  const named = (test: (feature: Feature) => boolean) => features.filter(test).map(({ name }) => name)
  return { offered: named((feature) => feature.offered(run)), seen: named((feature) => feature.seen(run)) }
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
  for (const feature of seen) entry.seen[feature] ??= `${name.recording}/${name.delivery}`
}
