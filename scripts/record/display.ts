/** How `streamproof record` shows its progress: a row on a terminal, plain lines elsewhere; both on stderr, for stdout is the program's. */

import { lineOf, type CaptureEvent } from '../../harness/watch.ts'
import { eventsOf } from './event-count.ts'
import { amountOf, RunningExchanges } from './running.ts'
import { StatusRow } from './status-row.ts'

export type Display = {
  event(event: CaptureEvent): void
  read(exchange: string, bytes: number, read: () => Uint8Array): void
  tick(): void
  /** The last words: how much lies where, and what failed. */
  end(): void
}

type Tally = { recorded: number; failed: number; lines: string[] }

export function displayOn(stream: NodeJS.WriteStream, out: string): Display {
  const tally: Tally = { recorded: 0, failed: 0, lines: [] }
  const live = StatusRow.fits(stream, process.env) ? liveDisplay(stream, tally) : undefined
  const say = (line: string) => stream.write(`${line}\n`)
  return {
    event(event) {
      if (event.type === 'recorded') tally.recorded += 1
      if (event.type === 'failed') tally.failed += 1
      const line = lineOf(event) ?? progressLine(event, out)
      live?.running.hear(event)
      // On a terminal the program may be in the middle of a line: what must be said is said at the end.
      if (live === undefined && line !== undefined) say(line)
      if (live !== undefined && (event.type === 'failed' || event.type === 'notice'))
        tally.lines.push(line ?? '')
    },
    // Only who watches pays for reading the bytes again.
    read: (exchange, bytes, read) => live?.running.read(exchange, bytes, read),
    tick: () => live?.tick(),
    end() {
      live?.row.clear()
      for (const line of tally.lines) say(line)
      say(summaryOf(tally, out))
    },
  }
}

function liveDisplay(stream: ConstructorParameters<typeof StatusRow>[0], tally: Tally) {
  const running = new RunningExchanges()
  const row = new StatusRow(stream)
  return {
    running,
    row,
    tick() {
      const lines = running.lines()
      const done = `${tally.recorded} recorded`
      if (lines.length > 0 || tally.recorded > 0) row.show(`streamproof: ${[done, ...lines].join(' | ')}`)
    },
  }
}

function progressLine(event: CaptureEvent, out: string): string | undefined {
  if (event.type === 'started') return `streamproof: recording ${event.method} ${event.url}`
  if (event.type !== 'recorded') return undefined
  const { name, status, end, bytes, wire } = event
  const reason = 'reason' in end && end.reason !== undefined ? ` (${end.reason})` : ''
  const said = [status, `${end.how}${reason}`, amountOf(bytes, eventsOf(out, name)), wire]
  return `streamproof: recorded ${name}: ${said.filter((part) => part !== undefined).join(', ')}`
}

function summaryOf({ recorded, failed }: Tally, out: string): string {
  if (recorded + failed === 0)
    return 'streamproof: nothing was recorded: the program made no HTTP/1 request to a provider. Name further hosts with --match.'
  const count = `${recorded} recording${recorded === 1 ? '' : 's'} in ${out}`
  return `streamproof: ${count}${failed > 0 ? `; ${failed} failed, see above` : ''}`
}
