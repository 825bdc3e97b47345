/** Ends a worker whose parent is gone, also where a converter blocks its event loop and it would not hear of that. */

import { Worker } from 'node:worker_threads'

const everyMs = 1_000

/** A thread of its own, which a blocked one does not stop. A process whose parent has died gets another one: https://man7.org/linux/man-pages/man2/getppid.2.html */
const watching = `
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, ${everyMs})
`

export function endWithParent(): void {
  new Worker(watching, { eval: true, stdout: true, stderr: true }).unref()
}
