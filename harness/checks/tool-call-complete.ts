/** Rule tool-call-complete: every completed call comes out complete, with its id and its name, and no other call does. */

import type { AssembledBlock } from '../trace/assemble.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { callStateFor } from './shared/call-state.ts'
import { callName, matchCalls, wireIds, type MatchedCall, type MatchedCalls } from './shared/match-calls.ts'
import { blockPlace } from './shared/places.ts'

export const toolCallComplete: Check = defineCheck({
  id: 'tool-call-complete',
  severity: 'must',
  law: 'Every call the provider completed comes out complete, with its id and its name, and no call comes out that was not sent.',
  needs: 'A call. `mapId` undoes what the converter adds to ids.',
  source: 'https://platform.openai.com/docs/guides/function-calling#streaming',
  check(subject) {
    const matched = matchCalls(subject)
    if (matched.calls.length === 0 && matched.extra.length === 0) {
      return { notApplicable: 'neither the provider nor the converter gave a call' }
    }
    return {
      findings: [
        ...matched.calls.flatMap((call) => callFindings(subject, matched, call)),
        ...matched.extra.filter((block) => !isCarriedCall(subject, block)).map(extraFinding),
      ],
    }
  },
})

function callFindings(subject: Subject, matched: MatchedCalls, call: MatchedCall): Finding[] {
  const name = callName(matched, call)
  const { got } = call
  const isDue = callStateFor(subject, call.at) === 'complete'
  if (got === undefined) return isDue ? [missing(subject, call, name)] : []
  return [
    ...(isDue && !got.complete ? [incomplete(subject, call, got, name)] : []),
    ...(got.complete ? identityFindings(subject, matched, call, got, name) : []),
  ]
}

function missing(subject: Subject, { at, said }: MatchedCall, name: string): Finding {
  return {
    message: `${name} did not come out`,
    place: blockPlace(subject, at),
    expected: { id: said.id, name: said.name, arguments: said.arguments },
    got: 'no call',
  }
}

function incomplete(subject: Subject, { at }: MatchedCall, got: AssembledBlock, name: string): Finding {
  return {
    message: `${name} was completed by the provider, yet ${got.end === undefined ? 'stays open' : 'ends as incomplete'}`,
    place: blockPlace(subject, at, got.end ?? got.deltas.at(-1) ?? got.start),
    expected: 'a block-end that is complete',
    got: got.end === undefined ? 'no block-end' : 'complete: false',
  }
}

function identityFindings(
  subject: Subject,
  matched: MatchedCalls,
  call: MatchedCall,
  got: AssembledBlock,
  name: string,
): Finding[] {
  const [id, toldName] = [wireIds(subject, got).at(-1) ?? '', got.names.at(-1) ?? '']
  const place = blockPlace(subject, call.at, got.end ?? got.start)
  const { said } = call
  return [
    ...(isRightId(subject, matched, call, id)
      ? []
      : [
          {
            message: `${name} has another id than the provider gave it`,
            place,
            expected: said.id || 'an id of its own',
            got: id,
          },
        ]),
    ...(isRightName(matched, call, toldName)
      ? []
      : [
          {
            message: `${name} has another name than the provider gave it`,
            place,
            expected: said.name || 'no name',
            got: toldName,
          },
        ]),
    ...signatureFindings(subject, call, got, name),
  ]
}

/** Where the wire sent no id, or one it had used before, an id of the converter's own making is right, or none. */
function isRightId(subject: Subject, { calls }: MatchedCalls, call: MatchedCall, id: string): boolean {
  const { said } = call
  const isOwn = said.id !== '' && calls.find((other) => other.said.id === said.id) === call
  if (isOwn) return id === said.id
  if (id === '' || id === said.id) return true
  const others = calls.filter((other) => other !== call)
  return !others.some((other) => other.got !== undefined && wireIds(subject, other.got).includes(id))
}

function isRightName({ calls }: MatchedCalls, { said }: MatchedCall, name: string): boolean {
  if (said.name !== '') return name === said.name
  return name === '' || !calls.some((other) => other.said.name === name)
}

function signatureFindings(
  { capabilities }: Subject,
  { said }: MatchedCall,
  got: AssembledBlock,
  name: string,
): Finding[] {
  if (!capabilities.signatures || said.signature === undefined || got.block?.type !== 'tool-call') return []
  if (got.block.signature === said.signature) return []
  return [
    {
      message: `the signature of ${name} is lost`,
      ...(got.end === undefined ? {} : { place: { part: got.end } }),
      expected: said.signature,
      got: got.block.signature ?? 'none',
    },
  ]
}

/**
 * Kinds of calls that the client runs and that the wires' readers carry uninterpreted: a converter may tell them as calls
 * (https://platform.openai.com/docs/guides/function-calling#custom-tools).
 */
const clientCalls: ReadonlySet<string> = new Set([
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
])

/** By its id, or while that is still to come. */
function isCarriedCall(subject: Subject, block: AssembledBlock): boolean {
  const ids = wireIds(subject, block)
  return subject.truth.turn.blocks.some(
    (carried) =>
      carried.type === 'opaque' &&
      clientCalls.has(carried.kind) &&
      (ids.length === 0 || ids.some((id) => JSON.stringify(carried.raw).includes(JSON.stringify(id)))),
  )
}

function extraFinding({ start, deltas, end, ids, names }: AssembledBlock): Finding {
  const part = start ?? deltas[0] ?? end
  return {
    message: 'a call comes out that the provider did not send, or not twice',
    ...(part === undefined ? {} : { place: { part } }),
    expected: 'no further call',
    got: { id: ids.at(-1) ?? '', name: names.at(-1) ?? '' },
  }
}
