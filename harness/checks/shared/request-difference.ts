/** Where the request that was read differs from the one that was asked for, under what the wire and the converter may leave out. Not here: leaving out (request-features.ts), the rules that ask (request-faithful.ts, history-round-trip.ts, replay-state.ts). */

import { diffValues, type Difference } from '../../turn/diff.ts'
import type {
  NeutralRequest,
  RequestBlock,
  RequestFeature,
  RequestMessage,
  RequestTool,
} from '../../turn/request.ts'
import { isWholeJson } from './call-state.ts'
import { sameTokens, sameValues } from './json-tokens.ts'
import { withoutFeatures, withoutRefusals } from './request-features.ts'

type Lacking = ReadonlySet<RequestFeature>

/** Of the forms that are right, the nearest counts. */
export function requestDifferences(
  asked: NeutralRequest,
  got: NeutralRequest,
  lacking: Lacking,
): Difference[] {
  const [first = asked, ...others] = formsOf(asked, lacking)
  let best = differences(first, got, lacking)
  for (const form of others) {
    if (best.length === 0) break
    const other = differences(form, got, lacking)
    if (other.length < best.length) best = other
  }
  return best
}

/** A refusal without a word for it is text, or left out; so are tools that no call may be made of. */
function formsOf(asked: NeutralRequest, lacking: Lacking): NeutralRequest[] {
  const { tools: _, ...withoutTools } = asked
  return [
    asked,
    ...(lacking.has('refusal') ? [withoutRefusals(asked)] : []),
    ...(lacking.has('tool-choice-none') && asked.toolChoice === 'none' ? [withoutTools] : []),
  ]
}

function differences(asked: NeutralRequest, got: NeutralRequest, lacking: Lacking): Difference[] {
  const expected = canonical(asked, lacking)
  const read = canonical(withDefaults(got, asked, lacking), lacking)
  const { messages, ...options } = expected
  const { messages: readMessages, ...readOptions } = read
  return [
    ...diffValues(options, readOptions),
    ...messageDifferences(messages, withSameContent(readMessages, asked, messages, lacking)),
  ]
}

/** Where the kinds of blocks differ, the blocks do not stand beside each other and comparing them says nothing. */
function messageDifferences(asked: readonly RequestMessage[], got: readonly RequestMessage[]): Difference[] {
  const length = Math.max(asked.length, got.length)
  return Array.from({ length }, (_, at): Difference[] => {
    const [expected, read] = [asked[at], got[at]]
    const path = `messages[${at}]`
    const isAlike = kindsOf(expected) === kindsOf(read)
    return isAlike ? diffValues(expected, read, path) : [{ path, expected, got: read }]
  }).flat()
}

function kindsOf(message: RequestMessage | undefined): string {
  return message ? [message.role, ...message.content.map(({ type }) => type)].join() : ''
}

/** What a wire demands or a body cannot tell is nobody's doing. */
function withDefaults(got: NeutralRequest, asked: NeutralRequest, lacking: Lacking): NeutralRequest {
  const { maxTokens, ...rest } = got
  const isFree = asked.maxTokens === undefined && lacking.has('no-max-tokens')
  return {
    ...(isFree || maxTokens === undefined ? rest : { ...rest, maxTokens }),
    // The model stands in the url on some wires.
    model: got.model === '' ? asked.model : got.model,
  }
}

/** The one form of all requests that ask the same. */
function canonical(request: NeutralRequest, lacking: Lacking): NeutralRequest {
  const { system, tools, toolChoice, responseFormat, stop, messages, ...rest } = withoutFeatures(
    request,
    lacking,
  )
  return {
    ...rest,
    ...(system === undefined || system === '' ? {} : { system: wellFormed(system) }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools: tools.map(canonicalTool) }),
    // The default of every wire.
    ...(toolChoice === undefined || toolChoice === 'auto' ? {} : { toolChoice }),
    ...(responseFormat === undefined || responseFormat === 'text' ? {} : { responseFormat }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop }),
    messages: canonicalMessages(messages, lacking),
  }
}

/** No properties and none required say nothing. */
function canonicalTool({ name, description, parameters }: RequestTool): RequestTool {
  const { properties = {}, required, $schema: _, ...rest } = parameters
  const isDemanding = Array.isArray(required) && required.length > 0
  return { name, description, parameters: { ...rest, properties, ...(isDemanding && { required }) } }
}

function canonicalMessages(messages: readonly RequestMessage[], lacking: Lacking): RequestMessage[] {
  const done: RequestMessage[] = []
  let places = new Map<string, number>()
  for (const { role, content } of joinRoles(messages)) {
    const said = content.flatMap(sayingSomething)
    const blocks = role === 'assistant' ? orderAssistant(said, lacking) : orderUser(said, places)
    if (role === 'assistant') places = placesOf(said)
    done.push({ role, content: joinTexts(blocks).map((block) => withPlace(block, places, lacking)) })
  }
  return done
}

function joinRoles(messages: readonly RequestMessage[]): RequestMessage[] {
  const joined: RequestMessage[] = []
  for (const { role, content } of messages) {
    if (!content.some((block) => sayingSomething(block).length > 0)) continue
    const last = joined.at(-1)
    if (last?.role === role) joined[joined.length - 1] = { role, content: [...last.content, ...content] }
    else joined.push({ role, content })
  }
  return joined
}

function sayingSomething(block: RequestBlock): RequestBlock[] {
  switch (block.type) {
    case 'opaque':
      return []
    case 'text':
    case 'refusal': {
      const text = wellFormed(block.text)
      return text === '' ? [] : [{ ...block, text }]
    }
    case 'reasoning': {
      const text = wellFormed(block.text)
      return text === '' && block.signature === undefined ? [] : [withoutFalse({ ...block, text })]
    }
    case 'tool-call':
      return [{ ...block, arguments: block.arguments.trim() === '' ? '{}' : block.arguments, complete: true }]
    case 'tool-result':
      return [withoutFalse({ ...block, content: wellFormed(block.content) })]
    case 'image':
      return [block]
  }
}

/** Half of a surrogate pair has no UTF-8: to leave it out, to replace it and to escape it are all right. */
function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\ufffd', '')
}

/** A flag that is false counts as absent. */
function withoutFalse<T extends RequestBlock>(block: T): T {
  return Object.fromEntries(Object.entries(block).filter(([, value]) => value !== false)) as T
}

const kindOrder: readonly RequestBlock['type'][] = ['reasoning', 'text', 'refusal', 'tool-call']

function orderAssistant(blocks: readonly RequestBlock[], lacking: Lacking): RequestBlock[] {
  if (!lacking.has('block-order')) return [...blocks]
  return blocks.toSorted((a, b) => kindOrder.indexOf(a.type) - kindOrder.indexOf(b.type))
}

/** Results stand first, in the order of their calls: they are told apart by their ids. */
function orderUser(blocks: readonly RequestBlock[], places: ReadonlyMap<string, number>): RequestBlock[] {
  const results = blocks.filter((block) => block.type === 'tool-result')
  const placeOf = (id: string) => places.get(id) ?? places.size
  return [
    ...results.toSorted((a, b) => placeOf(a.toolCallId) - placeOf(b.toolCallId)),
    ...blocks.filter((block) => block.type !== 'tool-result'),
  ]
}

function placesOf(blocks: readonly RequestBlock[]): Map<string, number> {
  return new Map(blocks.filter((block) => block.type === 'tool-call').map(({ id }, place) => [id, place]))
}

function joinTexts(blocks: readonly RequestBlock[]): RequestBlock[] {
  const joined: RequestBlock[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (isPlain(block) && isPlain(last) && last.type === block.type) {
      joined[joined.length - 1] = { type: block.type, text: last.text + block.text }
    } else {
      joined.push(block)
    }
  }
  return joined
}

/** Text, or reasoning that nothing signs: one may stand in several pieces. */
function isPlain(block: RequestBlock | undefined): block is { type: 'text' | 'reasoning'; text: string } {
  if (block?.type === 'reasoning') return block.signature === undefined && block.redacted === undefined
  return block?.type === 'text'
}

/** On a wire without ids a call is known by its place. */
function withPlace(block: RequestBlock, places: ReadonlyMap<string, number>, lacking: Lacking): RequestBlock {
  if (!lacking.has('call-ids')) return block
  const place = (id: string) => (places.has(id) ? `call ${places.get(id)}` : id)
  if (block.type === 'tool-call') return { ...block, id: place(block.id) }
  return block.type === 'tool-result' ? { ...block, toolCallId: place(block.toolCallId) } : block
}

/** Contents that say the same are taken for equal. `original`: with what the wire has no word for. */
function withSameContent(
  got: readonly RequestMessage[],
  original: NeutralRequest,
  expected: readonly RequestMessage[],
  lacking: Lacking,
): RequestMessage[] {
  const failed = failedResults(original)
  return got.map((message, at) => ({
    ...message,
    content: message.content.map((block, position) => {
      const other = expected[at]?.content[position]
      if (block.type === 'tool-call' && other?.type === 'tool-call') {
        return isSameCall(other.arguments, block.arguments, lacking)
          ? { ...block, arguments: other.arguments }
          : block
      }
      if (block.type !== 'tool-result' || other?.type !== 'tool-result') return block
      // What has no field may be said in words.
      const isMarked = lacking.has('result-error') && failed.has(other.content)
      return isMarked && block.content.includes(other.content) ? { ...block, content: other.content } : block
    }),
  }))
}

function failedResults({ messages }: NeutralRequest): Set<string> {
  const blocks = messages.flatMap(({ content }) => content)
  return new Set(
    blocks.flatMap((block) => (block.type === 'tool-result' && block.isError ? [block.content] : [])),
  )
}

function isSameCall(asked: string, got: string, lacking: Lacking): boolean {
  return lacking.has('argument-text') ? sameArgumentValues(asked, got) : sameArgumentText(asked, got)
}

function sameArgumentText(asked: string, got: string): boolean {
  return asked === got || sameTokens(asked, got)
}

/** A text that is not a JSON object has no value that could be sent, and neither has a number beyond the double range. */
function sameArgumentValues(asked: string, got: string): boolean {
  return !isJsonObject(asked) || isBeyondRange(asked) || sameValues(asked, got)
}

function isBeyondRange(text: string): boolean {
  let isBeyond = false
  JSON.parse(text, (_key, value: unknown) => {
    if (value === Infinity || value === -Infinity) isBeyond = true
    return value
  })
  return isBeyond
}

function isJsonObject(text: string): boolean {
  return isWholeJson(text) && text.trim().startsWith('{')
}
