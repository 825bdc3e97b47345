/** What an official client makes of a body, in the terms of a turn, and what is compared. Not here: the clients (one file each). */

import type { BlockKind, Turn, TurnBlock, Usage, UsageField } from '../../turn/turn.ts'
import type { WireName } from '../wire.ts'

/** Arguments are JSON values here: clients hand them on parsed, or stringify them again. */
export type AccountBlock =
  | { type: 'text' | 'refusal'; text: string }
  | { type: 'reasoning'; text: string; signature?: string }
  | { type: 'tool-call'; id: string; name: string; arguments: unknown }

export type Account = {
  blocks: AccountBlock[]
  /** The provider's own word for the finish. */
  finish?: string
  usage?: Usage
  responseId?: string
  model?: string
}

/** `failed`: the client threw, with what it had until then. */
export type Answer = { account: Account; failed?: string }

/** The named projection: what of a turn the client tells at all. */
export type Projection = {
  kinds: readonly BlockKind[]
  signatures: boolean
  callIds: boolean
  usage: readonly UsageField[]
  meta: readonly ('responseId' | 'model')[]
  /** Whether what was said before a failure or a cut can still be asked for. */
  keepsPartial: boolean
}

export type Client = {
  wire: WireName
  /** Package and class, as it is called in NOTES.md. */
  name: string
  projection: Projection
  ask(body: Uint8Array): Promise<Answer>
}

export type Malformed = { malformed: string }

/** The value a text spells. No text is no arguments; a text that is not JSON stays itself. */
export function valueOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return { malformed: text } satisfies Malformed
  }
}

export function accountOfTurn(turn: Turn): Account {
  const { responseId, model } = turn.meta
  return {
    blocks: turn.blocks.flatMap(blockOf),
    ...(turn.finish?.raw === undefined ? {} : { finish: turn.finish.raw }),
    ...(turn.usage === undefined ? {} : { usage: turn.usage }),
    ...(responseId === undefined ? {} : { responseId }),
    ...(model === undefined ? {} : { model }),
  }
}

function blockOf(block: TurnBlock): AccountBlock[] {
  if (block.type === 'opaque') return []
  if (block.type === 'tool-call')
    return [{ type: block.type, id: block.id, name: block.name, arguments: valueOf(block.arguments) }]
  if (block.type !== 'reasoning') return [{ type: block.type, text: block.text }]
  const { text, signature } = block
  return [{ type: 'reasoning', text, ...(signature === undefined ? {} : { signature }) }]
}

/** The account as far as the projection goes: counts that are 0 and prose without text are as good as absent. */
export function project(account: Account, projection: Projection): Account {
  const { responseId, model, finish } = account
  const usage = projection.usage.flatMap((field) =>
    account.usage?.[field] ? [[field, account.usage[field]]] : [],
  )
  return {
    blocks: account.blocks.flatMap((block) => projectBlock(block, projection)),
    ...(finish === undefined ? {} : { finish }),
    usage: Object.fromEntries(usage),
    ...(projection.meta.includes('responseId') && responseId !== undefined ? { responseId } : {}),
    ...(projection.meta.includes('model') && model !== undefined ? { model } : {}),
  }
}

function projectBlock(block: AccountBlock, { kinds, signatures, callIds }: Projection): AccountBlock[] {
  if (!kinds.includes(block.type)) return []
  if (block.type === 'tool-call') return [{ ...block, id: callIds ? block.id : '' }]
  const signature = block.type === 'reasoning' && signatures ? block.signature : undefined
  if (block.text === '' && signature === undefined) return []
  return [{ type: block.type, text: block.text, ...(signature === undefined ? {} : { signature }) }]
}

/** Bytes a read; odd, so that characters and line ends are split too. Some clients take quadratic time over one long read. */
const readLength = 1021

/** A fetch that answers every request with this body, in several reads. */
export function answering(body: Uint8Array, contentType: string): typeof fetch {
  const headers = { 'content-type': contentType }
  return () => Promise.resolve(new Response(inReads(body), { status: 200, headers }))
}

function inReads(body: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < body.length) controller.enqueue(Uint8Array.from(body.subarray(at, at + readLength)))
      else controller.close()
      at += readLength
    },
  })
}

/** The message of whatever a client threw. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** An object without its undefined and null fields. */
export function present<T extends object>(fields: { [Field in keyof T]: T[Field] | undefined | null }): T {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as T
}
