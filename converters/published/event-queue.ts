/** Makes the events of a client that calls listeners into an iterable. Not here: any client's own events. */

/** Events in the order they were pushed; what `close` was given is thrown at the end. */
export class EventQueue<E> implements AsyncIterable<E> {
  readonly #events: E[] = []
  #end: { error?: unknown } | undefined
  #wake: () => void = () => {}

  push(event: E): void {
    this.#events.push(event)
    this.#wake()
  }

  close(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error }
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<E> {
    for (;;) {
      while (this.#events.length > 0) yield this.#events.shift() as E
      if (this.#end) break
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if ('error' in this.#end) throw this.#end.error
  }
}
