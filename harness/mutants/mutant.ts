/** What a mutant is: a correct converter, broken on purpose in one way. Not here: the mutants (mutants/), the ways to break one (break-*.ts), running them (run-mutants.ts). */

import type { Driver } from '../driver/driver.ts'
import type { WireName } from '../wire/wire.ts'

/** The converter a mutant is made from: a plain one at a level, or a driver that ships, by its name. */
export type Origin = 'plain' | 'plain-bytes' | 'plain-events' | 'openai' | 'openai-events' | 'pi-ai'

/** What the wrapper takes hold of: neutral parts, parsed payloads, the Response, `fetch`, the whole run, or what the driver says of itself. */
export type MutantLevel = 'parts' | 'payloads' | 'answer' | 'fetch' | 'run' | 'driver'

/** Recordings by wire: the wires it is made for, and what each shows it with. `all` is for the rule that judges a whole run. */
export type ShownBy = Partial<Record<WireName, readonly string[] | 'all'>>

type Shared = {
  /** Slug. */
  id: string
  /** One sentence: what is broken. */
  title: string
  level: MutantLevel
  /** Default: `plain`. */
  origin?: Origin
  shownBy: ShownBy
  /** Deliveries beside `as-recorded`, by name or by the beginning of a name. Default: a few that cost little. */
  deliveries?: readonly string[]
  /** Also compares with the goldens, where the origin is a driver that ships. */
  withGolden?: boolean
  /** Milliseconds after which the run counts as hung, for a mutant that hangs. */
  hangMs?: number
  apply(driver: Driver): Driver
}

export type Mutant = Shared & {
  /** The rule that names the fault: it must find it. */
  breaks: string
  /** A public report of the fault or of the stream that provokes it, or the package that did so, where there is one. */
  source?: string
}

/** A wrapper that changes nothing a rule may see: it must survive. */
export type Control = Shared
