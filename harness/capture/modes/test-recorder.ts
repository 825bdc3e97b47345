/** Recordings for tests, in the modes of snapshots: one folder a session, as a `fetch` or as msw handlers. Not here: matching (normalise.ts, library.ts), recording (session-capture.ts). */

import { bypass, http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { defaultRedactor } from '../default-redactor.ts'
import type { Redactor } from '../redactor.ts'
import { askedRequest } from './asked-request.ts'
import { loadLibrary, type Library } from './library.ts'
import { modeOf, type Mode } from './mode.ts'
import { normaliserOf, type Normaliser, type Volatile } from './normalise.ts'
import { missOf, RecordingMiss } from './recording-miss.ts'
import { replayedByFetch, replayedByMsw } from './replayed-response.ts'
import { SessionCapture } from './session-capture.ts'

export type TestRecorderOptions = {
  /** Folder of the session's recordings: one for each test file or test, since their order and completeness are checked. */
  dir: string
  /** Default: STREAMPROOF_MODE, else `replay` where CI is set, else `auto`. */
  mode?: Mode
  /** What may differ between a recorded and an asked request. */
  volatile?: Volatile
  /** Sends what is recorded; default: the global fetch of this moment. */
  fetch?: typeof fetch
  redactor?: Redactor
  /** Where CI and STREAMPROOF_MODE are looked for; default: process.env. */
  env?: Readonly<Record<string, string | undefined>>
}

/** What the recorder does for this session; `auto` is decided when it starts. */
type Task = 'replay' | 'record' | 'live'

export type TestRecorder = {
  task: Task
  /** A fetch that is answered from the recordings, or that records. A miss rejects with `RecordingMiss`. */
  fetch: typeof fetch
  /**
   * The same for programs that take no fetch: `setupServer(...handlers)`. A miss is a 404 whose body says what differs.
   * Let it listen before the first request: msw does not see what goes over a connection that was open before.
   */
  handlers: HttpHandler[]
  /** Files what was recorded, then throws where a recording was never used, a request was missed or a recording failed. */
  assertConsumed(): Promise<void>
  /** Files what was recorded. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Recordings never used, requests never answered, recordings that failed. */
export class ConsumptionError extends Error {
  override name = 'ConsumptionError'
}

/**
 * Starts a session. Throws for a word that is no mode, and for a folder that holds broken recordings.
 * Repeated requests are answered in the order they were recorded; one more than was recorded is a miss.
 */
export async function recorder(options: TestRecorderOptions): Promise<TestRecorder> {
  const mode = modeOf(options.mode, options.env ?? process.env)
  const normalise = normaliserOf(options.volatile)
  const library = await loadLibrary(options.dir, normalise)
  return new Session(options, taskOf(mode, library), { library, normalise })
}

function taskOf(mode: Mode, library: Library): Task {
  if (mode === 'auto') return library.entries.length > 0 ? 'replay' : 'record'
  return mode === 'update' ? 'record' : mode
}

class Session implements TestRecorder {
  readonly task: Task
  readonly fetch: typeof fetch
  readonly handlers: HttpHandler[]
  readonly #dir: string
  readonly #send: typeof fetch
  readonly #redactor: Redactor
  readonly #library: Library
  readonly #normalise: Normaliser
  readonly #capture: SessionCapture
  readonly #misses = new Set<string>()

  constructor(options: TestRecorderOptions, task: Task, kept: { library: Library; normalise: Normaliser }) {
    this.task = task
    this.#dir = options.dir
    this.#send = options.fetch ?? globalThis.fetch
    this.#redactor = options.redactor ?? defaultRedactor
    const { library } = kept
    this.#library = library
    this.#normalise = kept.normalise
    this.#capture = new SessionCapture({ ...kept, dir: options.dir, redactor: this.#redactor })
    this.fetch = task === 'live' ? this.#send : async (...request) => this.#fetched(...request)
    this.handlers = [http.all('*', ({ request }) => this.#handled(request))]
  }

  async #fetched(...args: Parameters<typeof fetch>): Promise<Response> {
    if (this.task === 'record') return this.#capture.send(this.#send, ...args)
    const request = new Request(...args)
    return replayedByFetch(await this.#recordingOf(request), request)
  }

  async #handled(request: Request): Promise<Response> {
    if (this.task === 'live') return passthrough()
    if (this.task === 'record') return mockable(await this.#capture.send(sendPastMsw, request))
    try {
      return replayedByMsw(await this.#recordingOf(request), request)
    } catch (error) {
      if (error instanceof RecordingMiss) return missResponse(error)
      throw error
    }
  }

  async #recordingOf(request: Request) {
    const asked = this.#normalise(await askedRequest(request, this.#redactor))
    const found = this.#library.take(asked)
    if ('entry' in found) return found.entry.recording
    const miss = missOf(asked, this.#dir, this.#library.entries, found.used)
    this.#misses.add(miss.message)
    throw miss
  }

  async close(): Promise<void> {
    await this.#capture.file()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async assertConsumed(): Promise<void> {
    await this.close()
    if (this.task === 'live') return
    const unused = this.#library.unused().map(({ name }) => `\`${name}\` was never used.`)
    const faults = [...this.#misses, ...unused, ...this.#capture.problems]
    if (faults.length === 0) return
    const advice =
      unused.length > 0 ? `\nDelete recordings in \`${this.#dir}\` that are no longer asked for.` : ''
    throw new ConsumptionError(`${faults.join('\n')}${advice}`)
  }
}

/** The request as the program made it, which msw lets through. */
const sendPastMsw: typeof fetch = (input, init) => fetch(bypass(new Request(input, init)))

/** fetch has decoded the body; `chunked` makes msw show an error of the body as one. */
function mockable({ status, headers, body }: Response): Response {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length']) kept.delete(name)
  if (body) kept.set('transfer-encoding', 'chunked')
  return new HttpResponse(body, { status, headers: kept })
}

/** In the shape of a provider's error, with the header by which official clients know not to try again. */
function missResponse({ message }: RecordingMiss): Response {
  return HttpResponse.json(
    { type: 'error', error: { type: 'recording_miss', message } },
    { status: 404, headers: { 'x-should-retry': 'false' } },
  )
}
