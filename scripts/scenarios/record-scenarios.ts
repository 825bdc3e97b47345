/** Runs the catalogue against one provider and keeps a recording of each exchange. Not here: asking the user (commands/record-scenarios.ts), sending (send.ts), capturing (harness/capture). */

import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { defineNetwork } from 'msw/experimental'
import { readRecording, writeRecording, type Recording } from '../../harness/index.ts'
import { CaptureSource, createRecorder, createRedactor, type CaptureEvent } from '../../harness/record.ts'
import type { Scenario } from './scenario.ts'
import { isExpected, requestOf, send, type Outcome, type Target } from './send.ts'

export type ScenarioRun = {
  target: Target
  /** The recordings go to `out/<wire>/<scenario>/`. */
  out: string
  scenarios: readonly Scenario[]
  /** What recordings name as their source; default: the host. */
  from?: string
  /** Called after each scenario. */
  onResult?: (result: ScenarioResult) => void
}

export type ScenarioResult = {
  scenario: Scenario
  outcome: Outcome
  /** The outcome is the one the scenario is for. */
  expected: boolean
  kept: Kept
}

/** `earlier`: a good recording of before was not overwritten by this one. `lost`: there is none, and why. */
export type Kept = { how: 'written' | 'earlier'; folder: string } | { how: 'lost'; reason: string }

/** The scenarios that this wire's requests can say. */
export function sayable(scenarios: readonly Scenario[], { provider }: Target): Scenario[] {
  return scenarios.filter(({ not }) => !not?.includes(provider.wire))
}

/** One after the other, each sent by the global fetch and captured below it. */
export async function recordScenarios(run: ScenarioRun): Promise<ScenarioResult[]> {
  await mkdir(run.out, { recursive: true })
  const scratch = await mkdtemp(join(run.out, '.scenarios-'))
  const inbox = new Inbox()
  const recorder = createRecorder({
    out: scratch,
    hosts: [new URL(run.target.baseUrl).host],
    redactor: createRedactor(),
    report: (event) => inbox.take(event),
  })
  const network = defineNetwork({ sources: [new CaptureSource(recorder)], onUnhandledFrame: 'bypass' })
  network.enable()
  const results: ScenarioResult[] = []
  try {
    for (const scenario of sayable(run.scenarios, run.target)) {
      const outcome = await send(requestOf(scenario, run.target), scenario)
      const expected = isExpected(scenario, outcome)
      const captured = await inbox.next(outcome.kind === 'failed' ? 0 : foldPatienceMs)
      const kept = await keep(run, { scenario, expected, captured, scratch })
      const result = { scenario, outcome, expected, kept }
      results.push(result)
      run.onResult?.(result)
    }
  } finally {
    network.disable()
    recorder.close()
  }
  // What could not be folded stays, with the journal that a failure names.
  if (results.every(({ kept }) => kept.how !== 'lost')) await rm(scratch, { recursive: true })
  return results
}

type Captured = Extract<CaptureEvent, { type: 'recorded' | 'failed' }> | undefined
type ToKeep = { scenario: Scenario; expected: boolean; captured: Captured; scratch: string }

async function keep(run: ScenarioRun, { scenario, expected, captured, scratch }: ToKeep): Promise<Kept> {
  if (captured === undefined) return { how: 'lost', reason: 'no exchange was captured' }
  if (captured.type === 'failed') return { how: 'lost', reason: captured.reason }
  const folder = join(run.out, run.target.provider.wire, scenario.id)
  if (!expected && (await isRecording(folder))) return { how: 'earlier', folder }
  await writeRecording(folder, named(await readRecording(join(scratch, captured.name)), scenario, run))
  await rm(join(scratch, captured.name), { recursive: true })
  return { how: 'written', folder }
}

/** The capture told the wire by what it saw; here it is known, also behind a gateway that looks like another. */
function named(recording: Recording, { id, title }: Scenario, { target, from }: ScenarioRun): Recording {
  const { provenance } = recording
  return {
    ...recording,
    name: id,
    wire: target.provider.wire,
    title: `${target.provider.name}: ${title}`,
    provenance: from !== undefined && provenance.kind === 'captured' ? { ...provenance, from } : provenance,
  }
}

async function isRecording(folder: string): Promise<boolean> {
  return readRecording(folder).then(
    () => true,
    () => false,
  )
}

/** The recorder folds right after the exchange; this long it may take on a busy machine. After a failed one there may be nothing to wait for. */
const foldPatienceMs = 10_000

/** What the recorder reported, to be waited for. */
class Inbox {
  #events: NonNullable<Captured>[] = []
  #wake: () => void = () => {}

  take(event: CaptureEvent): void {
    if (event.type === 'notice') process.stderr.write(`streamproof: ${event.message}\n`)
    if (event.type !== 'recorded' && event.type !== 'failed') return
    this.#events.push(event)
    this.#wake()
  }

  async next(patienceMs: number): Promise<Captured> {
    const patience = new AbortController()
    if (this.#events.length === 0) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve))
      const tired = delay(patienceMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([woken, tired])
      patience.abort()
    }
    // A redirect makes several exchanges of one request: the last one holds the answer.
    return this.#events.splice(0).at(-1)
  }
}
