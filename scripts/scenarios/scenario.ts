/** The shapes of a scenario and of the request it becomes. Not here: the scenarios (catalogue.ts), the bodies of providers (requests/). */

import type { NeutralRequest, WireName } from '../../harness/index.ts'

/** What a scenario asks, of any model. */
export type ScenarioAsk = Omit<NeutralRequest, 'model'> & {
  /** Lets the model think, and show it where the provider does. */
  reasoning?: true
}

/** `answer`: status 200 and a whole stream. `error`: a status of 400 or more. `abort`: the client leaves in mid-stream. */
export type Expected = 'answer' | 'error' | 'abort'

export type Scenario = {
  /** Slug; the folder of its recording. */
  id: string
  /** What it shows, in a few words. */
  title: string
  ask: ScenarioAsk
  expects: Expected
  /** What is wrong with the request on purpose. */
  flaw?: 'key' | 'model' | 'length'
  /** Wires whose requests cannot say it. */
  not?: readonly WireName[]
}

export type AskedModel = ScenarioAsk & { model: string }

/** A request without host and credentials. */
export type ProviderRequest = { path: string; body: Record<string, unknown> }
export type RequestBuilder = (asked: AskedModel) => ProviderRequest
