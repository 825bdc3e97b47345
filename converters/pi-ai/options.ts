/** The options of a neutral request as pi-ai takes them beside the context, per API. Not here: the conversation (neutral-request.ts, context.ts). */

import type { NeutralRequest, WireName } from '../../harness/index.ts'

/** Options that pi-ai has no word for are missing: see `requestLacks` in project.ts. */
export function toPiOptions(request: NeutralRequest, wire: WireName): Record<string, unknown> {
  const { maxTokens, temperature, toolChoice } = request
  return given({
    maxTokens,
    temperature,
    toolChoice: toolChoice && toToolChoice(toolChoice, wire),
    samplingParams: samplingParams(request, wire),
  })
}

type Choice = NonNullable<NeutralRequest['toolChoice']>

function toToolChoice(choice: Choice, wire: WireName): unknown {
  if (typeof choice === 'object') return named[wire]?.(choice.name)
  const isOpenAi = wire === 'openai-chat' || wire === 'openai-responses'
  return choice === 'required' && !isOpenAi ? 'any' : choice
}

/** Google's adapter takes no name. */
const named: Partial<Record<WireName, (name: string) => unknown>> = {
  'openai-chat': (name) => ({ type: 'function', function: { name } }),
  mistral: (name) => ({ type: 'function', function: { name } }),
  'openai-responses': (name) => ({ type: 'function', name }),
  'anthropic-messages': (name) => ({ type: 'tool', name }),
  'bedrock-converse': (name) => ({ type: 'tool', name }),
}

/** Fields that the adapters of OpenAI's APIs put into the body as they are; the others ignore them. */
function samplingParams({ topP, stop, responseFormat }: NeutralRequest, wire: WireName): unknown {
  const isResponses = wire === 'openai-responses'
  const format = responseFormat && toFormat(responseFormat, isResponses)
  const params = given({
    top_p: topP,
    stop: isResponses ? undefined : stop,
    response_format: isResponses ? undefined : format,
    text: isResponses && format ? { format } : undefined,
  })
  return Object.keys(params).length > 0 ? params : undefined
}

function toFormat(format: NonNullable<NeutralRequest['responseFormat']>, isFlat: boolean): unknown {
  if (format === 'text') return { type: 'text' }
  if (format === 'json') return { type: 'json_object' }
  return isFlat ? { type: 'json_schema', ...format } : { type: 'json_schema', json_schema: format }
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
