/** A turn to the events of a chat completion stream, in a chosen spelling. Not here: the chunks (write-chunks.ts), what the spellings are (spellings.ts). */

import type { Turn } from '../../turn/turn.ts'
import { objectOf, type JsonObject } from '../json-fields.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { usesOf, type Uses } from './spellings.ts'
import { isErrorAlone, isFailed, isSilent } from './turn-facts.ts'
import { chunksOf } from './write-chunks.ts'

export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  return writeChatTurn(turn, choice.fragments, usesOf(choice.spellings))
}

/** The inverse of `readChatTurn` for a normalised turn. */
export function writeChatTurn(turn: Turn, fragments: readonly number[], uses: Uses): EventDraft[] {
  if (isSilent(turn)) return []
  const chunks = isErrorAlone(turn) ? [] : chunksOf(turn, fragments, uses)
  return [...chunks.map((chunk) => chunkDraft(chunk, uses)), ...endDrafts(turn, uses)]
}

function endDrafts(turn: Turn, uses: Uses): EventDraft[] {
  const done: EventDraft = uses('done-named') ? { event: 'done', data: '[DONE]' } : { data: '[DONE]' }
  if (isFailed(turn))
    return uses('error-then-done') ? [errorDraft(turn, uses), done] : [errorDraft(turn, uses)]
  // Without a finish, [DONE] alone makes a turn `answered`.
  const isOver = turn.state === 'closed' || (turn.state === 'answered' && turn.finish === undefined)
  return isOver ? [done] : []
}

function errorDraft(turn: Turn, uses: Uses): EventDraft {
  const raw = turn.finish?.failure?.raw
  const bare = uses('error-bare') ? bareError(raw) : undefined
  const data = typeof raw === 'string' ? raw : JSON.stringify(bare ?? raw)
  return uses('error-named') ? { event: 'error', data } : { data }
}

/** Only an error object alone can give up its wrapper. */
function bareError(raw: unknown): JsonObject | undefined {
  const outer = objectOf(raw) ?? {}
  const error = objectOf(outer['error'])
  return error === undefined || Object.keys(outer).length > 1 ? undefined : { object: 'error', ...error }
}

function chunkDraft(chunk: JsonObject, uses: Uses): EventDraft {
  const text = JSON.stringify(uses('sorted-keys') ? sorted(chunk) : chunk)
  const data = uses('escaped-json') ? text.replace(/[\u007f-\uffff]/g, escaped) : text
  return uses('named-chunks') ? { event: 'message', data } : { data }
}

/** Only the envelope and the choices: the keys inside arguments are content. */
function sorted(object: JsonObject): JsonObject {
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'choices' && Array.isArray(value)
        ? value.map((choice) => sorted(objectOf(choice) ?? {}))
        : value,
    ]),
  )
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
