/** What runs inside a recorded program before its first line: tap, recorder, and the report to `streamproof record`. Loaded by register.mjs; starts on import. */

import { appendFileSync } from 'node:fs'
import type { CaptureEvent } from './capture-event.ts'
import { readHookSettings, type HookSettings } from './hook-settings.ts'
import { lazyFold } from './lazy-fold.ts'
import { lineOf, recorderWith } from './recorder.ts'
import { startTap } from './tap.ts'

/** A longer body is folded by `streamproof record` after the program has ended, not in its event loop. */
const foldBelow = 8 * 1024 * 1024

const settings = readHookSettings(process.env)
if (settings !== undefined) start(settings)

function start({ out, hosts, report }: HookSettings): void {
  const fold = lazyFold(() => recorder.flush())
  const recorder = recorderWith(() => fold.source(), {
    out,
    hosts,
    foldBelow,
    report(event) {
      if (event.type === 'started') fold.load()
      tell(event, report)
    },
  })
  startTap(recorder)
  process.on('exit', () => {
    fold.loadNow()
    recorder.close()
  })
}

/** Where even the report cannot be written, a failure is still said once, on stderr. */
function tell(event: CaptureEvent, report: string): void {
  try {
    appendFileSync(report, `${JSON.stringify(event)}\n`)
  } catch {
    const line = lineOf(event)
    if (line !== undefined) process.stderr.write(`${line}\n`)
  }
}
