/** The rule `capabilities`, judged over a whole run: what a driver emits it must declare, and what it declares it must show. */

import type { Finding, RuleAnswer } from '../checks/check.ts'
import type { Capabilities, Driver } from '../driver/driver.ts'
import { usageFields } from '../turn/turn.ts'
import type { CaseName } from '../verdict/case-id.ts'
import type { WireName } from '../wire/wire.ts'
import type { CaseRun } from './run-case.ts'

const rule = { id: 'capabilities', severity: 'must' } as const

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

/** What one driver showed over one wire, gathered case by case, so that traces need not be kept. */
export class CapabilityGate {
  readonly #driver: Driver
  readonly #wire: WireName
  readonly #seen = new Map<string, string>()
  readonly #offered = new Set<string>()

  constructor(driver: Driver, wire: WireName) {
    this.#driver = driver
    this.#wire = wire
  }

  note({ name, features: { offered, seen } }: { name: CaseName; features: FeatureNote }): void {
    for (const feature of offered) this.#offered.add(feature)
    for (const feature of seen) {
      if (!this.#seen.has(feature)) this.#seen.set(feature, `${name.recording}/${name.delivery}`)
    }
  }

  /** `unfiltered`: everything there is was run, so what was not shown does not exist. */
  answer(unfiltered: boolean): RuleAnswer {
    const capabilities = this.#driver.capabilitiesFor(this.#wire)
    const findings: Finding[] = features.flatMap((feature) => {
      const where = this.#seen.get(feature.name)
      const declared = feature.declared(capabilities)
      if (where !== undefined && !declared) {
        return [{ message: `\`${feature.name}\` is not declared, yet ${where} shows it. Declare it.` }]
      }
      if (where === undefined && declared && unfiltered && this.#offered.has(feature.name)) {
        return [{ message: `\`${feature.name}\` is declared, yet no case shows it. Remove the declaration.` }]
      }
      return []
    })
    return { rule, answer: { findings } }
  }
}
