/** Rule stream-equals-body: the non-streamed answer gives the same turn as the stream. */

import type { AssembledTrace } from '../trace/assemble.ts'
import type { TraceEnd } from '../trace/trace.ts'
import { diffValues } from '../turn/diff.ts'
import type { Check, Finding, Told } from './check.ts'
import { isWholeJson } from './shared/call-state.ts'
import { saidMoreAfterFinish } from './shared/fate.ts'
import { sameValues } from './shared/json-tokens.ts'

export const streamEqualsBody: Check = {
  id: 'stream-equals-body',
  severity: 'must',
  law: 'The same turn, asked for without streaming, gives the same blocks, usage and finish.',
  needs: '`convertBody`; a turn that ended well, on a wire that can be written.',
  source: 'https://platform.openai.com/docs/api-reference/chat/object',
  check: (subject) => {
    const { body, trace, assembled } = subject
    if (body === undefined)
      return { notApplicable: 'the driver has no `convertBody`, or the turn has no non-streamed answer' }
    if (saidMoreAfterFinish(subject))
      return { notApplicable: 'the stream goes on behind its finish, where a converter may stop reading' }
    return { findings: differences({ trace, assembled }, body) }
  },
}

function differences(stream: Told, body: Told): Finding[] {
  const faults = body.trace.driverFaults.map((message) => ({ message }))
  const unended = unendedText(body.trace.end)
  if (unended !== undefined) return [{ message: `the converter ${unended} over the body` }]
  const [expected, got] = [said(stream.assembled), said(body.assembled)]
  return [
    ...faults,
    ...diffValues(expected, withTextOf(got, expected)).map(({ path, expected, got }) => ({
      message: `the body gives another \`${path}\` than the stream`,
      expected,
      got,
    })),
  ]
}

function unendedText(end: TraceEnd): string | undefined {
  switch (end.how) {
    case 'threw':
      return `threw ${JSON.stringify(end.error.message)}`
    case 'hung':
      return `did not settle within ${end.afterMs} ms`
    case 'flooded':
      return `was stopped after ${end.parts} parts of ${end.characters} characters`
    default:
      return undefined
  }
}

type Said = ReturnType<typeof said>

/**
 * A body may hold arguments as a JSON value where the stream had text, and has no place for text that is not JSON: then
 * the calls still say the same.
 */
function withTextOf(body: Said, stream: Said): Said {
  const calls = body.calls.map((call, at) => {
    const text = stream.calls[at]?.arguments ?? call.arguments
    return { ...call, arguments: isSameCall(text, call.arguments) ? text : call.arguments }
  })
  return { ...body, calls }
}

function isSameCall(stream: string, body: string): boolean {
  return !isWholeJson(stream) || sameValues(stream, body.trim() === '' ? '{}' : body)
}

/** What both forms can say: joined text of each kind, whole calls in order, usage without zeros, the finish. */
function said({ blocks, usage, finishes }: AssembledTrace) {
  const joined = (kind: string) =>
    blocks
      .filter((block) => block.kind === kind)
      .map((block) => block.joined || (block.block && 'text' in block.block ? block.block.text : ''))
      .join('')
  const calls = blocks.flatMap(({ block }) =>
    block?.type === 'tool-call' ? [{ name: block.name, arguments: block.arguments }] : [],
  )
  const finish = finishes[0]?.finish
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    refusal: joined('refusal'),
    calls,
    usage: Object.fromEntries(Object.entries(usage ?? {}).filter(([, count]) => count !== 0)),
    finish: { reason: finish?.reason, code: finish?.failure?.code },
  }
}
