/** A turn as the assistant message events pi-ai would emit, with the message that grows beside them. Not here: the order of the events (plan-steps.ts). */

import type { AssistantMessage, AssistantMessageEvent, ToolCall, Usage } from '@earendil-works/pi-ai'
import type { Turn, TurnBlock, TurnUsage } from '../../turn/turn.ts'
import { objectOf, parseJson, type JsonObject } from '../json-fields.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { planSteps, type Step } from './plan-steps.ts'

type Content = AssistantMessage['content'][number]
type Done = Extract<AssistantMessageEvent, { type: 'done' }>

const plainest: WriteChoice = { spellings: [], fragments: [] }

/** What pi-ai shows in place of reasoning that the provider encrypted. */
const redactedText = '[Reasoning redacted]'

/** pi-ai's usage object; counts it was not told are 0, reasoning alone is left out. */
export function usageObject(usage: TurnUsage | undefined): Usage {
  const input = usage?.inputTokens ?? 0
  const output = usage?.outputTokens ?? 0
  const cacheRead = usage?.cacheReadTokens ?? 0
  const cacheWrite = usage?.cacheWriteTokens ?? 0
  const reasoning = usage?.reasoningTokens
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    ...(reasoning === undefined ? {} : { reasoning }),
    totalTokens: input + output + cacheRead + cacheWrite,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  }
}

function emptyMessage({ meta }: Turn): AssistantMessage {
  return {
    role: 'assistant',
    content: [],
    api: 'openai-completions',
    provider: 'openai',
    model: meta.model ?? 'm',
    ...(meta.responseId === undefined ? {} : { responseId: meta.responseId }),
    usage: usageObject(undefined),
    stopReason: 'pending',
    timestamp: 0,
  }
}

function argumentsOf(text: string): Pick<ToolCall, 'arguments' | 'argumentsError'> {
  const value = text.trim() === '' ? {} : parseJson(text)
  const object = objectOf(value)
  if (object !== undefined) return { arguments: object as ToolCall['arguments'] }
  return { arguments: {}, argumentsError: `Tool arguments must be a JSON object. Received: ${text}` }
}

/** The entry at its start. A signature is there from the start where no end event could bring it. */
function startedContent(block: TurnBlock, hasEnd: boolean): Content {
  if (block.type === 'tool-call') {
    const { id, name, signature } = block
    return { type: 'toolCall', id, name, arguments: {}, ...(signature && { thoughtSignature: signature }) }
  }
  if (block.type !== 'reasoning') return { type: 'text', text: '' }
  const early = block.redacted === true || !hasEnd
  return {
    type: 'thinking',
    thinking: block.redacted === true ? redactedText : '',
    ...(early && block.signature !== undefined ? { thinkingSignature: block.signature } : {}),
    ...(block.redacted === true ? { redacted: true } : {}),
  }
}

function growContent(content: Content, text: string, spoken: string): void {
  if (content.type === 'text') content.text += text
  else if (content.type === 'thinking') content.thinking += text
  else Object.assign(content, { arguments: objectIn(spoken) ?? content.arguments })
}

/** Most prefixes of an object's text do not end as one, and parsing in vain costs an exception. */
function objectIn(text: string): JsonObject | undefined {
  return text.trimEnd().endsWith('}') ? objectOf(parseJson(text)) : undefined
}

function endContent(content: Content, block: TurnBlock): void {
  if (content.type === 'toolCall' && block.type === 'tool-call')
    Object.assign(content, argumentsOf(block.arguments))
  else if (block.type === 'reasoning' && block.signature !== undefined)
    Object.assign(content, { thinkingSignature: block.signature })
}

/** A message that takes one step after the other. */
class GrowingMessage {
  readonly message: AssistantMessage
  readonly #turn: Turn
  readonly #ends: ReadonlySet<number>
  /** Joined argument texts by content index. */
  readonly #spoken: string[] = []

  constructor(turn: Turn, steps: readonly Step[]) {
    this.#turn = turn
    this.#ends = new Set(steps.filter(({ stage }) => stage === 'end').map(({ at }) => at))
    this.message = emptyMessage(turn)
  }

  take({ stage, at, text }: Step): void {
    const block = this.#turn.blocks[at]!
    const content = this.message.content[at] ?? startedContent(block, this.#ends.has(at))
    this.message.content[at] = content
    this.#spoken[at] = (this.#spoken[at] ?? '') + text
    if (stage === 'delta') growContent(content, text, this.#spoken[at])
    if (stage === 'end') endContent(content, block)
  }

  finish(): void {
    const { finish, usage } = this.#turn
    this.message.usage = usageObject(usage)
    if (finish?.failure === undefined) {
      this.message.stopReason = doneReasonOf(this.#turn)
      return
    }
    this.message.stopReason = finish.reason === 'aborted' ? 'aborted' : 'error'
    this.message.errorMessage = finish.failure.message
  }
}

function doneReasonOf({ finish }: Turn): Done['reason'] {
  return (finish?.raw ?? 'stop') as Done['reason']
}

function updateEvent(
  block: TurnBlock,
  { stage, at: contentIndex, text: delta }: Step,
  partial: AssistantMessage,
): AssistantMessageEvent {
  const prefix = block.type === 'tool-call' ? 'toolcall' : block.type === 'reasoning' ? 'thinking' : 'text'
  if (stage === 'start') return { type: `${prefix}_start`, contentIndex, partial }
  if (stage === 'delta') return { type: `${prefix}_delta`, contentIndex, delta, partial }
  const content = partial.content[contentIndex]!
  if (content.type === 'toolCall') return { type: 'toolcall_end', contentIndex, toolCall: content, partial }
  const said = content.type === 'thinking' ? content.thinking : content.text
  return { type: `${content.type}_end`, contentIndex, content: said, partial }
}

function finalEvent(turn: Turn, message: AssistantMessage): AssistantMessageEvent {
  if (turn.finish?.failure === undefined) return { type: 'done', reason: doneReasonOf(turn), message }
  return { type: 'error', reason: turn.finish.reason === 'aborted' ? 'aborted' : 'error', error: message }
}

/** When a step changes the message: before its own event, before any event, or with the event that follows its own. */
type Pace = 'live' | 'ahead' | 'late-start'

function paceOf({ spellings }: WriteChoice): Pace {
  if (spellings.includes('partial-ahead')) return 'ahead'
  return spellings.includes('entry-missing-at-start') ? 'late-start' : 'live'
}

/** The steps that must have been taken when the event of step `index` is emitted. */
function dueSteps(steps: readonly Step[], index: number, pace: Pace): Step[] {
  if (pace === 'ahead') return []
  const [before, own] = [steps[index - 1], steps[index]!]
  if (pace === 'live') return [own]
  return [...(before?.stage === 'start' ? [before] : []), ...(own.stage === 'start' ? [] : [own])]
}

/**
 * The events as objects. As in pi-ai all of them share one live message that grows while they are taken, so whoever
 * keeps one must copy it; `partial-snapshots` gives each its own copy.
 */
export function* writePiAiEvents(
  turn: Turn,
  choice: WriteChoice = plainest,
): Generator<AssistantMessageEvent> {
  const steps = planSteps(turn, choice)
  const pace = paceOf(choice)
  const growing = new GrowingMessage(turn, steps)
  const copies = choice.spellings.includes('partial-snapshots')
  const shown = (): AssistantMessage => (copies ? structuredClone(growing.message) : growing.message)
  if (pace === 'ahead') runToEnd(growing, steps, turn)
  if (!choice.spellings.includes('error-alone')) yield { type: 'start', partial: shown() }
  for (const [index, step] of steps.entries()) {
    for (const due of dueSteps(steps, index, pace)) growing.take(due)
    yield updateEvent(turn.blocks[step.at]!, step, shown())
  }
  if (turn.finish === undefined) return
  for (const due of pace === 'late-start' ? steps.slice(-1) : []) if (due.stage === 'start') growing.take(due)
  growing.finish()
  yield finalEvent(turn, shown())
}

function runToEnd(growing: GrowingMessage, steps: readonly Step[], turn: Turn): void {
  for (const step of steps) growing.take(step)
  if (turn.finish !== undefined) growing.finish()
}

/** The events as JSON lines, each as it was when it was emitted. */
export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  return writePiAiEvents(turn, choice)
    .map((event) => ({ data: JSON.stringify(event) }))
    .toArray()
}

/** The final message, which is what pi-ai's `complete()` gives. */
export function writeBody(turn: Turn): unknown {
  const steps = planSteps(turn, plainest)
  const growing = new GrowingMessage(turn, steps)
  runToEnd(growing, steps, turn)
  return JSON.parse(JSON.stringify(growing.message)) as unknown
}
