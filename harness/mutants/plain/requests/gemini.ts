/** generateContent requests (https://ai.google.dev/api/generate-content). The model stands in the url. */

import type { NeutralRequest, RequestBlock } from '../../../turn/request.ts'
import { argumentValue, blocksOf, sent } from './blocks.ts'

export function geminiRequest(request: NeutralRequest): unknown {
  const { system, messages, tools } = request
  const names = new Map(
    messages.flatMap((message) => blocksOf(message, 'tool-call').map(({ id, name }) => [id, name] as const)),
  )
  return sent({
    systemInstruction: system === undefined ? undefined : { parts: [{ text: system }] },
    contents: messages.map(({ role, content }) => ({
      role: role === 'user' ? 'user' : 'model',
      parts: content.flatMap((block) => partOf(block, names)),
    })),
    tools: tools && [
      {
        functionDeclarations: tools.map(({ name, description, parameters }) => ({
          name,
          description,
          parametersJsonSchema: parameters,
        })),
      },
    ],
    toolConfig: toolConfig(request),
    generationConfig: generationConfig(request),
  })
}

/** Thoughts are only taken back with their signature. */
function partOf(block: RequestBlock, names: ReadonlyMap<string, string>): unknown[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ text: block.text }]
    case 'reasoning':
      if (block.signature === undefined || block.redacted) return []
      return [{ text: block.text, thought: true, thoughtSignature: block.signature }]
    case 'tool-call': {
      const { id, name, arguments: said, signature } = block
      const functionCall = sent({ id: id === '' ? undefined : id, name, args: argumentValue(said) })
      return [sent({ functionCall, thoughtSignature: signature })]
    }
    case 'tool-result': {
      const { toolCallId: id, content, isError } = block
      const response = isError ? { error: content } : { output: content }
      return [{ functionResponse: { id, name: names.get(id) ?? '', response } }]
    }
    case 'image': {
      const { mediaType: mimeType } = block
      return 'url' in block
        ? [{ fileData: { mimeType, fileUri: block.url } }]
        : [{ inlineData: { mimeType, data: block.data } }]
    }
    case 'opaque':
      return []
  }
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const

function toolConfig({ toolChoice }: NeutralRequest): unknown {
  if (toolChoice === undefined) return undefined
  const functionCallingConfig =
    typeof toolChoice === 'object'
      ? { mode: 'ANY', allowedFunctionNames: [toolChoice.name] }
      : { mode: modes[toolChoice] }
  return { functionCallingConfig }
}

function generationConfig(request: NeutralRequest): unknown {
  const { maxTokens, temperature, topP, stop, responseFormat } = request
  const isJson = responseFormat !== undefined && responseFormat !== 'text'
  return sent({
    maxOutputTokens: maxTokens,
    temperature,
    topP,
    stopSequences: stop,
    responseMimeType: isJson ? 'application/json' : undefined,
    responseJsonSchema: typeof responseFormat === 'object' ? responseFormat.schema : undefined,
  })
}
