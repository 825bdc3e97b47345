/** A worker of a run: loads the same drivers and recordings as its parent and runs the groups it is told to. */

import { enableCompileCache } from 'node:module'

// Before the first import of what is large.
enableCompileCache()
const { GroupRun } = await import('../../harness/index.ts')
const { groupsOf, loadRun } = await import('./load-run.ts')
const { packOutcome } = await import('./worker-messages.ts')

import type { CaseGroup } from '../../harness/index.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

let groups: CaseGroup[] = []
let update = false

process.on('message', (message: ToWorker) => {
  handle(message).catch((error: unknown) => {
    tell({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  })
})
// The parent is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit(0))
// The terminal's Ctrl-C reaches every process of the group; the parent decides what becomes of the run.
process.on('SIGINT', () => {})

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'load':
      groups = groupsOf(await loadRun(message.spec), message.spec.shard)
      update = message.update
      return tell({ type: 'ready', groups: groups.length })
    case 'run':
      return runGroup(message.group, message.from)
    case 'stop':
      process.exit(0)
  }
}

async function runGroup(index: number, from: number): Promise<void> {
  const group = groups[index]
  if (!group) throw new Error(`there is no group ${index} of ${groups.length}`)
  const run = new GroupRun(group, { update })
  for (const [at, planned] of group.cases.entries()) {
    if (at < from) continue
    tell({ type: 'starts', group: index, at })
    tell({ type: 'outcome', group: index, outcome: packOutcome(await run.run(planned)) })
  }
  tell({ type: 'done', group: index })
}

function tell(message: FromWorker): void {
  process.send?.(message)
}
