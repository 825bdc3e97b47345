/** The one text that names cases and results: `wire/recording/delivery`, with `@driver` and `:rule` where needed; it selects, excuses and prints. */

import picomatch from 'picomatch'

/** What a result is about. `rule` is absent where a whole case is meant. */
export type CaseName = { wire: string; recording: string; delivery: string; driver: string; rule?: string }

/** `openai-chat/text/per-byte@pi-ai:text-complete` */
export function caseId(name: CaseName): string {
  const rule = name.rule === undefined ? '' : `:${name.rule}`
  return `${name.wire}/${name.recording}/${name.delivery}@${name.driver}${rule}`
}

export class PatternError extends Error {
  override name = 'PatternError'
}

export type CasePattern = {
  text: string
  /** The glob of the rule, where one is named. */
  rule?: string
  matches(name: CaseName): boolean
  matchesRule(rule: string): boolean
}

/**
 * Reads a pattern: a case id in which `*` stands for anything but `/`, `**` for anything. `@driver` and `:rule` may be left out: all of them.
 * @throws PatternError when the text cannot match any id.
 */
export function parsePattern(text: string): CasePattern {
  const parts = /^([^@:]+)(?:@([^@:]+))?(?::([^@:]+))?$/.exec(text.trim())
  if (!parts?.[1]) {
    throw new PatternError(
      `\`${text}\` is no case pattern. Write wire/recording/delivery[@driver][:rule], e.g. 'openai-chat/*/per-byte@pi-ai:usage-equal'.`,
    )
  }
  const path = globOf(parts[1])
  const driver = globOf(parts[2] ?? '*')
  const matchesRule = globOf(parts[3] ?? '*')
  return {
    text,
    ...(parts[3] === undefined ? {} : { rule: parts[3] }),
    matchesRule,
    matches: (name) =>
      (name.rule === undefined || matchesRule(name.rule)) &&
      driver(name.driver) &&
      path(`${name.wire}/${name.recording}/${name.delivery}`),
  }
}

/** A run holds each of its results against each line: what a glob says literally is compared first. */
function globOf(glob: string): (text: string) => boolean {
  const [literal = ''] = /^[\w/.-]*/.exec(glob) ?? []
  if (literal === glob) return (text) => text === glob
  const matches = picomatch(glob, { dot: true })
  return (text) => text.startsWith(literal) && matches(text)
}

/** The rules a pattern names that are none of `known`: a misspelt one would silently select or excuse nothing. */
export function unknownRules({ rule }: CasePattern, known: readonly string[]): string[] {
  if (rule === undefined) return []
  const alternatives = /^\{(.+)\}$/.exec(rule)?.[1]?.split(',') ?? [rule]
  return alternatives.filter((glob) => {
    const matches = picomatch(glob)
    return !known.some((id) => matches(id))
  })
}
