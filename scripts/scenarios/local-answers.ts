/** What the local upstream answers to each scenario, as turns. Not here: the scenarios (catalogue.ts), how a turn is written (harness/wire). */

import { wireOf, type Turn, type TurnBlock } from '../../harness/index.ts'
import { type Answer, type Asked } from '../../harness/record.ts'
import { scenarios } from './catalogue.ts'
import type { AskedWire } from './requests/requests.ts'

export const localModel = 'local-model'
export const localKey = 'streamproof-local-key-0000'
/** Small, so that a prompt that overflows it is small too. */
export const localContextTokens = 4_096
export const localOverflowTokens = 5_000

/** The answer to the scenario whose prompt was asked. */
export function localAnswer(asked: Asked): Answer | undefined {
  const scenario = scenarios.find(({ ask }) =>
    ask.messages.some(({ content }) =>
      content.some((block) => block.type === 'text' && block.text === asked.prompt),
    ),
  )
  const said = scenario && answers[scenario.id]
  if (!said) return undefined
  const turn = turnOf(asked, said(asked.wire as AskedWire))
  // Silence in mid-stream: however slow the client is, it leaves before the end.
  return scenario.expects === 'abort' ? { turn, stopAfter: { events: 20, how: 'stall' } } : { turn }
}

type Stop = 'stop' | 'tool-calls' | 'max-tokens' | 'stop-sequence' | 'refusal'
type Said = { blocks: TurnBlock[]; stop?: Stop; stopSequence?: string }

const chatWords = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  'max-tokens': 'length',
  'stop-sequence': 'stop',
  refusal: 'stop',
}
const finishWords: Record<AskedWire, Record<Stop, string>> = {
  'openai-chat': chatWords,
  mistral: chatWords,
  'openai-responses': {
    stop: 'completed',
    'tool-calls': 'completed',
    'max-tokens': 'max_output_tokens',
    'stop-sequence': 'completed',
    refusal: 'completed',
  },
  'anthropic-messages': {
    stop: 'end_turn',
    'tool-calls': 'tool_use',
    'max-tokens': 'max_tokens',
    'stop-sequence': 'stop_sequence',
    refusal: 'refusal',
  },
  gemini: {
    stop: 'STOP',
    'tool-calls': 'STOP',
    'max-tokens': 'MAX_TOKENS',
    'stop-sequence': 'STOP',
    refusal: 'SAFETY',
  },
  'bedrock-converse': {
    stop: 'end_turn',
    'tool-calls': 'tool_use',
    'max-tokens': 'max_tokens',
    'stop-sequence': 'stop_sequence',
    refusal: 'content_filtered',
  },
}

function turnOf({ wire, characters }: Asked, { blocks, stop = 'stop', stopSequence }: Said): Turn {
  const raw = finishWords[wire as AskedWire][stop]
  const reason = wireOf(wire).outcomes[raw]?.[0]?.reason ?? 'stop'
  const generated = blocks.reduce((sum, block) => sum + lengthOf(block), 0)
  const reasoned = blocks.reduce((sum, block) => sum + (block.type === 'reasoning' ? lengthOf(block) : 0), 0)
  return {
    blocks,
    usage: {
      inputTokens: Math.ceil(characters / 4) + 8,
      outputTokens: Math.ceil(generated / 4) + 4,
      ...(reasoned > 0 ? { reasoningTokens: Math.ceil(reasoned / 4) } : {}),
    },
    finish: { reason, raw },
    meta: stopSequence === undefined ? {} : { stopSequence },
    state: 'closed',
  }
}

function lengthOf(block: TurnBlock): number {
  if (block.type === 'tool-call') return block.name.length + block.arguments.length
  return block.type === 'opaque' ? 0 : block.text.length
}

const text = (text: string): TurnBlock => ({ type: 'text', text })

const callIds: Record<AskedWire, string> = {
  'openai-chat': 'call_local00000000000000',
  'openai-responses': 'call_local00000000000000',
  'anthropic-messages': 'toolu_local000000000000',
  'bedrock-converse': 'tooluse_local0000000000',
  mistral: 'local000',
  gemini: '',
}

function call(wire: AskedWire, at: number, name: string, value: object): TurnBlock {
  const id = callIds[wire] === '' ? '' : `${callIds[wire]}${at}`
  return { type: 'tool-call', id, name, arguments: JSON.stringify(value), complete: true }
}

const tea = [
  'Tea grows on a shrub that likes mild air, sour soil and rain in every month. ',
  'Young plants stand in rows – shaded at first – and are pruned to the height of a table. ',
  'After three years the pickers come: two leaves and a bud, no more, by hand. ',
  'The leaves wither on long racks, lose half their water and grow soft. ',
  'Rolling breaks them, so that juice meets air; that is what turns green to black. ',
  'Green tea is heated early, in a pan or in steam, and stays as it was picked. ',
]

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const answers: Readonly<Record<string, (wire: AskedWire) => Said>> = {
  text: () => ({ blocks: [text('Grüß Gott – schön, dass Sie da sind! 👋')] }),
  'long-text': () => ({ blocks: [text(Array.from({ length: 5 }, () => tea.join('')).join('\n\n'))] }),
  reasoning: (wire) => ({ blocks: [...reasoningOf(wire), text('Nine sheep are left.')] }),
  'tool-call': (wire) => ({
    blocks: [call(wire, 1, 'get_weather', { city: 'Zürich', unit: 'celsius' })],
    stop: 'tool-calls',
  }),
  'parallel-tool-calls': (wire) => ({
    blocks: [call(wire, 1, 'get_weather', { city: 'Oslo' }), call(wire, 2, 'get_weather', { city: 'Lima' })],
    stop: 'tool-calls',
  }),
  'tool-call-without-arguments': (wire) => ({
    blocks: [call(wire, 1, 'get_time', {})],
    stop: 'tool-calls',
  }),
  'json-output': () => ({ blocks: [text('{"colours":["amber","rust","coral"]}')] }),
  'stop-sequence': () => ({
    blocks: [text('1, 2, 3, 4, 5, ')],
    stop: 'stop-sequence',
    stopSequence: '6',
  }),
  length: () => ({
    blocks: [text('On the last rock before the open sea there stood a lighthouse, and in it')],
    stop: 'max-tokens',
  }),
  refusal: (wire) => ({ blocks: refusalOf(wire), stop: 'refusal' }),
  'image-input': () => ({ blocks: [text('It is red.')] }),
  'multi-turn': () => ({ blocks: [text('Yes: it rains in Bergen, at 9 °C. Take an umbrella.')] }),
  abort: () => ({
    blocks: [text(Array.from({ length: 20 }, () => numbers.join(', ')).join(', '))],
  }),
}

/** OpenAI's chat completions count reasoning and do not show it. */
function reasoningOf(wire: AskedWire): TurnBlock[] {
  if (wire === 'openai-chat') return []
  const thought = '“All but 9” means that nine stay. The 17 is there to mislead.'
  const isSigned = wire === 'anthropic-messages' || wire === 'bedrock-converse'
  return [{ type: 'reasoning', text: thought, ...(isSigned ? { signature: 'bG9jYWwtc2lnbmF0dXJl' } : {}) }]
}

/** Some providers have a word for it, some a field, some neither. */
function refusalOf(wire: AskedWire): TurnBlock[] {
  const sorry = 'I can’t help with a threat. I can help you write a calm letter.'
  if (wire === 'openai-chat' || wire === 'openai-responses') return [{ type: 'refusal', text: sorry }]
  return wire === 'mistral' ? [text(sorry)] : [text('I can’t')]
}
