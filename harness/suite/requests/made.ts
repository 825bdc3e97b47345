/** Has a driver make a request, and reads what it made. Not here: which requests (catalogue.ts, history.ts), judging them (harness/checks/request-faithful.ts and its neighbours). */

import type { MadeRequest } from '../../checks/check.ts'
import { tellUnjudged } from '../../driver/background.ts'
import type { Driver } from '../../driver/driver.ts'
import { messageOf } from '../../driver/thrown.ts'
import { runDriver, type RunInput } from '../../driver/run-driver.ts'
import type { Recording } from '../../recording/format.ts'
import { asRecorded } from '../../replay/rechunk.ts'
import type { TraceEnd } from '../../trace/trace.ts'
import type { NeutralRequest } from '../../turn/request.ts'
import { parseJson } from '../../wire/json-fields.ts'
import type { WireName, WireRequests } from '../../wire/wire.ts'
import { wireOf, writerOf } from '../../wire/wires.ts'
import { recordingOfTurn } from '../generated/session.ts'

export type RequestOptions = Pick<RunInput, 'limits' | 'transport'>

/** At level http what was really sent, over a stream that says one word; else what `toRequest` gives. Never throws. */
export async function makeRequest(
  driver: Driver,
  wire: WireName,
  asked: NeutralRequest,
  options: RequestOptions = {},
): Promise<MadeRequest> {
  const { requests } = wireOf(wire)
  if (!requests) return { notMade: 'the wire has no requests of its own' }
  if (!driver.capabilitiesFor(wire).requests)
    return { notMade: "the converter takes the provider's own request" }
  if (driver.level === 'http') return sendRequest(driver, wire, asked, requests, options)
  if (!driver.toRequest) return { notMade: 'the driver is not of level http and has no `toRequest`' }
  try {
    // As it would be sent: without undefined fields.
    const body = JSON.stringify(driver.toRequest(asked, wire))
    return { asked, sent: requests.read(parseJson(body), '') }
  } catch (error) {
    return { asked, refused: messageOf(error) }
  }
}

async function sendRequest(
  driver: Driver,
  wire: WireName,
  asked: NeutralRequest,
  requests: WireRequests,
  options: RequestOptions,
): Promise<MadeRequest> {
  const delivered = asRecorded.apply(briefAnswer(wire))
  const trace = await runDriver(driver, { ...options, wire, delivered, request: asked })
  const { requests: made, end } = trace
  tellUnjudged(trace.rejections)
  const [request] = made
  if (!request) return { asked, refused: reasonOf(end) }
  return { asked, sent: requests.read(parseJson(request.body ?? ''), request.url) }
}

function reasonOf(end: TraceEnd): string {
  return end.how === 'threw' ? `the converter threw ${end.error.message}` : `the converter ${end.how}`
}

const answers = new Map<WireName, Recording>()

/** What every catalogued request is answered with. */
export function briefAnswer(wire: WireName): Recording {
  const known = answers.get(wire)
  if (known) return known
  const writer = writerOf(wire)
  const finish = writer.shape.finishes.find(({ reason }) => reason === 'stop')
  const turn = writer.normalise({
    blocks: [{ type: 'text', text: 'Yes.' }],
    ...(finish && { finish }),
    meta: {},
    state: 'closed',
  })
  const choice = { spellings: [], fragments: [] }
  const made = recordingOfTurn({ wire, turn, choice }, 'brief-answer')
  answers.set(wire, made)
  return made
}
