/** What the streams of all wires have in common: how they end. Not here: reading payloads (one file per wire), saying parts (output.ts). */

import type { Part } from '../../trace/part.ts'
import type { Failure } from '../../turn/failure.ts'
import type { FinishReason } from '../../turn/turn.ts'
import { Output, type Ending } from './output.ts'

const early: Failure = { code: 'TRANSPORT', message: 'the stream ended before the provider finished' }

/** One stream of a wire. Every public method gives the parts that it makes sayable. */
export abstract class PlainStream {
  protected readonly output = new Output()
  /** The provider's own word for the finish, once it came. */
  protected word = ''
  /** What the provider reported inside the stream. */
  protected failure: Failure | undefined
  /** The provider's terminator came: what stands behind it is not part of the answer. */
  isOver = false

  protected abstract read(payload: unknown): void
  protected abstract reasonOf(word: string): FinishReason

  protected endingOf(reason: FinishReason): Ending {
    return ['max-tokens', 'content-filter', 'aborted'].includes(reason) ? 'cut' : 'fair'
  }

  take(payload: unknown): Part[] {
    if (this.isOver) return []
    this.read(payload)
    return this.isOver ? this.end() : this.output.drain()
  }

  /** The answer is over: by its terminator, or because the body ended. What stands behind a finish word counts too. */
  end(): Part[] {
    if (this.failure !== undefined || this.word === '') return this.fail(early)
    const reason = this.reasonOf(this.word)
    if (reason === 'error')
      return this.fail({ code: 'UNKNOWN', message: `the provider finished with \`${this.word}\`` })
    this.output.finish(reason, this.endingOf(reason), { raw: this.word })
    return this.output.drain()
  }

  /** What the provider said of a failure goes before what the connection did afterwards. */
  fail(failure: Failure): Part[] {
    this.output.fail(this.failure ?? failure, this.word)
    return this.output.drain()
  }

  aborted(): Part[] {
    this.output.finish('aborted', 'failed')
    return this.output.drain()
  }
}

/** The reason of a word, `other` for one that the table does not know. */
export function reasonIn(table: Readonly<Record<string, FinishReason>>, word: string): FinishReason {
  return Object.hasOwn(table, word) ? (table[word] ?? 'other') : 'other'
}
