/** What a plain converter says: blocks that open, grow and end, then usage and the finish. Not here: reading a wire (one file per wire). */

import type { Part, PartBlock, PartOf } from '../../trace/part.ts'
import type { Failure } from '../../turn/failure.ts'
import { isJson } from './values.ts'

export type ProseKind = 'text' | 'reasoning' | 'refusal'
export type Identity = { id?: string; name?: string }

/**
 * How the provider ended the turn: `fair` makes every call whole, `cut` (a limit, a filter) only those that had ended by
 * themselves and are JSON, `failed` none.
 */
export type Ending = 'fair' | 'cut' | 'failed'

type Say = (part: Part) => void

abstract class Block {
  readonly index: number
  protected readonly say: Say
  isOpen = true

  constructor(index: number, say: Say) {
    this.index = index
    this.say = say
  }

  end(ending: Ending = 'fair'): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.sayEnd(ending)
  }

  protected abstract sayEnd(ending: Ending): void
}

export class Prose extends Block {
  readonly kind: ProseKind
  said = ''
  signature = ''
  redacted = false

  constructor(kind: ProseKind, index: number, say: Say) {
    super(index, say)
    this.kind = kind
    say({ type: 'block-start', index, kind })
  }

  add(text: string): void {
    if (text === '') return
    this.said += text
    this.say({ type: `${this.kind}-delta`, index: this.index, text })
  }

  /** The whole text, of which a part may have been said. */
  complete(whole: string): void {
    if (whole.startsWith(this.said)) this.add(whole.slice(this.said.length))
  }

  protected sayEnd(): void {
    this.say({ type: 'block-end', index: this.index, block: this.#block() })
  }

  #block(): PartBlock {
    if (this.kind !== 'reasoning') return { type: this.kind, text: this.said }
    return {
      type: 'reasoning',
      text: this.said,
      ...(this.signature === '' ? {} : { signature: this.signature }),
      ...(this.redacted ? { redacted: true } : {}),
    }
  }
}

export class Call extends Block {
  id = ''
  name = ''
  /** Joined argument text. */
  said = ''
  /** Arguments that came as a JSON value, stringified: they stand for the text. */
  value: string | undefined
  signature = ''
  /** The provider's own end marker came. */
  isMarked = false
  /** The provider marked the call as unfinished. */
  isCut = false

  constructor(identity: Identity, index: number, say: Say) {
    super(index, say)
    this.id = identity.id ?? ''
    this.name = identity.name ?? ''
    say({ type: 'block-start', index, kind: 'tool-call', ...told(identity) })
  }

  /** Takes over what was not known; an id or a name that is known never changes. */
  identify({ id = '', name = '' }: Identity): void {
    const news = { id: this.id === '' ? id : '', name: this.name === '' ? name : '' }
    this.id ||= id
    this.name ||= name
    if (news.id === '' && news.name === '') return
    this.say({ type: 'tool-call-delta', index: this.index, ...told(news), argumentsDelta: '' })
  }

  add(argumentsDelta: string): void {
    if (argumentsDelta === '') return
    this.said += argumentsDelta
    this.say({ type: 'tool-call-delta', index: this.index, argumentsDelta })
  }

  complete(whole: string): void {
    if (whole.startsWith(this.said)) this.add(whole.slice(this.said.length))
  }

  get arguments(): string {
    return this.value ?? this.said
  }

  protected sayEnd(ending: Ending): void {
    const isWhole =
      !this.isCut && (ending === 'fair' || (ending === 'cut' && this.isMarked && isJson(this.arguments)))
    this.say({
      type: 'block-end',
      index: this.index,
      block: this.#block(isWhole),
      ...(isWhole ? {} : { complete: false }),
    })
  }

  #block(isWhole: boolean): PartBlock {
    const isEmpty = this.arguments.trim() === ''
    return {
      type: 'tool-call',
      id: this.id,
      name: this.name,
      arguments: isEmpty && isWhole ? '{}' : this.arguments,
      ...(isWhole && !isEmpty && !isJson(this.arguments) ? { invalid: true } : {}),
      ...(this.signature === '' ? {} : { signature: this.signature }),
    }
  }
}

function told({ id = '', name = '' }: Identity): Identity {
  return { ...(id === '' ? {} : { id }), ...(name === '' ? {} : { name }) }
}

export type Counts = PartOf<'usage'>['usage']
export type Meta = PartOf<'meta'>['meta']
type Reason = PartOf<'finish'>['reason']

/** Collects the parts of one stream; `drain` hands out what was said since the last time. */
export class Output {
  #parts: Part[] = []
  readonly #blocks: Block[] = []
  readonly #say: Say = (part) => this.#parts.push(part)
  #next = 0
  #isFinished = false
  usage: Counts | undefined
  readonly meta: Meta = {}

  drain(): Part[] {
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  prose(kind: ProseKind): Prose {
    return this.#add(new Prose(kind, this.#next++, this.#say))
  }

  call(identity: Identity = {}): Call {
    return this.#add(new Call(identity, this.#next++, this.#say))
  }

  opaque(kind: string, raw: unknown): void {
    const index = this.#next++
    this.#say({ type: 'block-start', index, kind: 'opaque' })
    this.#say({ type: 'block-end', index, block: { type: 'opaque', kind, raw } })
  }

  /** Ends what is open, then says meta, usage and the finish. Only the first finish counts. */
  finish(reason: Reason, ending: Ending, more: { raw?: string; failure?: Failure } = {}): void {
    if (this.#isFinished) return
    this.#isFinished = true
    for (const block of this.#blocks) block.end(ending)
    if (Object.keys(this.meta).length > 0) this.#say({ type: 'meta', meta: this.meta })
    if (this.usage !== undefined) this.#say({ type: 'usage', usage: this.usage })
    this.#say({ type: 'finish', reason, ...more })
  }

  fail(failure: Failure, raw = ''): void {
    this.finish('error', 'failed', { failure, ...(raw === '' ? {} : { raw }) })
  }

  #add<B extends Block>(block: B): B {
    this.#blocks.push(block)
    return block
  }
}
