/** The exchanges that run now, with how far each came, read from their journals. Not here: showing them (status-row.ts). */

import { join } from 'node:path'
import {
  eventCounter,
  journalFiles,
  readFrom,
  type CaptureEvent,
  type EventCounter,
} from '../../harness/capture/watch.ts'

type Running = { method: string; url: string; bytes: number; counter: EventCounter }

/** Read per exchange and tick; a faster stream is counted later, not missed. */
const mostBytes = 4 * 1024 * 1024

export class RunningExchanges {
  readonly #running = new Map<string, Running>()

  hear(event: CaptureEvent): void {
    if (event.type === 'started') {
      const { method, url } = event
      this.#running.set(event.journal, { method, url, bytes: 0, counter: eventCounter() })
    } else if (event.type === 'answered') {
      const running = this.#running.get(event.journal)
      if (running !== undefined) running.counter = eventCounter(event.contentType)
    } else if (event.type !== 'notice' && event.journal !== undefined) {
      this.#running.delete(event.journal)
    }
  }

  /** Reads what came since the last call. */
  update(): void {
    for (const [journal, running] of this.#running) {
      const bytes = readFrom(join(journal, journalFiles.body), running.bytes, mostBytes)
      if (bytes.length === 0) continue
      running.bytes += bytes.length
      running.counter.feed(bytes)
    }
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
