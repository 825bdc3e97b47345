/** Keeps what the tap or an injected fetch sees: chooses the exchanges, journals them, and folds each into a recording folder when it ends. Not here: seeing (tap.ts, recording-fetch.ts), one exchange (recorded-exchange.ts). */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { CaptureEvent, Report } from './capture-event.ts'
import type { Borders, CaptureSink, ExchangeSink, Notice, RequestHead } from './exchange.ts'
import type { foldJournal } from './fold.ts'
import { journalFiles } from './journal.ts'
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
  /** Bodies above this stay in their journal, for `recover`; default: none do. */
  foldBelow?: number | undefined
}

/** Gives the function that folds, or nothing while it is being loaded; then `flush` is called again, or `recover` does it. */
export type FoldSource = () => typeof foldJournal | undefined

export type Recorder = CaptureSink & {
  /** Folds what has ended since. */
  flush(): void
  /** Ends what is open as `process-exit` and folds everything. Works while the process exits. */
  close(): void
}

/** `foldSource` is apart, so that a recorded program need not load it before it runs; others take `createRecorder` of capture.ts. */
export function recorderWith(foldSource: FoldSource, options: RecorderOptions): Recorder {
  const report = options.report ?? reportToStderr
  const redactor = options.redactor ?? defaultRedactor
  const selection = options.everything
    ? { byHead: () => 'yes' as const, byBodies: () => true }
    : selectionOf(options.hosts)
  const open = new Set<RecordedExchange>()
  const ended: RecordedExchange[] = []
  const noticed = new Set<string>()
  const flush = () => {
    if (ended.length === 0) return
    const foldJournal = foldSource()
    if (foldJournal === undefined) return
    for (const exchange of ended.splice(0)) fold(foldJournal, exchange, options, report)
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
      // Not at once: the client gets its last bytes first.
      setImmediate(flush).unref()
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

function fold(
  foldOne: typeof foldJournal,
  exchange: RecordedExchange,
  options: RecorderOptions,
  report: Report,
): void {
  const journal = exchange.journalFolder
  if (journal === undefined) return
  const url = exchange.safeUrl
  try {
    if (bodySize(journal) > (options.foldBelow ?? Number.POSITIVE_INFINITY)) return
    const folded = foldOne(options.out, journal, (recording) =>
      exchange.redactor === undefined ? recording : exchange.redactor.recording(recording),
    )
    if (folded === undefined) throw new Error('its journal is gone')
    const { folder: _folder, ...rest } = folded
    report({ type: 'recorded', ...rest })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report({ type: 'failed', journal, url, reason })
  }
}

function bodySize(journal: string): number {
  return statSync(join(journal, journalFiles.body), { throwIfNoEntry: false })?.size ?? 0
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
