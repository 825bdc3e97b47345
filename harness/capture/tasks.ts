/** Work that is done when the client is not waiting for us: in order, some time later, and a little at a time, since it needs the client's thread. */

const delay = 100
/** Milliseconds: for so long it works, and for so long it then leaves the thread alone. A tenth of the time is more than the budget of redaction needs. */
const slice = 4
const pause = 36
/** Tasks. With more of them than this they come faster than they are done, and there is no pause. */
const most = 10_000

export class Tasks {
  #tasks: (() => void)[] = []
  /** Of the next one to do. */
  #next = 0
  #timer: NodeJS.Timeout | undefined

  add(task: () => void): void {
    this.#tasks.push(task)
    this.#runIn(delay)
  }

  /** Does at once all that is to be done. */
  run(): void {
    this.#runUntil(Number.POSITIVE_INFINITY)
  }

  #runIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#runUntil(performance.now() + slice)
    }, milliseconds).unref()
  }

  /** At least one of them; what a task adds is among them. */
  #runUntil(time: number): void {
    try {
      do this.#take()?.()
      while (this.#next < this.#tasks.length && performance.now() < time)
    } finally {
      this.#schedule()
    }
  }

  #take(): (() => void) | undefined {
    return this.#tasks[this.#next++]
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#tasks.splice(0, this.#next)
    this.#next = 0
    if (this.#tasks.length > 0) this.#runIn(this.#tasks.length > most ? 0 : pause)
  }
}
