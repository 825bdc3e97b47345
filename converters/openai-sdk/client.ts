/** The pinned `openai` client of this folder, as far as it is driven. */

import type { ConvertContext } from '../../harness/index.ts'
import { published } from '../published/package.ts'

type Emitter = { on(event: string, listener: (...given: unknown[]) => void): unknown; done(): Promise<void> }
type Options = { signal: AbortSignal }

type Client = {
  chat: { completions: { stream(body: object, options: Options): Emitter } }
  responses: {
    stream(body: object, options: Options): AsyncIterable<unknown> & { finalResponse(): Promise<unknown> }
  }
}
type Package = { OpenAI: new (settings: object) => Client }

export function openai(
  load: (name: string) => Promise<unknown>,
): Promise<{ module: Package; version: string }> {
  return published<Package>(import.meta.url, 'openai', load)
}

/** One request: the client's own retries are off. */
export function clientOf({ OpenAI }: Package, { apiKey, baseUrl, fetch }: ConvertContext): Client {
  return new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, fetch, maxRetries: 0, logLevel: 'off' })
}
