/** What drivers declare impossible, held against what the rules say: it excuses what it speaks of, and nothing that passes. */

import type { Finding, RuleAnswer } from '../checks/check.ts'
import { ruleIds } from '../checks/checks.ts'
import { DriverError } from '../driver/define-driver.ts'
import type { Driver, Impossible } from '../driver/driver.ts'
import { parsePattern, unknownRules, type CaseName, type CasePattern } from '../verdict/case-id.ts'
import type { Result } from '../verdict/result.ts'
import type { LineUse } from '../verdict/known-failing.ts'

type Declaration = Impossible & { speaksOf: CasePattern }

const declared = new WeakMap<Driver, readonly Declaration[]>()

/** @throws DriverError for a pattern that names no rule there is. */
function declarationsOf(driver: Driver): readonly Declaration[] {
  const known = declared.get(driver)
  if (known !== undefined) return known
  const made = driver.impossible.map((each) => ({ ...each, speaksOf: patternOf(driver, each) }))
  declared.set(driver, made)
  return made
}

function patternOf({ name }: Driver, { pattern }: Impossible): CasePattern {
  const [, cases, rule] = /^([^@:]+):([^@:]+)$/.exec(pattern) ?? []
  const parsed = cases === undefined ? undefined : parsePattern(`${cases}@${name}:${rule}`)
  if (parsed !== undefined && unknownRules(parsed, ruleIds).length === 0) return parsed
  throw new DriverError(
    `\`impossible\` of driver \`${name}\`: \`${pattern}\` must be a case pattern and a rule there is, e.g. openai-chat/error-x/**:error-class.`,
  )
}

/** @throws DriverError for a declaration that can speak of nothing. */
export function mustDeclarePossible(drivers: readonly Driver[]): void {
  for (const driver of drivers) declarationsOf(driver)
}

/** The answers of one case, with the driver's declarations in the place of what they excuse. */
export function withImpossible(name: CaseName, driver: Driver, answers: readonly RuleAnswer[]): RuleAnswer[] {
  const declarations = declarationsOf(driver).filter(({ speaksOf }) => speaksOf.matches(name))
  if (declarations.length === 0) return [...answers]
  return answers.map((answer) => {
    const declaration = declarations.find(({ speaksOf }) => speaksOf.matchesRule(answer.rule.id))
    return declaration === undefined ? answer : { ...answer, answer: excused(declaration, answer.answer) }
  })
}

function excused(declaration: Declaration, answer: RuleAnswer['answer']): RuleAnswer['answer'] {
  if (!('findings' in answer)) return answer
  const { pattern, missing, source, got } = declaration
  if (answer.findings.length === 0) return { findings: [stale(declaration)] }
  if (!answer.findings.every((finding) => got.includes(String(finding.got)))) return answer
  return { notApplicable: `the converter cannot tell: ${missing}`, impossible: { pattern, missing, source } }
}

function stale({ pattern, missing }: Impossible): Finding {
  return {
    message: `\`${pattern}\` is declared impossible, yet the converter tells it. Remove the declaration, or narrow it.`,
    expected: `what cannot be told without ${missing}`,
    got: 'the truth',
  }
}

/** The declarations as lines of a run: each must have met a result that it speaks of. */
export function impossibleUses(drivers: readonly Driver[], results: readonly Result[]): LineUse[] {
  return drivers.flatMap((driver) =>
    declarationsOf(driver).map(({ pattern, speaksOf, missing, source }) => ({
      place: `impossible of driver ${driver.name}: ${pattern}`,
      pattern: speaksOf.text,
      reason: missing,
      link: source,
      matched: results.some((result) => isAbout(result, speaksOf)),
    })),
  )
}

function isAbout(result: Result, speaksOf: CasePattern): boolean {
  const wasJudged = result.status !== 'not-applicable' || result.impossible !== undefined
  return wasJudged && speaksOf.matches(result)
}
