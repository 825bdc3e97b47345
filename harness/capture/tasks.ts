/** Work that is done when the client is not waiting for us: in order, and some time later. */

const delay = 100

export class Tasks {
  #tasks: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  add(task: () => void): void {
    this.#tasks.push(task)
    this.#timer ??= setTimeout(() => this.run(), delay).unref()
  }

  /** Does at once what is to be done. */
  run(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // A task may add another.
    for (let tasks = this.#tasks; tasks.length > 0; tasks = this.#tasks) {
      this.#tasks = []
      for (const task of tasks) task()
    }
  }
}
