/** A turn to the events of a Mistral chat stream. Not here: writing chat streams (../openai-chat/write-turn.ts), how Mistral's differs (spellings.ts). */

import type { Turn } from '../../turn/turn.ts'
import { writeChatTurn } from '../openai-chat/write-turn.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { usesOf } from './spellings.ts'

export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  return writeChatTurn(turn, choice.fragments, usesOf(choice.spellings))
}
