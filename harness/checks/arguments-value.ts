/** Rule arguments-value: a closed call's arguments keep every value. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { isWholeJson } from './shared/call-state.ts'
import { isAfterFinish } from './shared/fate.ts'
import { sameTokens, sameValues } from './shared/json-tokens.ts'
import { callName, matchCalls, type MatchedCall, type MatchedCalls } from './shared/match-calls.ts'
import { blockPlace } from './shared/places.ts'

export const argumentsValue: Check = defineCheck({
  id: 'arguments-value',
  severity: 'must',
  law: "A completed call's arguments keep every value the provider sent: names, strings, digits, and under `text` the order and duplicates too.",
  needs:
    "A completed call. `arguments: 'text'` asks for the exact text or the same tokens, `'value'` for equal JSON values.",
  source: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  check(subject) {
    const matched = matchCalls(subject)
    const calls = matched.calls.filter((call) => isComparable(subject, call))
    if (calls.length === 0) return { notApplicable: 'no call with arguments was completed' }
    return { findings: calls.flatMap((call) => valueFinding(subject, matched, call)) }
  },
})

/** Arguments that are absent, or no JSON, are the matter of empty-arguments and no-repair. */
function isComparable({ truth }: Subject, { said, got, at }: MatchedCall): boolean {
  return got?.complete === true && isWholeJson(said.arguments) && !isAfterFinish(truth, at)
}

function valueFinding(subject: Subject, matched: MatchedCalls, call: MatchedCall): Finding[] {
  const { at, said, got } = call
  if (got?.block?.type !== 'tool-call') return []
  const name = callName(matched, call)
  const place = blockPlace(subject, at, got.end)
  const compared = { place, expected: said.arguments, got: got.block.arguments }
  if (!isKept(subject, call, got.block.arguments)) {
    return [{ message: `${name} was completed with other arguments than the provider sent`, ...compared }]
  }
  if (got.block.invalid && isObject(said.arguments)) {
    return [{ message: `${name} is marked invalid, though its arguments are a JSON object`, ...compared }]
  }
  return []
}

function isKept({ capabilities }: Subject, { said, evidence }: MatchedCall, text: string): boolean {
  if (text === said.arguments || sameTokens(said.arguments, text)) return true
  const asValue = capabilities.arguments === 'value' || evidence?.argumentsAs === 'value'
  return asValue && sameValues(said.arguments, text)
}

/** Tools take an object, so a converter may refuse anything else: https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
function isObject(text: string): boolean {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
