/** `streamproof record --scenarios`: says what it will send, asks, sends the catalogue to one provider, and says what was kept. Not here: sending and keeping (scripts/scenarios). */

import { createInterface } from 'node:readline/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { exitCodes } from '../../harness/index.ts'
import { scenarios } from '../scenarios/catalogue.ts'
import { localUpstreamName, startLocalTarget } from '../scenarios/local-target.ts'
import { credentialsOf, providerOf, providers, type Environment } from '../scenarios/providers.ts'
import { recordScenarios, sayable, type ScenarioResult } from '../scenarios/record-scenarios.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Target } from '../scenarios/send.ts'
import { UsageError } from '../usage-error.ts'
import { tryFolder } from './record-out.ts'

export type ScenarioOptions = {
  /** Folder the recordings go to, `OUT/<wire>/<scenario>/`; default `recorded-scenarios`. */
  out?: string
  provider?: string
  model?: string
  baseUrl?: string
  /** Only these scenarios; default: all. */
  scenario?: readonly string[]
  overflowTokens?: number
  /** Sends without asking. */
  yes?: boolean
}

/** The options of `record` that belong to `--scenarios`. */
export function addScenarioOptions(command: Command): Command {
  return command
    .option('--scenarios', 'instead of a program, run the catalogue of requests that makes a fixture set')
    .option('--provider <name>', `with --scenarios: ${providers.map(({ name }) => name).join(', ')}`)
    .option('--model <name>', 'with --scenarios: another model than the usual one of the provider')
    .option('--base-url <url>', 'with --scenarios: a gateway or server that speaks the wire of the provider')
    .option(
      '--scenario <id>',
      'with --scenarios: only this one; repeatable',
      (id: string, before: string[]) => [...before, id],
      [],
    )
    .option(
      '--overflow-tokens <n>',
      'with --scenarios: more tokens than the context of the model holds',
      readCount,
    )
    .option('--yes', 'with --scenarios: send without asking')
}

function readCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a positive whole number.')
}

/** Where to read keys, and how to speak to the user; a test gives its own. */
export type Surroundings = {
  env: Environment
  say: (line: string) => void
  /** Undefined where nobody can be asked. */
  ask: ((question: string) => Promise<string>) | undefined
}

const terminal: Surroundings = {
  env: process.env,
  say: (line) => console.log(line),
  ask: process.stdin.isTTY && process.stdout.isTTY ? askTerminal : undefined,
}

async function askTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

/**
 * Runs the catalogue. Without a key and without `baseUrl` it runs against the embedded upstream of this machine.
 * @returns 0, or 1 where a recording is missing or an answer was not the one its scenario is for.
 * @throws UsageError for options that cannot be run, and where consent is missing.
 */
export async function runScenarios(
  options: ScenarioOptions,
  { env, say, ask }: Surroundings = terminal,
): Promise<number> {
  const chosen = chosenScenarios(options.scenario ?? [])
  const out = options.out ?? 'recorded-scenarios'
  tryFolder(out)
  const plan = await planOf(options, env)
  try {
    for (const line of announcement(plan, chosen, out)) say(line)
    if (!plan.isLocal && !options.yes && !(await consents(ask))) {
      say('Nothing was sent.')
      return exitCodes.nothingExecuted
    }
    const results = await recordScenarios({
      target: plan.target,
      out,
      scenarios: chosen,
      ...(plan.isLocal ? { from: localUpstreamName } : {}),
      onResult: (result) => say(lineOf(result)),
    })
    return conclude(results, say)
  } finally {
    await plan.close()
  }
}

type Plan = { target: Target; isLocal: boolean; keyFrom: string | undefined; close(): Promise<void> }

async function planOf(options: ScenarioOptions, env: Environment): Promise<Plan> {
  const names = providers.map(({ name }) => name).join(', ')
  if (options.provider === undefined) throw new UsageError(`--scenarios needs \`--provider\`: ${names}.`)
  const provider = providerOf(options.provider)
  if (!provider) {
    throw new UsageError(`--provider: there is no provider \`${options.provider}\`. Known: ${names}.`)
  }
  const found = credentialsOf(provider, env)
  if (!found && options.baseUrl === undefined) {
    const local = await startLocalTarget(provider)
    return { target: local.target, isLocal: true, keyFrom: undefined, close: () => local.close() }
  }
  const target: Target = {
    provider,
    model: options.model,
    baseUrl: checkedUrl(options.baseUrl ?? provider.baseUrl(env)),
    credentials: found?.credentials,
    overflowTokens: options.overflowTokens ?? provider.overflowTokens,
  }
  return { target, isLocal: false, keyFrom: found?.from, close: async () => {} }
}

function checkedUrl(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return text
  throw new UsageError(`--base-url: \`${text}\` is no http or https url.`)
}

function chosenScenarios(ids: readonly string[]): readonly Scenario[] {
  const unknown = ids.find((id) => !scenarios.some((scenario) => scenario.id === id))
  if (unknown !== undefined) {
    const known = scenarios.map(({ id }) => id).join(', ')
    throw new UsageError(`--scenario: there is no scenario \`${unknown}\`. Known: ${known}.`)
  }
  return ids.length === 0 ? scenarios : scenarios.filter(({ id }) => ids.includes(id))
}

function announcement({ target, isLocal, keyFrom }: Plan, chosen: readonly Scenario[], out: string) {
  const { provider, model, baseUrl, overflowTokens } = target
  const asked = sayable(chosen, target)
  const left = chosen.filter((scenario) => !asked.includes(scenario)).map(({ id }) => id)
  const models = [model ?? provider.model]
  const thinks = model === undefined && provider.reasoningModel && asked.some(({ ask }) => ask.reasoning)
  if (thinks && provider.reasoningModel) models.push(provider.reasoningModel)
  const isLong = asked.some(({ flaw }) => flaw === 'length')
  return [
    isLocal
      ? `No ${provider.keyVariables.join(' or ')} is set: ${provider.name} is played by the local upstream, and nothing leaves this machine.`
      : `This sends ${asked.length === 1 ? '1 request' : `${asked.length} requests`} to ${baseUrl} (${provider.wire}, ${models.join(' and ')}), with ${keyFrom ? `the key in ${keyFrom}` : 'no key'}. They may cost money.`,
    ...asked.map(({ id, title }) => `  ${id.padEnd(idWidth)} ${title}`),
    ...(isLong
      ? [`The prompt of context-overflow has about ${overflowTokens} tokens; the others are short.`]
      : []),
    ...(left.length > 0 ? [`Not sent, since ${provider.wire} cannot say it: ${left.join(', ')}.`] : []),
    `Recordings go to ${out}/${provider.wire}/.`,
  ]
}

const idWidth = Math.max(...scenarios.map(({ id }) => id.length))

async function consents(ask: Surroundings['ask']): Promise<boolean> {
  if (!ask) throw new UsageError('Nobody can be asked here whether to send this: say `--yes`.')
  return /^y(es)?$/i.test((await ask('Send them? [y/N] ')).trim())
}

function lineOf({ scenario, outcome, expected, kept }: ScenarioResult): string {
  const mark = expected && kept.how === 'written' ? 'ok  ' : 'FAIL'
  const said = outcome.kind === 'failed' ? outcome.reason : `${outcome.status}, ${outcome.bytes} bytes`
  const left = outcome.kind === 'left' ? ', left by the client' : ''
  return `${mark} ${scenario.id.padEnd(idWidth)} ${said}${left}${remark(scenario, expected, kept)}`
}

function remark({ expects }: Scenario, expected: boolean, kept: ScenarioResult['kept']): string {
  const wanted = { answer: 'an answer', error: 'an error', abort: 'a stream to leave' }[expects]
  const surprise = expected ? '' : ` (expected ${wanted})`
  if (kept.how === 'lost') return `${surprise}: not recorded, ${kept.reason}`
  return kept.how === 'earlier' ? `${surprise}: the earlier recording was kept` : surprise
}

function conclude(results: readonly ScenarioResult[], say: (line: string) => void): number {
  const written = results.filter(({ kept }) => kept.how === 'written').length
  const wrong = results.filter(({ expected, kept }) => !expected || kept.how === 'lost').length
  say(`${written} of ${results.length} recorded${wrong > 0 ? `, ${wrong} not as their scenario wants` : ''}.`)
  return wrong > 0 ? exitCodes.unexpected : exitCodes.asExpected
}
