/** Records the requests of one session and files them under stable names when it is over. Not here: recording one exchange (recording-fetch.ts), replaying (library.ts). */

import { mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Recording } from '../../recording/format.ts'
import { readRecording } from '../../recording/read.ts'
import { slugOf } from '../../recording/slug.ts'
import { writeRecording } from '../../recording/write.ts'
import { createRecorder, type CaptureEvent, type Recorder } from '../capture.ts'
import { modelOf } from '../names.ts'
import { makeFolder } from '../out-folder.ts'
import { recordingFetch } from '../recording-fetch.ts'
import type { Redactor } from '../redactor.ts'
import type { Library } from './library.ts'
import type { Normaliser } from './normalise.ts'

export type SessionOptions = {
  dir: string
  /** What the folder held when the session began; its recordings are replaced, or added to. */
  library: Library
  normalise: Normaliser
  redactor: Redactor
}

type Capture = { folder: string; recorder: Recorder; events: CaptureEvent[] }

export class SessionCapture {
  readonly #options: SessionOptions
  readonly #captures: Capture[] = []
  #scratch: string | undefined
  /** What went wrong with recordings, one sentence each. */
  readonly problems: string[] = []

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Sends a request by `inner` and records it. */
  send(inner: typeof fetch, ...request: Parameters<typeof fetch>): Promise<Response> {
    const events: CaptureEvent[] = []
    const folder = join(this.#scratchFolder(), String(this.#captures.length))
    const recorder = createRecorder({
      out: folder,
      everything: true,
      borders: 'client',
      redactor: this.#options.redactor,
      report: (event) => events.push(event),
    })
    this.#captures.push({ folder, recorder, events })
    return recordingFetch({ recorder, fetch: inner })(...request)
  }

  /** Files what was recorded since; an exchange that still runs is ended. Call it once the session is over. */
  async file(): Promise<void> {
    const captures = this.#captures.splice(0)
    const recorded: Recording[] = []
    for (const { recorder, folder, events } of captures) {
      recorder.close()
      for (const event of events) {
        if (event.type === 'recorded') recorded.push(await readRecording(join(folder, event.name)))
        if (event.type === 'failed')
          this.problems.push(`The recording of \`${event.url}\` failed: ${event.reason}.`)
      }
    }
    for (const { recording, replaces } of this.#placed(recorded)) await this.#write(recording, replaces)
    if (this.#scratch !== undefined) await rm(this.#scratch, { recursive: true, force: true })
    this.#scratch = undefined
  }

  #scratchFolder(): string {
    const { dir } = this.#options
    makeFolder(dir)
    this.#scratch ??= mkdtempSync(join(dir, '.session-'))
    return this.#scratch
  }

  /** A recording of the same request is replaced; then what is left over of both sides is paired in order, so that a changed prompt changes its own file. */
  #placed(recorded: readonly Recording[]): { recording: Recording; replaces: Recording | undefined }[] {
    const { library, normalise } = this.#options
    const placed = recorded.map((recording) => {
      const found = library.take(normalise(recording.request))
      return { recording, replaces: 'entry' in found ? found.entry.recording : undefined }
    })
    for (const place of placed) {
      if (place.replaces) continue
      const entry = library.entries.find(({ used }) => !used)
      if (!entry) continue
      entry.used = true
      place.replaces = entry.recording
    }
    return placed
  }

  async #write(recording: Recording, replaces: Recording | undefined): Promise<void> {
    const { path } = replaces ?? {}
    if (replaces === undefined || path === undefined || !isOwn(replaces)) {
      return writeRecording(await this.#claim(recording), recording)
    }
    if (isGood(replaces) && !isGood(recording)) {
      this.problems.push(
        `\`${replaces.name}\` was kept: its new recording ended badly (${badEndOf(recording)}).`,
      )
      return
    }
    await writeRecording(path, recording)
  }

  /** A new folder `001-openai-chat-gpt-4o`; taken at once, so that two sessions never share one. */
  async #claim(recording: Recording): Promise<string> {
    const { request, wire } = recording
    const subject = `${wire ?? basename(new URL(request.url).pathname)} ${modelOf(request.url, request.body) ?? ''}`
    for (let number = 1; ; number += 1) {
      const folder = join(this.#options.dir, slugOf(`${String(number).padStart(3, '0')} ${subject}`))
      const isNew = await mkdir(folder).then(() => true, isTaken)
      if (isNew) return folder
    }
  }
}

function isTaken(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
  throw error
}

/** A recording of our own format has a folder to itself. */
function isOwn({ provenance }: Recording): boolean {
  return provenance.kind !== 'imported'
}

function isGood({ response, end }: Recording): boolean {
  return response !== undefined && response.status < 500 && response.status !== 429 && endsWell(end)
}

function endsWell({ how }: Recording['end']): boolean {
  return how === 'complete' || how === 'client-cancel'
}

function badEndOf({ response, end }: Recording): string {
  return response && endsWell(end) ? `status ${response.status}` : end.how
}
