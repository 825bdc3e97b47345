/** What runs inside a recorded program before its first line: tap, recorder, and the report to `streamproof record`. Loaded by register.mjs; starts on import. */

import type { HookEvent } from './capture-event.ts'
import { readHookSettings, type HookSettings } from './hook-settings.ts'
import { lineOf, recorderWith } from './recorder.ts'
import { report } from './report-tail.ts'
import { startTap } from './tap.ts'
import { watchStarts } from './unhooked.ts'

const settings = readHookSettings(process.env)
if (settings !== undefined) start(settings)

/** Folding is left to `streamproof record`, which reads the journals: here it would cost the program time, and the loading of wires and schema at its start. */
function start({ out, hosts, report: path, key }: HookSettings): void {
  const recorder = recorderWith(
    {
      out,
      hosts,
      report(event) {
        if (event.type === 'failed' || event.type === 'notice') tell(event, path)
      },
    },
    {
      key: Buffer.from(key, 'base64'),
      begun: (journal) => tell({ type: 'journal', path: journal }, path),
      ended: () => {},
      tidy: () => {},
    },
  )
  const tap = startTap(recorder)
  watchStarts({
    event: (event) => tell(event, path),
    notice: (notice) => recorder.notice(notice),
  })
  process.on('exit', () => {
    tap.settle()
    recorder.close()
  })
}

/** Where nobody reads the report any more, it is said on stderr. */
function tell(event: HookEvent, path: string): void {
  try {
    report(path, event)
  } catch {
    const line = lineAlone(event)
    if (line !== undefined) process.stderr.write(`${line}\n`)
  }
}

function lineAlone(event: HookEvent): string | undefined {
  if (event.type === 'thread') return undefined
  if (event.type !== 'journal') return lineOf(event)
  return `streamproof: process ${process.pid} records on its own into \`${event.path}\`, since \`streamproof record\` is gone. \`streamproof recover\` completes it after its end.`
}
