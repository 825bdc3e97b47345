/** What a client asked of the upstream. Not here: reading it (read-asked.ts), answering it (answer.ts, faults.ts). */

import type { Framing, WireName } from '../wire/wire.ts'

export type ReceivedRequest = {
  method: string
  /** Path and query, e.g. `/v1/messages?beta=true`. */
  target: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** What a client asked, as far as an answer depends on it. */
export type Asked = {
  wire: WireName
  model: string
  /** The key, bearer token or AWS access key id; absent where none was sent. */
  credential?: string
  /** How a streamed answer is framed; absent where the client asked for one whole body. */
  stream?: Framing
  /** Whether a streamed answer of chat completions ends with its usage. */
  usage: boolean
  /** The last text a user said. */
  prompt: string
  /** Characters of all that was said; four are about one token. */
  characters: number
  /** Ids of the calls whose results the request carries. */
  toolResults: readonly string[]
  /** Names of the tools offered. */
  tools: readonly string[]
  received: ReceivedRequest
}
