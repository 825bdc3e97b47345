/** ConverseStream requests (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). The model stands in the url. */

import type { NeutralRequest, RequestBlock } from '../../../turn/request.ts'
import { argumentValue, idsFor, sent } from './blocks.ts'

export function bedrockConverseRequest(request: NeutralRequest): unknown {
  const { system, messages, maxTokens, temperature, topP, stop, responseFormat } = request
  const idOf = idsFor(request, /^[a-zA-Z0-9_-]{1,64}$/)
  const schema = typeof responseFormat === 'object' ? responseFormat : undefined
  const jsonSchema = schema && { name: schema.name, schema: JSON.stringify(schema.schema) }
  return sent({
    system: system === undefined ? undefined : [{ text: system }],
    messages: messages.map(({ role, content }) => ({
      role,
      content: content.flatMap((block) => blockOf(block, idOf)),
    })),
    toolConfig: toolConfig(request),
    inferenceConfig: sent({ maxTokens, temperature, topP, stopSequences: stop }),
    outputConfig: jsonSchema && { textFormat: { type: 'json_schema', structure: { jsonSchema } } },
  })
}

/** Reasoning is only taken back with its signature; images by url have no word here. */
function blockOf(block: RequestBlock, idOf: (id: string) => string): unknown[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return block.text === '' ? [] : [{ text: block.text }]
    case 'reasoning': {
      const { text, signature, redacted } = block
      if (signature === undefined) return []
      if (redacted) return [{ reasoningContent: { redactedContent: signature } }]
      return [{ reasoningContent: { reasoningText: { text, signature } } }]
    }
    case 'tool-call': {
      const { id, name, arguments: said } = block
      return [{ toolUse: { toolUseId: idOf(id), name, input: argumentValue(said) } }]
    }
    case 'tool-result': {
      const { toolCallId, content, isError } = block
      const status = isError ? 'error' : undefined
      return [{ toolResult: sent({ toolUseId: idOf(toolCallId), content: [{ text: content }], status }) }]
    }
    case 'image': {
      const format = block.mediaType.replace('image/', '')
      return 'data' in block ? [{ image: { format, source: { bytes: block.data } } }] : []
    }
    case 'opaque':
      return []
  }
}

/** There is no word for a choice of none, so tools are left out then. */
function toolConfig({ tools, toolChoice }: NeutralRequest): unknown {
  if (tools === undefined || toolChoice === 'none') return undefined
  const choice =
    typeof toolChoice === 'object'
      ? { tool: toolChoice }
      : toolChoice && { [toolChoice === 'required' ? 'any' : 'auto']: {} }
  return sent({
    tools: tools.map(({ name, description, parameters }) => ({
      toolSpec: { name, description, inputSchema: { json: parameters } },
    })),
    toolChoice: choice,
  })
}
