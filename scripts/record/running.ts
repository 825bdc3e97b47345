/** The exchanges that run now, with how far each came. Not here: showing them (status-row.ts). */

import { eventCounter, type CaptureEvent, type EventCounter } from '../../harness/watch.ts'

type Running = { method: string; url: string; bytes: number; counter: EventCounter }

/** The events of a longer body are not counted: who streams that much is not watching them. */
const mostCounted = 4 * 1024 * 1024

export class RunningExchanges {
  readonly #running = new Map<string, Running>()

  hear(event: CaptureEvent): void {
    if (event.type === 'notice' || event.exchange === undefined) return
    if (event.type === 'started') {
      const { method, url } = event
      this.#running.set(event.exchange, { method, url, bytes: 0, counter: eventCounter() })
    } else if (event.type === 'answered') {
      const running = this.#running.get(event.exchange)
      if (running !== undefined) running.counter = eventCounter(event.contentType)
    } else {
      this.#running.delete(event.exchange)
    }
  }

  /** Bytes of a body came. */
  read(exchange: string, bytes: number, see: () => Uint8Array): void {
    const running = this.#running.get(exchange)
    if (running === undefined) return
    running.bytes += bytes
    if (running.bytes <= mostCounted) running.counter.feed(see())
    else running.counter = eventCounter()
  }

  /** `POST api.openai.com/v1/responses 12.3 kB, 45 events`, one per exchange. */
  lines(): string[] {
    return [...this.#running.values()].map(({ method, url, bytes, counter }) => {
      const place = url.replace(/^https?:\/\//, '').replace(/\?.*/, '')
      return `${method} ${place} ${amountOf(bytes, counter.count)}`
    })
  }
}

/** `12.3 kB, 45 events`; the events only where there are any. */
export function amountOf(bytes: number, events: number | undefined): string {
  const size =
    bytes < 1000
      ? `${bytes} bytes`
      : bytes < 1e6
        ? `${(bytes / 1e3).toFixed(1)} kB`
        : `${(bytes / 1e6).toFixed(1)} MB`
  return events === undefined ? size : `${size}, ${events} event${events === 1 ? '' : 's'}`
}
