/** One output item of a response, said as it comes. Not here: which event speaks of which item (openai-responses.ts). */

import type { Call, Output, Prose } from './output.ts'
import { isFields, fields, list, text, type Fields } from './values.ts'

type Place = { part: number; isRefusal: boolean; isWhole: boolean }

export class ResponseItem {
  readonly type: string
  readonly #output: Output
  /** Texts and refusals of a message, by the index of their part. */
  readonly #parts = new Map<number, Prose>()
  #reasoning: Prose | undefined
  /** What each part of the reasoning has said. */
  readonly #thoughts = new Map<number, string>()
  #call: Call | undefined
  #citations = 0
  isClosed = false

  constructor(type: string, output: Output) {
    this.type = type
    this.#output = output
  }

  open(raw: Fields): void {
    if (this.type === 'reasoning') this.#reasoning ??= this.#output.prose('reasoning')
    else if (this.type === 'function_call') this.#identified(raw)
    for (const [at, part] of list(raw['content']).entries()) this.takePart(at, fields(part))
  }

  #identified(raw: Fields): Call {
    const identity = { id: text(raw['call_id']), name: text(raw['name']) }
    const call = (this.#call ??= this.#output.call(identity))
    call.identify(identity)
    return call
  }

  say({ part, isRefusal, isWhole }: Place, said: string): void {
    if (this.type === 'function_call') {
      const call = this.#identified({})
      if (isWhole) call.complete(said)
      else call.add(said)
    } else if (this.type === 'reasoning') this.#think(part, said, isWhole)
    else {
      const block = this.#part(part, isRefusal ? 'refusal' : 'text')
      if (isWhole) block.complete(said)
      else block.add(said)
    }
  }

  #part(at: number, kind: 'text' | 'refusal'): Prose {
    const block = this.#parts.get(at) ?? this.#output.prose(kind)
    this.#parts.set(at, block)
    return block
  }

  /** Parts of a summary are one reasoning: its encrypted content signs them together. */
  #think(at: number, said: string, isWhole: boolean): void {
    const before = this.#thoughts.get(at) ?? ''
    const news = !isWhole ? said : said.startsWith(before) ? said.slice(before.length) : ''
    this.#thoughts.set(at, before + news)
    this.#reasoning ??= this.#output.prose('reasoning')
    this.#reasoning.add(news)
  }

  takePart(at: number, part: Fields): void {
    const type = text(part['type'])
    if (type === 'summary_text' || type === 'reasoning_text') this.#think(at, text(part['text']), true)
    else if (type === 'output_text') this.#part(at, 'text').complete(text(part['text']))
    else if (type === 'refusal') this.#part(at, 'refusal').complete(text(part['refusal']))
    for (const annotation of list(part['annotations']).slice(this.#citations)) this.cite(annotation)
  }

  cite(annotation: unknown): void {
    this.#citations += 1
    this.#output.opaque('citation', annotation)
  }

  /** The item as the provider finished it: whatever was not said before is said now. */
  close(raw: Fields): void {
    this.isClosed = true
    this.#takeWhole(raw)
    if (this.#reasoning !== undefined) this.#reasoning.signature = text(raw['encrypted_content'])
    if (this.#call !== undefined) {
      // `incomplete` is how the provider closes a call that a limit cut.
      this.#call.isCut = raw['status'] === 'incomplete'
      this.#call.isMarked = true
    }
    for (const block of [...this.#parts.values(), this.#reasoning]) block?.end()
    if (!['message', 'reasoning', 'function_call'].includes(this.type)) this.#output.opaque(this.type, raw)
  }

  /** The item in the output of the terminal event. */
  repeat(raw: Fields): void {
    if (this.isClosed) return
    this.#takeWhole(raw)
    if (this.#call !== undefined) this.#call.isCut ||= raw['status'] === 'incomplete'
  }

  #takeWhole(raw: Fields): void {
    if (this.type === 'function_call') this.#identified(raw).complete(text(raw['arguments']))
    if (this.type === 'reasoning') this.#reasoning ??= this.#output.prose('reasoning')
    for (const [at, part] of [...list(raw['content']), ...list(raw['summary'])].entries())
      if (isFields(part)) this.takePart(at, part)
  }
}
