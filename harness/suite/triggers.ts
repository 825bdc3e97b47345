/** Triggers: when a known-failing line excuses a generated session. A small language over turn, spelling and delivery. Not here: the lines (trigger-lines.ts). */

import picomatch from 'picomatch'
import type { DeliveryKind } from '../replay/delivery.ts'
import type { ToolCallBlock, Turn, TurnBlock } from '../turn/turn.ts'
import type { WriteChoice } from '../wire/wire.ts'

/** What a trigger may look at. The turn is the whole one, also where the delivery cuts it. */
export type SessionFacts = {
  turn: Turn
  choice: WriteChoice
  delivery: { name: string; kind: DeliveryKind }
}

type Predicate = {
  name: string
  /** One sentence for `--help` and for the error. */
  means: string
  /** The words that are true of these facts; a trigger's word is a glob over them. */
  words(facts: SessionFacts): readonly string[]
}

const callsOf = ({ blocks }: Turn): ToolCallBlock[] => blocks.filter((block) => block.type === 'tool-call')

export const predicates: readonly Predicate[] = [
  {
    name: 'block',
    means:
      'the turn has a block of this kind (text, reasoning, refusal, tool-call, opaque); `none`: no block',
    words: ({ turn }) => (turn.blocks.length === 0 ? ['none'] : turn.blocks.map(({ type }) => type)),
  },
  {
    name: 'many',
    means: 'the turn has two blocks or more of this kind',
    words: ({ turn }) => repeated(turn.blocks.map(({ type }) => type)),
  },
  {
    name: 'last',
    means: 'the last block is of this kind',
    words: ({ turn }) => turn.blocks.slice(-1).map(({ type }) => type),
  },
  {
    name: 'text',
    means:
      'a text, reasoning or refusal block is `empty`, `blank`, or holds `lone-surrogate`, `astral`, `bom`, `line-separator`, `control`',
    words: ({ turn }) => turn.blocks.flatMap((block) => ('text' in block ? textWords(block.text) : [])),
  },
  {
    name: 'arguments',
    means:
      'a call has `no` arguments, `{}`, `malformed` ones, a key that is `""` (`empty-key`), or a text that JSON.stringify would spell in another way (`respelled`)',
    words: ({ turn }) => callsOf(turn).flatMap((call) => argumentWords(call.arguments)),
  },
  {
    name: 'call',
    means: 'a call is `unnamed`, `without-id`, `incomplete` or `signed`',
    words: ({ turn }) => callsOf(turn).flatMap(callWords),
  },
  { name: 'id', means: 'the id of a call', words: ({ turn }) => callsOf(turn).map(({ id }) => id) },
  {
    name: 'reasoning',
    means: 'a reasoning block is `signed`, `unsigned`, `redacted` or `empty`',
    words: ({ turn }) => turn.blocks.flatMap(reasoningWords),
  },
  {
    name: 'finish',
    means: 'the finish, by our word or the raw one; `none`: no finish',
    words: ({ turn: { finish } }) =>
      finish === undefined ? ['none'] : [finish.reason, ...(finish.raw === undefined ? [] : [finish.raw])],
  },
  {
    name: 'failure',
    means: 'the code of the in-band error; `none`: no error',
    words: ({ turn }) => [turn.finish?.failure?.code ?? 'none'],
  },
  {
    name: 'error',
    means: "the provider's own type or code of the in-band error",
    words: ({ turn }) => {
      const { providerType, providerCode } = turn.finish?.failure ?? {}
      return [providerType, providerCode].filter((word) => word !== undefined)
    },
  },
  { name: 'state', means: 'open, answered or closed', words: ({ turn }) => [turn.state] },
  {
    name: 'usage',
    means: 'a usage field that is given and not 0; `none`: no usage',
    words: ({ turn: { usage } }) =>
      usage === undefined
        ? ['none']
        : Object.entries(usage).flatMap(([field, count]) =>
            typeof count === 'number' && count > 0 ? [field] : [],
          ),
  },
  {
    name: 'meta',
    means: 'responseId, model or stopSequence is given',
    words: ({ turn }) => Object.keys(turn.meta),
  },
  {
    name: 'spelling',
    means: 'the id of a spelling; `none`: the plain one',
    words: ({ choice }) => (choice.spellings.length === 0 ? ['none'] : choice.spellings),
  },
  {
    name: 'fragments',
    means: '`many` deltas a text, or `one`',
    words: ({ choice }) => [choice.fragments.length === 0 ? 'one' : 'many'],
  },
  {
    name: 'delivery',
    means: 'the kind (rechunk, noise, cut, swap) or the name of the delivery, e.g. `reset-*`',
    words: ({ delivery }) => [delivery.kind, delivery.name],
  },
]

function repeated(words: readonly string[]): string[] {
  return words.filter((word, at) => words.indexOf(word) !== at)
}

function textWords(text: string): string[] {
  const tests: [string, boolean][] = [
    ['empty', text === ''],
    ['blank', text !== '' && text.trim() === ''],
    ['lone-surrogate', !text.isWellFormed()],
    ['astral', /[\u{10000}-\u{10ffff}]/u.test(text)],
    ['bom', text.includes('\ufeff')],
    ['line-separator', /[\u2028\u2029\u0085]/.test(text)],
    // eslint-disable-next-line no-control-regex
    ['control', /[\0-\x1f\x7f]/.test(text)],
  ]
  return tests.flatMap(([word, holds]) => (holds ? [word] : []))
}

function argumentWords(text: string): string[] {
  if (text === '') return ['no']
  try {
    const spelled = JSON.stringify(JSON.parse(text))
    return [
      ...(spelled === '{}' ? ['{}'] : []),
      ...(/(?<!\\)"":/.test(spelled) ? ['empty-key'] : []),
      ...(spelled === text ? [] : ['respelled']),
    ]
  } catch {
    return ['malformed']
  }
}

function callWords({ id, name, complete, signature }: ToolCallBlock): string[] {
  return [
    ...(name === '' ? ['unnamed'] : []),
    ...(id === '' ? ['without-id'] : []),
    ...(complete ? [] : ['incomplete']),
    ...(signature === undefined ? [] : ['signed']),
  ]
}

function reasoningWords(block: TurnBlock): string[] {
  if (block.type !== 'reasoning') return []
  return [
    block.signature === undefined ? 'unsigned' : 'signed',
    ...(block.redacted === true ? ['redacted'] : []),
    ...(block.text === '' ? ['empty'] : []),
  ]
}

export type Trigger = { text: string; holds(facts: SessionFacts): boolean }

export class TriggerError extends Error {
  override name = 'TriggerError'
}

/**
 * Reads `name=word & name!=word`: all must hold. A word is a glob; `!=` holds where none of the words matches.
 * @throws TriggerError that names the term.
 */
export function parseTrigger(text: string): Trigger {
  const terms = text.split('&').map((term) => parseTerm(term.trim()))
  return { text, holds: (facts) => terms.every((term) => term(facts)) }
}

function parseTerm(term: string): (facts: SessionFacts) => boolean {
  const [, name, sign, word] = /^([a-z-]+)(!?=)(\S+)$/.exec(term) ?? []
  if (name === undefined || word === undefined) {
    throw new TriggerError(
      `\`${term}\` is no term of a trigger. Write name=word or name!=word, joined by \` & \`.`,
    )
  }
  const predicate = predicates.find((known) => known.name === name)
  if (!predicate) {
    const known = predicates.map(({ name }) => name).join(', ')
    throw new TriggerError(`\`${name}\` is no predicate of a trigger. Known: ${known}.`)
  }
  const matches = word === '{}' ? (given: string) => given === word : picomatch(word)
  const holds = (facts: SessionFacts) => predicate.words(facts).some((given) => matches(given))
  return sign === '=' ? holds : (facts) => !holds(facts)
}
