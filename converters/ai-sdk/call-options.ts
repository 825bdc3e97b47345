/** Turns the harness's neutral request into the call options of the AI SDK's language models. Not here: sending it (model-driver.ts). */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'

type Fields = Record<string, unknown>

/** Which specification a model follows; the harness's drivers know no other. */
export type Specification = 'v2' | 'v3' | 'v4'

/** Opaque blocks are left out, since the prompt has no word for them. */
export function callOptions(request: NeutralRequest, specification: Specification): Fields {
  const { system, messages, tools, toolChoice, maxTokens, temperature, topP, stop, responseFormat } = request
  return {
    prompt: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap(({ role, content }) =>
        toMessages(role, content, { names: namesOf(request), specification }),
      ),
    ],
    ...(tools && { tools: tools.map(toTool) }),
    ...(toolChoice !== undefined && { toolChoice: toChoice(toolChoice) }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(stop && { stopSequences: [...stop] }),
    ...(responseFormat !== undefined && { responseFormat: toFormat(responseFormat) }),
  }
}

function toTool({ name, description, parameters }: NonNullable<NeutralRequest['tools']>[number]): Fields {
  return { type: 'function', name, description, inputSchema: parameters }
}

function toChoice(choice: NonNullable<NeutralRequest['toolChoice']>): Fields {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name }
}

function toFormat(format: NonNullable<NeutralRequest['responseFormat']>): Fields {
  if (typeof format === 'string') return { type: format }
  return { type: 'json', name: format.name, schema: format.schema }
}

/** The name of each call, which a result has to repeat. */
function namesOf({ messages }: NeutralRequest): Map<string, string> {
  const calls = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool-call'))
  return new Map(calls.map(({ id, name }) => [id, name]))
}

/** Tool results are messages of their own, and come before what the user adds. */
function toMessages(
  role: 'user' | 'assistant',
  blocks: readonly RequestBlock[],
  { names, specification }: { names: ReadonlyMap<string, string>; specification: Specification },
): Fields[] {
  const results = blocks.flatMap((block) => (block.type === 'tool-result' ? [toResult(block, names)] : []))
  const content = blocks.flatMap((block) => toPart(block, specification))
  return [
    ...(results.length > 0 ? [{ role: 'tool', content: results }] : []),
    ...(content.length > 0 ? [{ role, content }] : []),
  ]
}

type ResultBlock = Extract<RequestBlock, { type: 'tool-result' }>

function toResult({ toolCallId, content, isError }: ResultBlock, names: ReadonlyMap<string, string>): Fields {
  const output = { type: isError ? 'error-text' : 'text', value: content }
  return { type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? '', output }
}

function toPart(block: RequestBlock, specification: Specification): Fields[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text }]
    case 'reasoning':
      return [{ type: 'reasoning', text: block.text, ...signed(block) }]
    case 'tool-call':
      return [
        {
          type: 'tool-call',
          toolCallId: block.id,
          toolName: block.name,
          input: valueOf(block.arguments),
          ...signed(block),
        },
      ]
    case 'image':
      return [{ type: 'file', mediaType: block.mediaType, data: fileData(block, specification) }]
    case 'tool-result':
    case 'opaque':
      return []
  }
}

/** V4 says which of the two it is. */
function fileData(block: Extract<RequestBlock, { type: 'image' }>, specification: Specification): unknown {
  if ('data' in block) return specification === 'v4' ? { type: 'data', data: block.data } : block.data
  const url = new URL(block.url)
  return specification === 'v4' ? { type: 'url', url } : url
}

/** Arguments that do not parse: the `ai` package puts an empty object into the history. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return {}
  }
}

/** Each provider reads its own namespace and leaves the others alone. */
function signed({ signature, redacted }: { signature?: string; redacted?: boolean }): Fields {
  if (signature === undefined) return {}
  // Only Anthropic redacts.
  if (redacted) return { providerOptions: { anthropic: { redactedData: signature } } }
  return {
    providerOptions: {
      anthropic: { signature },
      google: { thoughtSignature: signature },
      openai: { reasoningEncryptedContent: signature },
    },
  }
}
