/** Drives the converter at event level: it is given the parsed chunks, one after the other. */

import { defineDriver, type ConvertContext } from '../../harness/index.ts'
import { packageVersion } from '../package-version.ts'
import { OpenAiConverter } from './converter.ts'
import type { LlmEvent } from './events.ts'
import { toLlmRequest } from './neutral-request.ts'
import { BlockIndexes, capabilities, project } from './project.ts'
import { projectResponse } from './project-response.ts'

const converter = new OpenAiConverter()

export default defineDriver<LlmEvent, BlockIndexes, 'events'>({
  name: 'openai-events',
  version: `openai ${packageVersion('openai')}`,
  wires: ['openai-chat'],
  level: 'events',
  capabilities,
  state: () => new BlockIndexes(),
  convert: converted,
  project,
  convertBody: (body, { model }) => projectResponse(converter.fromOpenAiResponse(body, model)),
  toRequest: (request) => converter.toOpenAiRequest({ ...toLlmRequest(request), stream: true }),
})

async function* converted(
  payloads: AsyncIterable<unknown>,
  context: ConvertContext,
): AsyncGenerator<LlmEvent> {
  const state = converter.createStreamState()
  try {
    for await (const payload of payloads) yield* converter.convertStreamEvent(payload, state)
  } catch (error) {
    yield* converter.flush(state, { error, aborted: context.signal.aborted })
  }
  yield* converter.flush(state, { aborted: context.signal.aborted })
}
