/** The ways pi-ai can spell a turn in events, each with its source. Not here: writing them (write-turn.ts). */

import type { ToolCallBlock, Turn } from '../../turn/turn.ts'
import { objectOf, parseJson } from '../json-fields.ts'
import type { Spelling } from '../wire.ts'

const types =
  'https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0, dist/types.d.ts, AssistantMessageEvent)'
const api = (name: string): string =>
  `https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0, dist/api/${name}.js)`

function callsOf(turn: Turn): ToolCallBlock[] {
  return turn.blocks.filter((block) => block.type === 'tool-call')
}

function isFailed(turn: Turn): boolean {
  return turn.finish?.failure !== undefined
}

/** Whether a call's text comes back when only its value is told. `{}` does not: no arguments at all look the same. */
function isToldByValue({ arguments: text }: ToolCallBlock): boolean {
  const value = parseJson(text)
  return objectOf(value) !== undefined && text !== '{}' && JSON.stringify(value) === text
}

function hasNeighbouringCalls({ blocks }: Turn): boolean {
  return blocks.some((block, at) => block.type === 'tool-call' && blocks[at + 1]?.type === 'tool-call')
}

export const spellings: readonly Spelling[] = [
  {
    id: 'partial-snapshots',
    status: 'legal',
    title: 'Every event carries a copy of the message as it was, instead of one live object.',
    source: types,
    group: 'partial',
  },
  {
    id: 'partial-ahead',
    status: 'legal',
    title:
      'The one live message is already final at the first event, as where the reader falls behind the queue.',
    source: api('../utils/event-stream'),
    group: 'partial',
  },
  {
    id: 'entry-missing-at-start',
    status: 'dialect',
    title: 'At a start event the message has no entry at `contentIndex` yet; the next event brings it.',
    source: types,
    group: 'partial',
    fits: (turn) => turn.state !== 'open' && turn.blocks.length > 0,
  },
  {
    id: 'ends-late',
    status: 'legal',
    title: 'All blocks end together, right before the stream does.',
    source: api('openai-completions'),
    group: 'order',
    fits: ({ blocks }) => blocks.length > 1,
  },
  {
    id: 'calls-interleaved',
    status: 'legal',
    title: 'Neighbouring calls start together and take turns with their deltas.',
    source: api('openai-responses'),
    group: 'order',
    fits: hasNeighbouringCalls,
  },
  {
    id: 'arguments-at-once',
    status: 'legal',
    title: 'Calls have no deltas: the arguments stand in the call of the end event alone.',
    source: api('anthropic-messages'),
    group: 'arguments',
    fits: (turn) =>
      turn.state !== 'open' &&
      !isFailed(turn) &&
      callsOf(turn).length > 0 &&
      callsOf(turn).every(isToldByValue),
  },
  {
    id: 'ended-before-error',
    status: 'legal',
    title: 'The block that was cut is ended all the same before the error is told.',
    source: api('openai-completions'),
    group: 'failure',
    fits: (turn) => isFailed(turn) && turn.blocks.length > 0,
  },
  {
    id: 'error-alone',
    status: 'legal',
    title: 'The error is the only event, as when the request could not be made.',
    source: types,
    group: 'failure',
    fits: (turn) => isFailed(turn) && turn.blocks.length === 0,
  },
]
