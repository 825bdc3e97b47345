/** What runs inside a recorded program before its first line: tap, recorder, and the report to `streamproof record`. Loaded by register.mjs; starts on import. */

import { appendFileSync } from 'node:fs'
import type { HookEvent } from './capture-event.ts'
import { readHookSettings, type HookSettings } from './hook-settings.ts'
import { lineOf, recorderWith } from './recorder.ts'
import { startTap } from './tap.ts'

const settings = readHookSettings(process.env)
if (settings !== undefined) start(settings)

/** Folding is left to `streamproof record`, which reads the journals: here it would cost the program time, and the loading of wires and schema at its start. */
function start({ out, hosts, report, key }: HookSettings): void {
  const recorder = recorderWith(
    {
      out,
      hosts,
      report(event) {
        if (event.type === 'failed' || event.type === 'notice') tell(event, report)
      },
    },
    {
      key: Buffer.from(key, 'base64'),
      begun: (path) => tell({ type: 'journal', path }, report),
      ended: () => {},
      tidy: () => {},
    },
  )
  const tap = startTap(recorder)
  process.on('exit', () => {
    tap.settle()
    recorder.close()
  })
}

/** Where even the report cannot be written, a failure is still said once, on stderr. */
function tell(event: HookEvent, report: string): void {
  try {
    appendFileSync(report, `${JSON.stringify(event)}\n`)
  } catch {
    const line = event.type === 'journal' ? undefined : lineOf(event)
    if (line !== undefined) process.stderr.write(`${line}\n`)
  }
}
