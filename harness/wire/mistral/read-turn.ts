/** Events of a Mistral chat stream to the turn they say: a chat completion stream with finish reasons of its own. Not here: reading such streams (../openai-chat/read-turn.ts). */

import { readChatTurn } from '../openai-chat/read-turn.ts'
import type { Reading, WireEvent } from '../wire.ts'
import { reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'

export function readTurn(events: readonly WireEvent[]): Reading {
  return readChatTurn(events, { reasonOf, readInBandError })
}
