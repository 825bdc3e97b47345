/**
 * The rules of secretlint's recommended preset (https://github.com/secretlint/secretlint), run on one text. They know
 * services our own table does not; ours knows the providers' keys that they miss. Loaded at first use.
 */

import { createRequire } from 'node:module'
import type { Span } from './finder.ts'

/** The part of secretlint's rule contract (`@secretlint/types`) that its rules use here. */
type RuleCreator = {
  meta: { id: string; type: string }
  create(context: RuleContext, options: object): { file?(source: RuleSource): unknown }
}
type RuleContext = {
  sharedOptions: object
  createTranslator(): () => object
  ignore(): void
  report(found: { range: readonly [number, number] }): void
}
type RuleSource = { content: string; filePath: string; ext: string; contentType: 'text' }

/** Comments that switch rules off would let a recorded text decide what is kept of it. */
const leftOut = new Set(['@secretlint/secretlint-rule-filter-comments'])

let loaded: RuleCreator[] | undefined

function rules(): RuleCreator[] {
  // `require`, since redaction must not wait: Node loads an ES module without top-level await at once.
  loaded ??= (
    createRequire(import.meta.url)('@secretlint/secretlint-rule-preset-recommend') as { rules: RuleCreator[] }
  ).rules.filter(({ meta }) => meta.type === 'scanner' && !leftOut.has(meta.id))
  return loaded
}

/** What the rules find, as ranges of the text. */
export function secretlintSpans(text: string): Span[] {
  const spans: Span[] = []
  const source: RuleSource = { content: text, filePath: 'recording', ext: '', contentType: 'text' }
  for (const creator of rules()) {
    const rule = creator.meta.id.replace('@secretlint/secretlint-rule-', 'secretlint/')
    const context: RuleContext = {
      sharedOptions: {},
      createTranslator: () => () => ({ message: '', messageId: '' }),
      ignore: () => {},
      report: ({ range: [from, to] }) => spans.push({ from, to, rule }),
    }
    creator.create(context, {}).file?.(source)
  }
  return spans
}
