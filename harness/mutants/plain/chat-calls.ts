/** Which call a fragment of a chat stream belongs to, in the ways servers identify calls. Not here: the rest of a delta (chat.ts). */

import type { Call, Output } from './output.ts'
import { fields, given, isFields, list, text, type Fields } from './values.ts'

type Known = { index: number | undefined; call: Call }
type Fragment = { index: number | undefined; id: string; name: string; input: unknown }

/** `tool_calls` items, and the older `function_call`. */
export class ChatCalls {
  readonly #known: Known[] = []
  readonly #output: Output

  constructor(output: Output) {
    this.#output = output
  }

  get count(): number {
    return this.#known.length
  }

  take(delta: Fields): void {
    const legacy = delta['function_call']
    for (const item of [...list(delta['tool_calls']), ...(isFields(legacy) ? [legacy] : [])]) {
      if (isFields(item)) this.#takeFragment(fragmentOf(item))
    }
  }

  #takeFragment(fragment: Fragment): void {
    const { index, input, ...identity } = fragment
    const known = index === undefined ? this.#withoutIndex(fragment) : this.#atIndex(fragment)
    const call = known ?? this.#output.call(identity)
    if (known === undefined) this.#known.push({ index, call })
    else call.identify(identity)
    if (typeof input === 'string') call.add(input)
    else if (input !== undefined && input !== null) call.value = JSON.stringify(input)
  }

  /** An index is used again where a name comes with another id, or another name without one. */
  #atIndex({ index, id, name }: Fragment): Call | undefined {
    const call = this.#known.findLast((known) => known.index === index)?.call
    if (call === undefined) return name === '' && id !== '' ? this.#byId(id) : undefined
    const isNamedAgain = name !== '' && call.name !== ''
    const isOther = id !== '' && call.id !== '' ? id !== call.id : name !== call.name
    return isNamedAgain && isOther ? undefined : call
  }

  /** By its id; a fragment without one goes on with the last call, unless it names another. */
  #withoutIndex({ id, name }: Fragment): Call | undefined {
    const last = this.#known.at(-1)?.call
    if (last === undefined) return undefined
    if (id === '') return name === '' || last.name === '' ? last : undefined
    return this.#byId(id) ?? (last.id === '' && name === '' ? last : undefined)
  }

  #byId(id: string): Call | undefined {
    return this.#known.findLast(({ call }) => call.id === id)?.call
  }
}

function fragmentOf(item: Fields): Fragment {
  const { index } = item
  const body = fields(given(item['function'], item['custom'], item))
  return {
    index: index === undefined || index === null ? undefined : Number(index),
    id: text(item['id']),
    name: text(body['name']),
    input: isFields(item['custom']) ? body['input'] : body['arguments'],
  }
}
