/** A neutral request as the body of POST …:streamGenerateContent (https://ai.google.dev/api/generate-content). */

import type { RequestBlock } from '../../../harness/index.ts'
import type { AskedModel, ProviderRequest } from '../scenario.ts'
import { argumentsOf, toolCallsOf, without } from './blocks.ts'

export function geminiRequest(asked: AskedModel): ProviderRequest {
  const { model, system, messages, tools } = asked
  const names = new Map(
    messages.flatMap(({ content }) => toolCallsOf(content)).map(({ id, name }) => [id, name]),
  )
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
    body: {
      contents: messages.map(({ role, content }) => ({
        role: role === 'assistant' ? 'model' : 'user',
        parts: content.flatMap((block) => partOf(block, names)),
      })),
      ...without({
        systemInstruction: system === undefined ? undefined : { parts: [{ text: system }] },
        tools: tools && [{ functionDeclarations: tools.map(declarationOf) }],
        toolConfig: toolConfig(asked.toolChoice),
        generationConfig: generationConfig(asked),
      }),
    },
  }
}

/** Results name the function, not the call. */
function partOf(block: RequestBlock, names: ReadonlyMap<string, string>): unknown[] {
  switch (block.type) {
    case 'text':
      return [{ text: block.text }]
    case 'image':
      return [
        'url' in block
          ? { fileData: { mimeType: block.mediaType, fileUri: block.url } }
          : { inlineData: { mimeType: block.mediaType, data: block.data } },
      ]
    case 'tool-call':
      return [
        {
          functionCall: { name: block.name, args: argumentsOf(block) },
          ...without({ thoughtSignature: block.signature }),
        },
      ]
    case 'tool-result': {
      const response = block.isError ? { error: block.content } : { output: block.content }
      return [{ functionResponse: { name: names.get(block.toolCallId) ?? block.toolCallId, response } }]
    }
    default:
      return []
  }
}

type Tool = NonNullable<AskedModel['tools']>[number]

/** A schema of an object without properties is refused: such a function has none. */
function declarationOf({ name, description, parameters }: Tool): unknown {
  const hasProperties = Object.keys(Object(parameters['properties'])).length > 0
  return { name, description, ...(hasProperties ? { parametersJsonSchema: parameters } : {}) }
}

function toolConfig(choice: AskedModel['toolChoice']): unknown {
  if (choice === undefined) return undefined
  if (typeof choice === 'object') {
    return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [choice.name] } }
  }
  return { functionCallingConfig: { mode: choice === 'required' ? 'ANY' : choice.toUpperCase() } }
}

function generationConfig({ maxTokens, temperature, topP, stop, responseFormat, reasoning }: AskedModel) {
  const wantsJson = responseFormat !== undefined && responseFormat !== 'text'
  const config = without({
    maxOutputTokens: maxTokens,
    temperature,
    topP,
    stopSequences: stop,
    responseMimeType: wantsJson ? 'application/json' : undefined,
    responseJsonSchema: typeof responseFormat === 'object' ? responseFormat.schema : undefined,
    thinkingConfig: reasoning && { includeThoughts: true },
  })
  return Object.keys(config).length === 0 ? undefined : config
}
