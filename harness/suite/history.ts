/** The turn of a case given back as history: from the blocks the converter ended, with and without its replay state. Not here: having the request made (requests/made.ts), judging it (harness/checks/history-round-trip.ts, replay-state.ts). */

import type { MadeRequest, Told } from '../checks/check.ts'
import type { Driver } from '../driver/driver.ts'
import { plainRequest } from '../driver/run-driver.ts'
import type { AssembledBlock } from '../trace/assemble.ts'
import { requestDifferences } from '../checks/shared/request-difference.ts'
import type { NeutralRequest, RequestBlock, RequestFeature, RequestMessage } from '../turn/request.ts'
import type { ToolCallBlock, Turn } from '../turn/turn.ts'
import type { WireName } from '../wire/wire.ts'
import { wireOf } from '../wire/wires.ts'
import { makeRequest, type RequestOptions } from './requests/made.ts'

export type HistoryProbes = { history?: MadeRequest; replay?: MadeRequest }

/** Asks for what comes after the turn. Nothing where the turn is no history, or what the converter told is not the turn. */
export async function historyOf(
  driver: Driver,
  wire: WireName,
  turn: Turn,
  told: Told,
  options: RequestOptions,
): Promise<HistoryProbes> {
  if (!wireOf(wire).requests || !becomesHistory(turn) || !endedWell(told)) return {}
  const expected = historyRequest(wire, withIds(turn.blocks, told, driver))
  if (!toldTheTurn(driver, wire, expected, told)) return {}
  const blocks = told.assembled.blocks.flatMap(toldBlock)
  // Where neither the provider nor the converter made an id, the caller has to.
  if (blocks.some((block) => block.type === 'tool-call' && block.id === '')) return {}
  const ask = async (state?: { replayState: unknown }): Promise<MadeRequest> => {
    const made = await makeRequest(driver, wire, historyRequest(wire, blocks, state), options)
    return 'notMade' in made ? made : { ...made, asked: expected }
  }
  const history = await ask()
  const state = driver.replayState?.(told.trace.natives, wire)
  return state === undefined ? { history } : { history, replay: await ask({ replayState: state }) }
}

/** What was lost on the way in is for other rules to say. Here only texts and calls count: no more than deltas can tell. */
function toldTheTurn(driver: Driver, wire: WireName, expected: NeutralRequest, told: Told): boolean {
  const { mapId = (id: string) => id } = driver
  const blocks = told.assembled.blocks.flatMap((block): RequestBlock[] => {
    const [said] = toldBlock(block)
    if (said?.type === 'tool-call') return [{ ...said, id: mapId(said.id) }]
    return said && 'text' in said ? [{ ...said, text: block.joined || said.text }] : []
  })
  const lacking: RequestFeature[] = [
    'block-order',
    'reasoning-signature',
    'reasoning',
    'refusal',
    'call-signature',
    ...(driver.capabilitiesFor(wire).arguments === 'value' ? (['argument-text'] as const) : []),
    ...(wireOf(wire).requests?.lacks ?? []),
  ]
  return requestDifferences(expected, historyRequest(wire, blocks), new Set(lacking)).length === 0
}

/** A failed turn is asked again, and a cut call was never made. */
function becomesHistory({ blocks, finish, state }: Turn): boolean {
  const reasons: readonly unknown[] = ['stop', 'tool-calls', 'max-tokens']
  const isWhole = blocks.every((block) => block.type !== 'tool-call' || (block.complete && block.name !== ''))
  return (
    state === 'closed' &&
    reasons.includes(finish?.reason) &&
    finish?.failure === undefined &&
    isWhole &&
    blocks.some((block) => block.type !== 'opaque')
  )
}

function endedWell({ trace, assembled }: Told): boolean {
  const finish = assembled.finishes.at(-1)?.finish
  return trace.end.how === 'returned' && finish !== undefined && finish.failure === undefined
}

/** A call needs an id for its result to name; where the provider sent none, the converter's own is right. */
function withIds(blocks: readonly RequestBlock[], { assembled }: Told, driver: Driver): RequestBlock[] {
  const told = assembled.blocks
    .flatMap((block) => toldBlock(block))
    .filter(({ type }) => type === 'tool-call')
  let calls = 0
  return blocks.map((block) => {
    if (block.type !== 'tool-call') return block
    const own = told[calls]
    calls += 1
    if (block.id !== '' || own?.type !== 'tool-call') return block
    return { ...block, id: driver.mapId?.(own.id) ?? own.id }
  })
}

function toldBlock({ kind, block, joined, complete }: AssembledBlock): RequestBlock[] {
  if (block?.type === 'tool-call') {
    const { invalid: _, ...call } = block
    return complete ? [{ ...call, complete: true }] : []
  }
  if (block !== undefined) return [block]
  return kind === 'text' || kind === 'reasoning' || kind === 'refusal' ? [{ type: kind, text: joined }] : []
}

function historyRequest(
  wire: WireName,
  content: readonly RequestBlock[],
  state?: { replayState: unknown },
): NeutralRequest {
  const calls = content.filter((block) => block.type === 'tool-call')
  const names = [...new Set(calls.map(({ name }) => name))]
  const tools = names.map((name) => ({
    name,
    description: 'A tool of the turn.',
    parameters: { type: 'object', properties: {} },
  }))
  const messages: RequestMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Begin.' }] },
    { role: 'assistant', content, ...state },
    { role: 'user', content: calls.length > 0 ? calls.map(answerOf) : [{ type: 'text', text: 'Go on.' }] },
  ]
  return {
    ...plainRequest(wire),
    messages,
    ...(tools.length > 0 && { tools }),
  }
}

function answerOf({ id }: ToolCallBlock, at: number): RequestBlock {
  return { type: 'tool-result', toolCallId: id, content: `Answer ${at + 1}.` }
}
