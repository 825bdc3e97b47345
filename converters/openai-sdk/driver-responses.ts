/** Drives `ResponseStream` of the `openai` client: the events it hands on, and its final response. */

import { defineDriver, type ConvertContext } from '../../harness/index.ts'
import { clientOf, openai } from './client.ts'
import { end, project, ResponseState, type ResponseEvent } from './response-events.ts'

const { module, version } = await openai((name) => import(name))

export default defineDriver<ResponseEvent, ResponseState, 'http'>({
  name: 'openai-sdk-responses',
  version: `openai ${version}`,
  wires: ['openai-responses'],
  level: 'http',
  capabilities: {
    requests: false,
    signatures: true,
    emptyArguments: '',
    usageBase: { inputHasCache: true, outputHasReasoning: true },
    finish: {
      empty: { reason: 'stop' },
      refusal: { reason: 'stop' },
      content_filter: { reason: 'content-filter' },
    },
    meta: ['responseId', 'model'],
  },
  state: () => new ResponseState(),
  convert,
  project,
  end,
})

async function* convert(context: ConvertContext): AsyncGenerator<ResponseEvent> {
  const { model, signal } = context
  const stream = clientOf(module, context).responses.stream({ model, input: 'Go on.' }, { signal })
  for await (const event of stream) yield event as ResponseEvent
  yield { type: 'finalResponse', response: (await stream.finalResponse()) as object }
}
