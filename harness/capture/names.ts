/** What a captured recording is called: provider, model, time, process, count, so that names sort by origin and never meet. Not here: slugs in general (recording/slug.ts). */

import { utf8 } from '../recording/body-file.ts'
import { slugOf } from '../recording/slug.ts'
import type { RequestHead } from './exchange.ts'
import type { Identity } from './journal-entry.ts'

const longest = 60

/** `openai-gpt-4o-mini-20261014093000123-4711-1`; the tail alone tells every exchange from every other. */
export function recordingName(request: RequestHead, model: string | undefined, id: Identity): string {
  const thread = id.thread === 0 ? '' : `-${id.thread}`
  const time = new Date(id.time).toISOString().replace(/\D/g, '')
  const tail = `-${time}-${id.pid}${thread}-${id.count}`
  const origin = slugOf(`${providerOf(request.url)} ${model ?? ''}`)
  return `${origin.slice(0, longest - tail.length).replace(/-+$/, '')}${tail}`
}

/** The label of a host that names its owner: `openai` of `api.openai.com`, `local` of an address. */
export function providerOf(url: string): string {
  const name = URL.parse(url)?.hostname ?? ''
  const labels = name.split('.')
  if (!/[a-z]/i.test(name) || name.includes(':') || labels.length < 2) return 'local'
  return labels.at(-2) ?? 'local'
}

/** The model a request asks for: in its body, or in its path (`/models/NAME:generate`, `/model/NAME/converse`). */
export function modelOf(url: string, requestBody: Uint8Array | undefined): string | undefined {
  const path = URL.parse(url)?.pathname ?? ''
  const inPath = /\/models?\/([^/:]+)(?::[A-Za-z]+$|\/)/.exec(path)?.[1]
  return modelInBody(requestBody) ?? (inPath === undefined ? undefined : decoded(inPath))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function modelInBody(body: Uint8Array | undefined): string | undefined {
  try {
    const model: unknown = Reflect.get(Object(JSON.parse(utf8(body ?? new Uint8Array()) ?? '')), 'model')
    return typeof model === 'string' && model !== '' ? model : undefined
  } catch {
    return undefined
  }
}
