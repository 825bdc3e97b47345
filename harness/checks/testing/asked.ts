/** Builds what the rules of requests are given: a request that was asked for, and the one that was made. */

import type { NeutralRequest, RequestBlock, RequestFeature, RequestMessage } from '../../turn/request.ts'
import type { Wire } from '../../wire/wire.ts'
import type { RequestSubject } from '../check.ts'

export const text = (said: string): RequestBlock => ({ type: 'text', text: said })
export const user = (...content: RequestBlock[]): RequestMessage => ({ role: 'user', content })
export const assistant = (...content: RequestBlock[]): RequestMessage => ({ role: 'assistant', content })

export function call(id: string, args = '{}', name = 'look'): RequestBlock {
  return { type: 'tool-call', id, name, arguments: args, complete: true }
}

export function result(toolCallId: string, content = 'Sun'): RequestBlock {
  return { type: 'tool-result', toolCallId, content }
}

export function asking(rest: Partial<NeutralRequest> = {}): NeutralRequest {
  return { model: 'm', messages: [user(text('Go.'))], ...rest }
}

/** `asked` was made as `got`; both are of the same model. */
export function made(
  asked: Partial<NeutralRequest>,
  got: Partial<NeutralRequest> = asked,
  problems: string[] = [],
): RequestSubject {
  return { asked: asking(asked), sent: { request: asking(got), problems } }
}

/** A wire that has no words for some features. */
export function lackingWire(
  lacks: readonly RequestFeature[],
  callId?: RegExp,
): { wire: Pick<Wire, 'requests'> } {
  const read = () => ({ request: asking(), problems: [] })
  return { wire: { requests: { read, lacks, ...(callId && { callId }) } } }
}
