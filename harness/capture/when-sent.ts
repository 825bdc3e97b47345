/** Runs what can wait until a request is on its way: its client has then nothing to do until there is an answer. Not here: what waits longer (tasks.ts). */

export class WhenSent {
  readonly #task: () => void
  #immediate: NodeJS.Immediate | undefined

  constructor(task: () => void) {
    this.#task = task
  }

  /** Two turns of the event loop from now: clients send head and body in turns of their own. Not `unref`, or the loop would sleep until the answer first. */
  soon(): void {
    this.#immediate ??= setImmediate(() => {
      this.#immediate = setImmediate(() => this.now())
    })
  }

  now(): void {
    clearImmediate(this.#immediate)
    this.#immediate = undefined
    this.#task()
  }
}
