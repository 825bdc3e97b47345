/** Keeps what the tap or an injected fetch sees: chooses the exchanges, journals them, and folds each into a recording folder when it has ended. Not here: seeing (tap.ts, recording-fetch.ts), one exchange (recorded-exchange.ts). */

import type { CaptureEvent, Report } from './capture-event.ts'
import { defaultRedactor } from './default-redactor.ts'
import type { Borders, CaptureSink, Notice } from './exchange.ts'
import { Journals } from './journal.ts'
import { RecordedExchange } from './recorded-exchange.ts'
import type { Redactor } from './redactor.ts'
import { RedactionBudget } from './redaction-budget.ts'
import { Tasks } from './tasks.ts'
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

/** What becomes of journals. */
export type Aftermath = {
  /** What comes too fast to be redacted is sealed with it. */
  key: Buffer
  /** A new journal file. */
  begun(path: string): void
  /** An exchange has ended some time ago, and is to be folded. */
  ended(exchange: RecordedExchange): void
  /** Called after that too: a journal that is not open gets no more exchanges. */
  tidy(isOpen: (path: string) => boolean): void
}

/** A recorder that leaves the folding to `aftermath`; `createRecorder` of capture.ts does it itself. */
export function recorderWith(options: RecorderOptions, aftermath: Aftermath): Recorder {
  const report = options.report ?? reportToStderr
  const selection = options.everything
    ? { byHead: () => 'yes' as const, byBodies: () => true }
    : selectionOf(options.hosts)
  const journals = new Journals(options.out, aftermath.key, (path) => aftermath.begun(path))
  const open = new Set<RecordedExchange>()
  const noticed = new Set<string>()
  const tasks = new Tasks()
  const isOpen = (path: string) =>
    journals.isCurrent(path) || [...open].some((exchange) => exchange.writer?.path === path)
  const fold = (exchange: RecordedExchange) => {
    // It may have failed since.
    if (exchange.writer === undefined) return
    journals.flush()
    aftermath.ended(exchange)
    aftermath.tidy(isOpen)
  }
  const settings = {
    journals,
    borders: options.borders ?? 'wire',
    tool: toolName(),
    redactor: options.redactor ?? defaultRedactor,
    selection,
    budget: new RedactionBudget(),
    later: (task: () => void) => tasks.add(task),
    report,
    onEnd(exchange: RecordedExchange) {
      open.delete(exchange)
      if (exchange.writer !== undefined) tasks.add(() => fold(exchange))
    },
  }
  return {
    open(head, at) {
      const selected = selection.byHead(head)
      if (selected === 'no') return undefined
      const exchange = new RecordedExchange(head, at, settings, selected === 'yes')
      if (!exchange.isOver) open.add(exchange)
      return exchange
    },
    notice(notice: Notice) {
      const key = `${notice.kind} ${notice.subject}`
      if (noticed.has(key)) return
      noticed.add(key)
      report({ type: 'notice', ...notice })
    },
    flush() {
      tasks.run()
      journals.flush()
    },
    close() {
      for (const exchange of open) exchange.end({ how: 'process-exit' }, performance.now())
      tasks.run()
      journals.close()
      aftermath.tidy(isOpen)
    },
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

export function reportToStderr(event: CaptureEvent): void {
  const line = lineOf(event)
  if (line !== undefined) process.stderr.write(`${line}\n`)
}
