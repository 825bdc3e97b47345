/** Which neutral blocks are open while a published client's events are projected: it gives indexes, and joins what came. Not here: any client's own events. */

import type { Part, PartBlock } from '../../harness/index.ts'

export type ProseKind = 'text' | 'reasoning' | 'refusal'

type CallBlock = Extract<PartBlock, { type: 'tool-call' }>
type Identity = { id?: string; name?: string }
type Block = { index: number; joined: string; hasEnded: boolean; signature?: string; redacted?: true }

/**
 * Blocks by the key their client names them with. A start under a used key makes a new block; whatever else comes for an
 * ended one is said of it, so that a rule can see it.
 */
export class Blocks {
  readonly #blocks = new Map<string, Block>()
  #next = 0

  isOpen(key: string): boolean {
    return this.#blocks.get(key)?.hasEnded === false
  }

  isKnown(key: string): boolean {
    return this.#blocks.has(key)
  }

  /** The deltas of a block so far. */
  joined(key: string): string {
    return this.#blocks.get(key)?.joined ?? ''
  }

  /** A block that its client announces. */
  *start(key: string, kind: ProseKind | 'tool-call', identity: Identity = {}): Generator<Part> {
    yield { type: 'block-start', index: this.#make(key).index, kind, ...identity }
  }

  /** A delta, as its client says it: for a block that was not announced it finds no start. */
  *prose(key: string, kind: ProseKind, text: string): Generator<Part> {
    if (text === '') return
    const block = this.#of(key)
    block.joined += text
    yield { type: `${kind}-delta`, index: block.index, text }
  }

  /** What of a whole text no delta said, for a client that hands the whole text on as well. */
  *lateProse(key: string, kind: ProseKind, whole: string): Generator<Part> {
    yield* this.prose(key, kind, restOf(whole, this.#of(key).joined))
  }

  *lateArguments(key: string, whole: string): Generator<Part> {
    yield* this.argumentsDelta(key, restOf(whole, this.#of(key).joined))
  }

  /** Keeps a signature for the block's end. */
  sign(key: string, signature: string | undefined, redacted?: true): void {
    const block = this.#blocks.get(key)
    if (!block || signature === undefined) return
    block.signature = signature
    if (redacted) block.redacted = redacted
  }

  *endProse(key: string, kind: ProseKind, text?: string): Generator<Part> {
    const block = this.#of(key)
    block.hasEnded = true
    const { index, joined, signature, redacted } = block
    const signed =
      kind === 'reasoning'
        ? { ...(signature !== undefined && { signature }), ...(redacted && { redacted }) }
        : {}
    yield { type: 'block-end', index, block: { type: kind, text: text ?? joined, ...signed } }
  }

  *argumentsDelta(key: string, argumentsDelta: string, identity: Identity = {}): Generator<Part> {
    if (argumentsDelta === '' && identity.id === undefined && identity.name === undefined) return
    const block = this.#of(key)
    block.joined += argumentsDelta
    yield { type: 'tool-call-delta', index: block.index, argumentsDelta, ...identity }
  }

  /** A call that ends; where its client never announced it, it starts here. */
  *endCall(key: string, call: Omit<CallBlock, 'type'>, complete = true): Generator<Part> {
    if (!this.#blocks.has(key)) yield* this.start(key, 'tool-call', { id: call.id, name: call.name })
    const block = this.#of(key)
    block.hasEnded = true
    const cut = complete ? {} : { complete }
    yield { type: 'block-end', index: block.index, block: { type: 'tool-call', ...call }, ...cut }
  }

  #of(key: string): Block {
    return this.#blocks.get(key) ?? this.#make(key)
  }

  #make(key: string): Block {
    const block: Block = { index: this.#next++, joined: '', hasEnded: false }
    this.#blocks.set(key, block)
    return block
  }
}

/** A beginning that was left out cannot be put before what was said since. */
function restOf(whole: string, said: string): string {
  return whole.startsWith(said) ? whole.slice(said.length) : ''
}
