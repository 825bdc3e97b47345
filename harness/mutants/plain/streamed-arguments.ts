/** Arguments of a call that Vertex AI streams value by value (SDK `@google/genai`, `PartialArg`). Not here: which call they belong to (gemini.ts). */

import { text, type Fields } from './values.ts'

type Container = Record<string | number, unknown>

/** Without a prototype: a parameter may be called `constructor`. */
function emptyObject(): Container {
  return Object.create(null) as Container
}

export class StreamedArguments {
  readonly #root: Container
  /** Paths of strings that go on. */
  readonly #open = new Set<string>()

  constructor(base: Fields) {
    this.#root = Object.assign(emptyObject(), base)
  }

  text(): string {
    return JSON.stringify(this.#root)
  }

  /** `$.a.b[0]`: names and indexes one after the other. */
  take(piece: Fields): void {
    const path = text(piece['jsonPath'])
    const steps = Array.from(
      path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g),
      ([, bare, index, quoted]) => (index === undefined ? (bare ?? quoted ?? '') : Number(index)),
    )
    const last = steps.pop()
    if (last === undefined) return
    const container = this.#containerOf([...steps, last])
    if (container === undefined || !fits(container, last)) return
    container[last] = valueOf(piece, this.#open.has(path) ? container[last] : undefined)
    if (piece['willContinue'] === true) this.#open.add(path)
    else this.#open.delete(path)
  }

  #containerOf(steps: readonly (string | number)[]): Container | undefined {
    let container = this.#root
    for (const [at, step] of steps.slice(0, -1).entries()) {
      if (!fits(container, step)) return undefined
      container[step] ??= typeof steps[at + 1] === 'number' ? [] : emptyObject()
      container = container[step] as Container
    }
    return container
  }
}

/** A name has no place in an array, nor has an index behind a gap: https://github.com/vercel/ai, packages/google, CHANGELOG 4.0.116 */
function fits(container: Container, step: string | number): boolean {
  if (!Array.isArray(container)) return typeof step === 'string'
  return typeof step === 'number' && step <= container.length
}

function valueOf(piece: Fields, before: unknown): unknown {
  const { stringValue, numberValue, boolValue } = piece
  if (typeof stringValue === 'string') return text(before) + stringValue
  if (numberValue !== undefined) return numberValue
  if (boolValue !== undefined) return boolValue
  return 'nullValue' in piece ? null : emptyObject()
}
