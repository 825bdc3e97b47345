/** Ways to change what a converter is given or how it runs: payloads, the Response, `fetch`, the iteration. Not here: changing what it says (break-parts.ts). */

import type { Capabilities, ConvertContext, Driver, Level } from '../driver/driver.ts'
import type { NeutralRequest } from '../turn/request.ts'
import type { Apply } from './break-parts.ts'

export type Json = Record<string, unknown>
type DriverAt<L extends Level> = Extract<Driver, { level: L }>
type PayloadEdit = (payload: Json) => readonly unknown[]

/** Changes the payloads of a driver at level `events`; `start` makes an edit for each stream. Payloads are copies. */
export function onPayloads(start: () => PayloadEdit): Apply {
  return (driver) => {
    const { convert } = at(driver, 'events')
    const broken: DriverAt<'events'> = {
      ...at(driver, 'events'),
      convert: (payloads, context) => convert(editedPayloads(payloads, start()), context),
    }
    return broken
  }
}

async function* editedPayloads(payloads: AsyncIterable<unknown>, edit: PayloadEdit): AsyncGenerator {
  for await (const payload of payloads) yield* edit(structuredClone(payload) as Json)
}

/** Changes the first choice's delta of chat completion chunks in place. */
export function onChatDeltas(start: () => (delta: Json, choice: Json, chunk: Json) => void): Apply {
  return onPayloads(() => {
    const edit = start()
    return (chunk) => {
      const choice = (chunk['choices'] as Json[] | undefined)?.[0]
      if (choice?.['delta']) edit(choice['delta'] as Json, choice, chunk)
      return [chunk]
    }
  })
}

type Fetch = ConvertContext['fetch']

/** Gives a driver at level `http` another fetch. */
export function onFetch(edit: (fetch: Fetch, context: ConvertContext) => Fetch): Apply {
  return (driver) => {
    const { convert } = at(driver, 'http')
    const broken: DriverAt<'http'> = {
      ...at(driver, 'http'),
      convert: (context) => convert({ ...context, fetch: edit(context.fetch, context) }),
    }
    return broken
  }
}

/** Changes the body that a driver at level `http` reads; `start` makes an edit for each answer. */
export function onReads(start: () => (read: Uint8Array) => Uint8Array): Apply {
  return onFetch((fetch) => async (input, init) => {
    const response = await fetch(input, init)
    const edit = start()
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
        transform: (read, controller) => controller.enqueue(new Uint8Array(edit(read))),
      }),
    )
    return new Response(body ?? null, { status: response.status, headers: response.headers })
  })
}

/** The same over text; characters that a border splits stay whole. */
export function onText(start: () => (text: string) => string): Apply {
  const encoder = new TextEncoder()
  return onReads(() => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const edit = start()
    return (read) => encoder.encode(edit(decoder.decode(read, { stream: true })))
  })
}

type Run = () => AsyncIterable<unknown>

/** Changes the iteration over native events of a driver at level `http`. */
export function onRun(edit: (run: Run, context: ConvertContext) => AsyncIterable<unknown>): Apply {
  return (driver) => {
    const original = at(driver, 'http')
    const broken: DriverAt<'http'> = {
      ...original,
      convert: (context) => edit(() => runOf(original, context), context),
    }
    return broken
  }
}

async function* runOf({ convert }: DriverAt<'http'>, context: ConvertContext): AsyncGenerator {
  yield* await convert(context)
}

/** Changes what is asked for before the converter makes its request of it. */
export function onRequest(edit: (request: NeutralRequest) => NeutralRequest): Apply {
  return (driver) => {
    const { convert, toRequest } = at(driver, 'http')
    const broken: DriverAt<'http'> = {
      ...at(driver, 'http'),
      convert: (context) => convert({ ...context, request: edit(context.request) }),
      ...(toRequest && { toRequest: (request, wire) => toRequest(edit(request), wire) }),
    }
    return broken
  }
}

/** Declares something else. */
export function declaring(changes: Partial<Capabilities>): Apply {
  return (driver) => ({
    ...driver,
    capabilitiesFor: (wire) => ({ ...driver.capabilitiesFor(wire), ...changes }),
  })
}

/** One change after the other. */
export function both(first: Apply, second: Apply): Apply {
  return (driver) => second(first(driver))
}

function at<L extends Level>(driver: Driver, level: L): DriverAt<L> {
  if (driver.level === level) return driver as DriverAt<L>
  throw new TypeError(
    `The driver \`${driver.name}\` is at level \`${driver.level}\`; this mutant needs one at \`${level}\`.`,
  )
}
