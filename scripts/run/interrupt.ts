/** Ctrl-C: the first one ends the run and lets it write what it has, the second one ends the process. */

/** What a shell expects of a process that Ctrl-C ended: https://tldp.org/LDP/abs/html/exitcodes.html */
export const interruptedExitCode = 130

export class Interrupt {
  readonly #controller = new AbortController()
  readonly #interrupt = () => {
    // Not left to the system: a driver file may have a listener of its own.
    if (this.#controller.signal.aborted) process.exit(interruptedExitCode)
    process.stderr.write('\nInterrupted: writing what there is. Press Ctrl-C again to end at once.\n')
    this.#controller.abort()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Until this is called Ctrl-C ends the process as it always does: there is nothing to write, and a driver file that never comes to an end must not keep it. */
  listen(): void {
    process.on('SIGINT', this.#interrupt)
  }

  stop(): void {
    process.off('SIGINT', this.#interrupt)
  }
}
