/** Makes drivers of AI SDK providers: one model, one request, its stream parts. Not here: what the parts mean (project.ts). */

import {
  defineDriver,
  type Capabilities,
  type ConvertContext,
  type Driver,
  type WireName,
} from '../../harness/index.ts'
import { plainError } from '../published/failure.ts'
import { callOptions, type Specification } from './call-options.ts'
import { end, project, StreamState } from './project.ts'
import { asStreamPart, type StreamPart } from './stream-part.ts'

/** The part of a language model that is driven, the same in the specifications V2, V3 and V4. */
export type LanguageModel = {
  specificationVersion: Specification
  doStream(options: Record<string, unknown>): Promise<{ stream: AsyncIterable<{ type: string }> }>
}

export type ModelDriver = {
  name: string
  /** Package and version. */
  version: string
  wires: readonly WireName[]
  model: (context: ConvertContext) => LanguageModel
  capabilities?: Partial<Capabilities>
  capabilitiesByWire?: Partial<Record<WireName, Partial<Capabilities>>>
}

/** At this level the AI SDK sends each request once. */
export function modelDriver({ model, ...declared }: ModelDriver): Driver {
  return defineDriver<StreamPart, StreamState, 'http'>({
    ...declared,
    level: 'http',
    state: () => new StreamState(),
    convert: (context) => streamOf(model(context), context),
    project,
    end,
  })
}

async function* streamOf(
  model: LanguageModel,
  { request, signal }: ConvertContext,
): AsyncGenerator<StreamPart> {
  const { stream } = await model.doStream({
    ...callOptions(request, model.specificationVersion),
    abortSignal: signal,
  })
  for await (const given of stream) {
    const part = asStreamPart(given)
    yield part.type === 'error' ? { type: 'error', error: plainError(part.error) } : part
  }
}
