/** The answer of Mistral's chat API that is not streamed. Not here: writing chat completions (../openai-chat/write-body.ts). */

import type { Turn } from '../../turn/turn.ts'
import { writeChatBody } from '../openai-chat/write-body.ts'
import { usesOf } from './spellings.ts'

export function writeBody(turn: Turn): unknown {
  return writeChatBody(turn, usesOf([]))
}
