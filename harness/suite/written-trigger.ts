/** The trigger of a line that is written for a person: as narrow as what failed allows. Not here: the language (triggers.ts), the lines (write-known-failing.ts). */

import type { TurnFinish } from '../turn/turn.ts'
import type { Session } from './generated/session.ts'

/** What a written trigger may say of a session: its words, by predicate. */
export type TriggerWords = {
  block: string[]
  spelling: string[]
  failure: string[]
  finish: string[]
  delivery: string[]
}

/** Every predicate has a word of every session. */
export function triggerWords({ turn, choice, delivery }: Omit<Session, 'wire'>): TriggerWords {
  const { finish } = turn
  return {
    block: orNone([...new Set(turn.blocks.map(({ type }) => type))]),
    spelling: orNone([...choice.spellings]),
    failure: [finish?.failure?.code ?? 'none'],
    finish: [finish === undefined ? 'none' : finishWord(finish)],
    delivery: [delivery.replace(/-\d+$/, '-*')],
  }
}

function orNone(words: string[]): string[] {
  return words.length === 0 ? ['none'] : words
}

/** The provider's own word, unless it holds what means something in a glob or ends a term. */
function finishWord({ raw, reason }: TurnFinish): string {
  return raw !== undefined && /^[\w.:-]+$/.test(raw) ? raw : reason
}

type Term = { predicate: keyof TriggerWords; words: Set<string> }

/** More alternatives than these are not read. */
const mostWords = 6

/** Holds in every session, and is the last resort. */
const always = 'state=*'

/**
 * What is not plain about a witness, which was made as plain as it can be; with the words of the other sessions that failed
 * alike as alternatives, so that it holds in all of them. What would have to allow nearly anything is left out.
 */
export function writtenTrigger(witness: TriggerWords, failed: readonly TriggerWords[]): string {
  const terms = termsOf(witness)
  for (const words of failed) for (const term of terms) widen(term, words)
  const texts = new Set(terms.flatMap(termText))
  if (texts.size > 0) return [...texts].join(' & ')
  const isPlain = terms.length === 0 && failed.every(({ spelling }) => spelling.includes('none'))
  return isPlain ? 'spelling=none' : always
}

function termsOf({ block, spelling, failure, finish, delivery }: TriggerWords): Term[] {
  const each = (predicate: keyof TriggerWords, words: readonly string[], plain = 'none') =>
    words.filter((word) => word !== plain).map((word) => ({ predicate, words: new Set([word]) }))
  const failures = each('failure', failure)
  return [
    ...each('block', block),
    ...each('spelling', spelling),
    ...(failures.length > 0 ? failures : each('finish', finish)),
    ...each('delivery', delivery, 'as-recorded'),
  ]
}

function widen({ predicate, words }: Term, session: TriggerWords): void {
  const given = session[predicate]
  if (!given.some((word) => words.has(word))) words.add(given[0] ?? 'none')
}

/** None for a term that says nothing. */
function termText({ predicate, words }: Term): string[] {
  const all = [...words]
  if (words.has('none') && predicate !== 'block') return []
  if (all.length <= mostWords) return [`${predicate}=${all.length === 1 ? all[0] : `{${all.join(',')}}`}`]
  return words.has('none') || predicate === 'delivery' ? [] : [`${predicate}!=none`]
}
