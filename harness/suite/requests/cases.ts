/** The cases of the request catalogue: one for each request and wire, judged by one rule. Not here: the requests (catalogue.ts), having them made (made.ts). */

import type { RuleAnswer, Subject } from '../../checks/check.ts'
import { requestFaithful } from '../../checks/request-faithful.ts'
import type { Recording } from '../../recording/format.ts'
import type { Delivery } from '../../replay/delivery.ts'
import { asRecorded } from '../../replay/rechunk.ts'
import type { NeutralRequest } from '../../turn/request.ts'
import { assemble } from '../../trace/assemble.ts'
import { emptyTrace } from '../../trace/trace.ts'
import { wireNames, type WireName } from '../../wire/wire.ts'
import { wireOf } from '../../wire/wires.ts'
import type { PlannedCase, Source } from '../plan.ts'
import { modelOf, requestCatalogue } from './catalogue.ts'
import { briefAnswer, makeRequest, type RequestOptions } from './made.ts'
import { readDelivered } from '../truth.ts'

/** The one delivery of a request case: the request is looked at, not the answer. */
export const asSent: Delivery = { ...asRecorded, name: 'as-sent' }

/** Every catalogued request on every wire that has requests. */
export function requestSource(): Source {
  const requests = new Map(
    wireNames.filter((wire) => wireOf(wire).requests !== undefined).flatMap(requestsOn),
  )
  return {
    label: 'requests',
    shipped: false,
    recordings: [...requests.keys()],
    requests,
    pick: () => [asSent],
  }
}

function requestsOn(wire: WireName): [Recording, NeutralRequest][] {
  const answer = briefAnswer(wire)
  return requestCatalogue.map(({ id, request }) => [
    {
      ...answer,
      name: `request-${id}`,
      provenance: { kind: 'written', by: 'hand', source: 'the request catalogue' },
    },
    { model: modelOf[wire], ...request },
  ])
}

/** Has the request made and judges it. */
export async function runRequestCase(
  { driver, wire: name, recording, delivery }: PlannedCase,
  asked: NeutralRequest,
  options: RequestOptions,
): Promise<RuleAnswer> {
  const wire = wireOf(name)
  const request = await makeRequest(driver, name, asked, options)
  const delivered = delivery.apply(recording)
  const { events, reading } = readDelivered(wire, delivered)
  const subject: Subject = {
    wire,
    driver,
    capabilities: driver.capabilitiesFor(name),
    delivery,
    delivered,
    events,
    truth: reading,
    // The answer is not looked at.
    trace: emptyTrace,
    assembled: assemble(emptyTrace),
    request,
  }
  return { rule: requestFaithful, answer: requestFaithful.check(subject) }
}
