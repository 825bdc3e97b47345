import { expect, test } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import type { DriverHooks, NeutralRequest } from '../driver/driver.ts'
import { assemble } from '../trace/assemble.ts'
import type { Part } from '../trace/part.ts'
import type { Trace } from '../trace/trace.ts'
import type { Turn, TurnBlock } from '../turn/turn.ts'
import { historyOf } from './history.ts'

const call: TurnBlock = { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"a":1}', complete: true }
const hi: TurnBlock = { type: 'text', text: 'Hi.' }

const turnOf = (blocks: TurnBlock[], rest: Partial<Turn> = {}): Turn => ({
  blocks,
  finish: { reason: 'stop', raw: 'stop' },
  meta: {},
  state: 'closed',
  ...rest,
})

const ended = (index: number, block: TurnBlock): Part[] => {
  if (block.type === 'opaque') return []
  if (block.type !== 'tool-call') return [{ type: 'block-end', index, block }]
  const { complete: _, ...said } = block
  return [{ type: 'block-end', index, block: said }]
}

const toldOf = (blocks: TurnBlock[], finish: Part = { type: 'finish', reason: 'stop' }) => {
  const parts = [...blocks.flatMap((block, at) => ended(at, block)), finish]
  const trace: Trace = {
    parts,
    marks: [],
    end: { how: 'returned' },
    natives: [{ kept: 'state' }],
    requests: [],
    rejections: [],
    driverFaults: [],
  }
  return { trace, assembled: assemble(trace) }
}

/** What the driver was asked for, one entry a request. */
async function ask(
  turn: Turn,
  told = toldOf(turn.blocks),
  hooks: Partial<DriverHooks<unknown, undefined>> = {},
) {
  const requests: NeutralRequest[] = []
  const driver = defineDriver({
    name: 'acme',
    version: '1',
    wires: ['openai-chat'],
    level: 'bytes',
    convert: () => [],
    project: () => [],
    toRequest: (request) => {
      requests.push(request)
      return { model: request.model, messages: [] }
    },
    ...hooks,
  })
  const probes = await historyOf(driver, 'openai-chat', turn, told, {})
  return { requests, probes }
}

test('the blocks that were told become the assistant’s message, and each call has a result', async () => {
  const { requests, probes } = await ask(turnOf([hi, call]))
  expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(requests[0]?.messages[1]).toEqual({ role: 'assistant', content: [hi, call] })
  expect(requests[0]?.messages[2]?.content).toMatchObject([{ type: 'tool-result', toolCallId: 'c1' }])
  expect(requests[0]?.tools).toMatchObject([{ name: 'look' }])
  expect(probes).toMatchObject({ history: { asked: { messages: requests[0]?.messages } } })
  expect(probes.replay).toBeUndefined()
})

test('the converter’s own ids go in, the provider’s are expected back', async () => {
  const own = { ...call, id: 'c1|item' }
  const { requests, probes } = await ask(turnOf([call]), toldOf([own]), {
    mapId: (id) => id.split('|')[0] ?? id,
  })
  expect(requests[0]?.messages[1]?.content).toMatchObject([{ id: 'c1|item' }])
  expect(probes).toMatchObject({
    history: { asked: { messages: [{}, { content: [{ id: 'c1' }] }, { content: [{ toolCallId: 'c1' }] }] } },
  })
})

test('where the provider sent no id, the converter’s is right', async () => {
  const { probes } = await ask(turnOf([{ ...call, id: '' }]), toldOf([{ ...call, id: 'made-1' }]))
  expect(probes).toMatchObject({
    history: { asked: { messages: [{}, { content: [{ id: 'made-1' }] }, {}] } },
  })
})

test('a state is given back on the assistant’s message, in a request of its own', async () => {
  const { requests, probes } = await ask(turnOf([hi]), undefined, {
    replayState: (natives) => ({ from: natives[0] }),
  })
  expect(requests.map(({ messages }) => messages[1]?.replayState)).toEqual([
    undefined,
    { from: { kept: 'state' } },
  ])
  expect(probes).toMatchObject({ history: { asked: {} }, replay: { asked: {} } })
})

const failure = { code: 'SERVER', message: 'x' } as const

test.each<[string, Turn, ReturnType<typeof toldOf>?]>([
  ['that failed', turnOf([hi], { finish: { reason: 'error', failure } })],
  ['that was cut', turnOf([hi], { state: 'open' })],
  ['with a cut call', turnOf([{ ...call, complete: false }])],
  ['with a call without a name', turnOf([{ ...call, name: '' }])],
  ['that says nothing', turnOf([])],
  [
    'that the converter tells as failed',
    turnOf([hi]),
    toldOf([hi], { type: 'finish', reason: 'error', failure }),
  ],
  ['of which the converter lost a call', turnOf([hi, call]), toldOf([hi])],
  ['whose text the converter changed', turnOf([hi]), toldOf([{ type: 'text', text: 'Ho.' }])],
  ['of whose call neither side has an id', turnOf([{ ...call, id: '' }]), toldOf([{ ...call, id: '' }])],
])('a turn %s is no history', async (_, turn, told) => {
  const { requests, probes } = await ask(turn, told)
  expect(requests).toEqual([])
  expect(probes).toEqual({})
})
