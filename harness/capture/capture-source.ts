/** Capture as a source of msw's network: `defineNetwork({ sources: [new CaptureSource(recorder)] })` records while the network is enabled. Not here: the tap itself (tap.ts). */

import { HttpNetworkFrame, NetworkSource } from 'msw/experimental'
import type { CaptureSink, ExchangeSink, RequestHead } from './exchange.ts'
import type { Recorder } from './recorder.ts'
import { startTap, type Tap } from './tap.ts'

/**
 * Queues one frame per HTTP request, so that the network's events see it. Handlers cannot answer: the request is on its way when they hear of it.
 * Set `onUnhandledFrame: 'bypass'`, or msw warns of each.
 */
export class CaptureSource extends NetworkSource<HttpNetworkFrame> {
  readonly #recorder: Recorder
  #tap: Tap | undefined

  constructor(recorder: Recorder) {
    super()
    this.#recorder = recorder
  }

  enable(): void {
    this.#tap = startTap(this.#sink())
  }

  override disable(): void {
    this.#tap?.stop()
    this.#tap = undefined
    this.#recorder.flush()
    void super.disable()
  }

  /** What a handler or a listener of the network throws must not become the program's unhandled rejection. */
  #queueFrame(frame: HttpNetworkFrame): void {
    this.queue(frame).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      this.#recorder.notice({
        kind: 'failed',
        subject: frame.data.request.url,
        message: `A handler failed on a recorded request: ${why}.`,
      })
    })
  }

  #sink(): CaptureSink {
    return {
      notice: (notice) => this.#recorder.notice(notice),
      open: (head, at) =>
        new FramedExchange(this.#recorder.open(head, at), head, (frame) => this.#queueFrame(frame)),
    }
  }
}

/** Passes everything on, and makes a frame of the request when it is complete. */
class FramedExchange implements ExchangeSink {
  readonly #inner: ExchangeSink | undefined
  readonly #head: RequestHead
  readonly #queue: (frame: HttpNetworkFrame) => void
  #body: Uint8Array[] = []

  constructor(inner: ExchangeSink | undefined, head: RequestHead, queue: (frame: HttpNetworkFrame) => void) {
    this.#inner = inner
    this.#head = head
    this.#queue = queue
  }

  requestBody(bytes: Uint8Array): void {
    this.#body.push(new Uint8Array(bytes))
    this.#inner?.requestBody(bytes)
  }

  requestEnd(at: number): void {
    this.#inner?.requestEnd(at)
    const body = Buffer.concat(this.#body)
    this.#body = []
    const { method, url, headers } = this.#head
    const carries = body.length > 0 && method !== 'GET' && method !== 'HEAD'
    this.#queue(new PassedFrame({ request: new Request(url, { method, headers, ...(carries && { body }) }) }))
  }

  response(...args: Parameters<ExchangeSink['response']>): void {
    this.#inner?.response(...args)
  }

  read(...args: Parameters<ExchangeSink['read']>): void {
    this.#inner?.read(...args)
  }

  end(...args: Parameters<ExchangeSink['end']>): void {
    this.#inner?.end(...args)
  }
}

/** A request that is on its way already. */
class PassedFrame extends HttpNetworkFrame {
  passthrough(): void {}

  respondWith(): void {
    throw new Error(
      'A recorded request cannot be mocked: it has been sent. Use `setupServer`, or record without handlers for this request.',
    )
  }

  errorWith(reason?: unknown): void {
    throw reason
  }
}
