/** Drives the converter behind the `openai` SDK over HTTP, as an application would. */

import OpenAI from 'openai'
import { defineDriver, type ConvertContext } from '../../harness/index.ts'
import { packageVersion } from '../package-version.ts'
import { OpenAiConverter } from './converter.ts'
import type { LlmEvent } from './events.ts'
import { impossible } from './impossible.ts'
import { toLlmRequest } from './neutral-request.ts'
import { BlockIndexes, capabilities, project } from './project.ts'
import { projectResponse } from './project-response.ts'

const converter = new OpenAiConverter()

export default defineDriver<LlmEvent, BlockIndexes, 'http'>({
  name: 'openai',
  version: `openai ${packageVersion('openai')}`,
  wires: ['openai-chat'],
  level: 'http',
  capabilities,
  impossible,
  state: () => new BlockIndexes(),
  convert: converted,
  project,
  convertBody: (body, { model }) => projectResponse(converter.fromOpenAiResponse(body, model)),
  toRequest: (request) => converter.toOpenAiRequest({ ...toLlmRequest(request), stream: true }),
})

async function* converted(context: ConvertContext): AsyncGenerator<LlmEvent> {
  const client = new OpenAI({
    apiKey: context.apiKey,
    baseURL: `${context.baseUrl}/v1`,
    fetch: context.fetch,
    maxRetries: 0,
    logLevel: 'off',
  })
  const state = converter.createStreamState()
  try {
    const body = converter.toOpenAiRequest(toLlmRequest(context.request))
    const chunks = await client.chat.completions.create(
      { ...body, stream: true, stream_options: { include_usage: true } },
      { signal: context.signal },
    )
    for await (const chunk of chunks) yield* converter.convertStreamEvent(chunk, state)
  } catch (error) {
    yield* converter.flush(state, { error, aborted: context.signal.aborted })
  }
  yield* converter.flush(state, { aborted: context.signal.aborted })
}
