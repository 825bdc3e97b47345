/** How an exchange ended, where the socket alone cannot tell. Not here: what the socket tells (connection.ts). */

import type { Recording, RecordingEnd } from '../recording/format.ts'
import { detectFraming, frame } from '../wire/framing/framing.ts'
import { wires } from '../wire/wires.ts'

type Answer = { headers: Record<string, string>; body: Uint8Array }

/**
 * The end to record. `end` is absent where the process was killed. A client that gives up after the terminal event has read a complete stream (the
 * openai SDK cancels after `[DONE]`), so the content decides.
 */
export function settleEnd(
  end: RecordingEnd | undefined,
  answer: Answer | undefined,
  wire: Recording['wire'],
): RecordingEnd {
  if (answer === undefined) return { how: 'no-response', reason: reasonOf(end) }
  if (end === undefined) return { how: 'killed' }
  return end.how === 'client-cancel' && isComplete(answer, wire) ? { how: 'complete' } : end
}

function reasonOf(end: RecordingEnd | undefined): string {
  if (end === undefined) return 'the process was killed'
  if (end.how === 'no-response') return end.reason
  return end.how
}

function isComplete({ headers, body }: Answer, name: Recording['wire']): boolean {
  const wire = name && wires[name]
  const framing = wire && detectFraming(body, headers['content-type'])
  if (wire === undefined || framing === undefined) return false
  const events = frame(framing, body)
  const { terminatorEvent } = wire.readTurn(events)
  return terminatorEvent !== undefined && events[terminatorEvent]?.terminated === true
}
