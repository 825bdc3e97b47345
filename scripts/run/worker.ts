/** A worker of a run: loads the same drivers and recordings as its parent and runs the groups it is told to. */

import { enableCompileCache } from 'node:module'

// Before the first import of what is large.
enableCompileCache()
const { GroupRun, onLateFailure, ownerAtWork, runBlock, shrinkFound, SmokeError, smokeRun, stackOf } =
  await import('../../harness/index.ts')
const { blockSettings, groupsOf, loadRun } = await import('./load-run.ts')
const { endWithParent } = await import('./watchdog.ts')
const { packOutcome } = await import('./worker-messages.ts')

import type { BlockSettings, CaseGroup } from '../../harness/index.ts'
import type { LoadedRun, RunSpec } from './load-run.ts'
import type { FromWorker, JobMessage, ToWorker } from './worker-messages.ts'

let loaded: Promise<LoadedRun> | undefined
let spec: RunSpec | undefined
let groups: CaseGroup[] = []
let update = false
let settings: Promise<BlockSettings> | undefined

const send = process.send?.bind(process)
// The channel is ours: a converter that talks to a manager of processes must not be taken for this file.
delete process.send

process.on('message', (message: ToWorker) => {
  handle(message).catch((error: unknown) => {
    tell({ type: 'failed', message: stackOf(error) })
  })
})
// The parent is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit(0))
process.on('exit', () => {
  const owner = ownerAtWork()
  tell({ type: 'ends', ...(owner && { owner }) })
})
onLateFailure((failure) => tell({ type: 'late', failure }))

async function handle(message: ToWorker): Promise<void> {
  if (message.type === 'load') {
    ;({ spec, update } = message)
    if (spec.driverFiles.length > 0) endWithParent()
    loaded = loadRun(spec)
    groups = groupsOf(await loaded, spec.shard)
    // The terminal's Ctrl-C reaches every process of the group; from now on the parent decides what becomes of the run.
    process.on('SIGINT', () => {})
    return tell({ type: 'ready' })
  }
  await doJob(message)
  tell({ type: 'done' })
}

async function doJob(message: JobMessage): Promise<void> {
  switch (message.type) {
    case 'smoke':
      return smoke()
    case 'cases':
      return runCases(message.groups, message.from)
    case 'block':
      return tell({ type: 'block-outcome', outcome: await runBlock(message.block, await drawing()) })
    case 'shrink':
      return tell({ type: 'shrunk', session: await shrinkFound(message.found, await drawing()) })
  }
}

async function smoke(): Promise<void> {
  try {
    await smokeRun(groups, {
      onStart: ({ driver, wire }) => tell({ type: 'smokes', driver: driver.name, wire }),
    })
    tell({ type: 'smoked' })
  } catch (error) {
    if (!(error instanceof SmokeError)) throw error
    tell({ type: 'smoked', fault: error.message })
  }
}

async function runCases(indexes: readonly number[], from: number): Promise<void> {
  let at = 0
  for (const index of indexes) {
    const group = groups[index]
    if (!group) throw new Error(`there is no group ${index} of ${groups.length}`)
    const run = new GroupRun(group, { update })
    for (const planned of group.cases) {
      at += 1
      if (at > from) tell({ type: 'outcome', outcome: packOutcome(await run.run(planned)) })
    }
  }
}

/** Made when the first sessions are drawn: stored cases need none of it. */
function drawing(): Promise<BlockSettings> {
  settings ??= makeSettings()
  return settings
}

async function makeSettings(): Promise<BlockSettings> {
  if (!spec || !loaded) throw new Error('a job came before the run was loaded')
  const onStart = (number: number, driver: string) => tell({ type: 'draws', number, driver })
  return { ...(await blockSettings(await loaded, spec)), onStart }
}

function tell(message: FromWorker): void {
  if (process.connected) send?.(message)
}
