/** Ctrl-C: the first one ends the run and lets it write what it has, the second one ends the process. */

export type Interrupt = { signal: AbortSignal; stop(): void }

export function onInterrupt(): Interrupt {
  const controller = new AbortController()
  const interrupt = () => {
    process.off('SIGINT', interrupt)
    process.stderr.write('\nInterrupted: writing what there is. Press Ctrl-C again to end at once.\n')
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  return { signal: controller.signal, stop: () => void process.off('SIGINT', interrupt) }
}
