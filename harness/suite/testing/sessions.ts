/** What tests of generated sessions share: a right converter, ways to break it, and small sessions. */

import type { Driver } from '../../driver/driver.ts'
import { plainDrivers } from '../../mutants/plain/plain-drivers.ts'
import type { Part } from '../../trace/part.ts'
import type { Turn } from '../../turn/turn.ts'
import { runGenerated, type GeneratedOptions } from '../generated/run-generated.ts'
import type { SessionOptions } from '../generated/case.ts'
import type { Session } from '../generated/session.ts'
import { TriggerLines } from '../trigger-lines.ts'
import type { Witness } from '../witness.ts'

export const honest = plainDrivers['openai-chat']

/** The right converter with each of its parts changed. */
export function brokenBy(name: string, change: (part: Part) => Iterable<Part>): Driver {
  return {
    ...honest,
    name,
    *project(event: unknown, state: unknown, wire): Iterable<Part> {
      for (const part of honest.project(event, state, wire)) yield* change(part)
    },
  }
}

/** Loses every refusal that has text, which is the only thing wrong with it. */
export const losesRefusals = brokenBy('loses-refusals', (part) =>
  part.type === 'refusal-delta' ? [] : [part],
)

/** Says of every failed turn that it stopped well. */
export const hidesFailures = brokenBy('hides-failures', (part) =>
  part.type === 'finish' && part.reason === 'error' ? [{ type: 'finish', reason: 'stop' }] : [part],
)

export const turnOf = (blocks: Turn['blocks'], rest: Partial<Turn> = {}): Turn => ({
  blocks,
  finish: { reason: 'stop', raw: 'stop' },
  meta: {},
  state: 'closed',
  ...rest,
})

export const sessionOf = (blocks: Turn['blocks'], rest: Partial<Session> = {}): Session => ({
  wire: 'openai-chat',
  turn: turnOf(blocks),
  choice: { spellings: [], fragments: [] },
  delivery: 'as-recorded',
  ...rest,
})

/** Draws sessions for drivers, keeping the witnesses in a list. */
export async function draw(
  drivers: readonly Driver[],
  options: Partial<GeneratedOptions> = {},
  run: SessionOptions = {},
) {
  const witnesses: Witness[] = []
  const drawn = await runGenerated({
    runs: 60,
    seed: 1,
    save: async (witness) => `saved/${witnesses.push(witness)}`,
    ...options,
    drivers,
    selection: { cases: [], drivers: [] },
    lines: new TriggerLines([], []),
    run,
  })
  return { ...drawn, witnesses }
}
