/** Keeps what the tap or an injected fetch sees: chooses the exchanges, journals them, and folds each into a recording folder when it ends. Not here: seeing (tap.ts, recording-fetch.ts), one exchange (recorded-exchange.ts). */

import type { CaptureEvent, Report } from './capture-event.ts'
import type { Borders, CaptureSink, ExchangeSink, Notice, RequestHead } from './exchange.ts'
import type { foldJournal } from './fold.ts'
import { RecordedExchange } from './recorded-exchange.ts'
import { defaultRedactor } from './default-redactor.ts'
import type { Redactor } from './redactor.ts'
import { selectionOf } from './selection.ts'
import { toolName } from './tool-name.ts'

export type RecorderOptions = {
  /** Folder the recordings go to, one folder each; made when the first one begins. */
  out: string
  /** Hosts recorded whatever they speak: `api.example.com`, `localhost:8080`, `*.example.com`. Providers are recorded anyway. */
  hosts?: readonly string[] | undefined
  /** Every exchange is recorded, whatever it is. */
  everything?: boolean | undefined
  redactor?: Redactor | undefined
  /** Told of every recording, failure and notice; default: failures and notices go to stderr. */
  report?: Report | undefined
  /** Whose borders the reads are; default `wire`. */
  borders?: Borders | undefined
}

export type Recorder = CaptureSink & {
  /** Folds what has ended since. */
  flush(): void
  /** Ends what is open as `process-exit` and folds everything. Works while the process exits. */
  close(): void
}

type Fold = typeof foldJournal

/** Between an exchange's end and its folding, which takes some milliseconds of the event loop. */
const foldDelay = 50

/** Without `fold` the journals stay for another process, which hears of each end. `createRecorder` of capture.ts folds. */
export function recorderWith(fold: Fold | undefined, options: RecorderOptions): Recorder {
  const report = options.report ?? reportToStderr
  const redactor = options.redactor ?? defaultRedactor
  const selection = options.everything
    ? { byHead: () => 'yes' as const, byBodies: () => true }
    : selectionOf(options.hosts)
  const open = new Set<RecordedExchange>()
  const ended: RecordedExchange[] = []
  const noticed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const exchange of ended.splice(0)) foldOne(fold, exchange, options.out, report)
  }
  const settings = {
    out: options.out,
    borders: options.borders ?? 'wire',
    tool: toolName(),
    redactor,
    selection,
    report,
    onEnd(exchange: RecordedExchange) {
      open.delete(exchange)
      if (exchange.journalFolder === undefined) return
      ended.push(exchange)
      if (fold === undefined) flush()
      else timer ??= setTimeout(flush, foldDelay).unref()
    },
  }
  return {
    open(head: RequestHead, at: number): ExchangeSink | undefined {
      const selected = selection.byHead(head)
      if (selected === 'no') return undefined
      const exchange = new RecordedExchange(head, at, settings, selected === 'yes')
      open.add(exchange)
      return exchange
    },
    notice(notice: Notice) {
      const key = `${notice.kind} ${notice.subject}`
      if (noticed.has(key)) return
      noticed.add(key)
      report({ type: 'notice', ...notice })
    },
    flush,
    close() {
      for (const exchange of open) exchange.end({ how: 'process-exit' }, performance.now())
      flush()
    },
  }
}

function foldOne(fold: Fold | undefined, exchange: RecordedExchange, out: string, report: Report): void {
  const { journalFolder: journal, redactor, safeUrl: url } = exchange
  if (journal === undefined || redactor === undefined) return
  if (fold === undefined) return report({ type: 'ended', journal, url })
  try {
    const folded = fold(out, journal, (recording) => redactor.recording(recording))
    if (folded === undefined) throw new Error('its journal is gone')
    const { folder: _folder, ...rest } = folded
    report({ type: 'recorded', ...rest })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report({ type: 'failed', journal, url, reason })
  }
}

/** One line for a failure or a notice; nothing for the rest. */
export function lineOf(event: CaptureEvent): string | undefined {
  if (event.type === 'notice') return `streamproof: ${event.message}`
  if (event.type !== 'failed') return undefined
  const kept =
    event.journal === undefined
      ? ''
      : ` What was kept lies in \`${event.journal}\`; \`streamproof recover\` completes it.`
  return `streamproof: the recording of \`${event.url}\` failed: ${event.reason}.${kept}`
}

function reportToStderr(event: CaptureEvent): void {
  const line = lineOf(event)
  if (line !== undefined) process.stderr.write(`${line}\n`)
}
