/** Takes out of a request what a wire or a converter has no word for. Not here: comparing two requests (request-difference.ts). */

import type { NeutralRequest, RequestBlock, RequestFeature, RequestMessage } from '../../turn/request.ts'

type Strip = (request: NeutralRequest) => NeutralRequest

/**
 * What is left of a request once a feature is taken out. Where two forms are right, `refusal` gives the one that keeps its
 * text. `no-max-tokens`, `argument-text`, `call-ids` and `block-order` are matters of comparing, not of one request.
 */
const strips: Readonly<Partial<Record<RequestFeature, Strip>>> = {
  'max-tokens': withoutOption('maxTokens'),
  temperature: withoutOption('temperature'),
  'top-p': withoutOption('topP'),
  stop: withoutOption('stop'),
  'tool-choice-none': withoutChoice((choice) => choice === 'none'),
  'tool-choice-required': withoutChoice((choice) => choice === 'required'),
  'tool-choice-named': withoutChoice((choice) => typeof choice === 'object'),
  'format-json': withoutFormat((format) => format === 'json'),
  'format-schema': withoutFormat((format) => typeof format === 'object'),
  'schema-name': (request) => {
    const { responseFormat } = request
    if (typeof responseFormat !== 'object') return request
    return { ...request, responseFormat: { ...responseFormat, name: '' } }
  },
  'image-data': mapBlocks((block) => (block.type === 'image' && 'data' in block ? [] : [block])),
  'image-url': mapBlocks((block) => (block.type === 'image' && 'url' in block ? [] : [block])),
  'image-url-type': mapBlocks((block) =>
    block.type === 'image' && 'url' in block ? [{ ...block, mediaType: '' }] : [block],
  ),
  'result-error': mapBlocks((block) => {
    if (block.type !== 'tool-result') return [block]
    const { isError: _, ...result } = block
    return [result]
  }),
  'call-signature': mapBlocks((block) => (block.type === 'tool-call' ? [unsigned(block)] : [block])),
  'redacted-reasoning': mapBlocks((block) => (isRedacted(block) ? [] : [block])),
  // What was redacted is nothing but its signature.
  'reasoning-signature': mapBlocks((block) => {
    if (isRedacted(block)) return []
    return block.type === 'reasoning' ? [unsigned(block)] : [block]
  }),
  reasoning: mapBlocks((block) =>
    block.type === 'reasoning' && block.signature === undefined && block.redacted !== true ? [] : [block],
  ),
  'blank-text': mapBlocks((block) => (block.type === 'text' && block.text.trim() === '' ? [] : [block])),
  refusal: mapBlocks((block) => (block.type === 'refusal' ? [{ type: 'text', text: block.text }] : [block])),
}

/** Signatures first: reasoning that lost its own counts as reasoning without one. */
export function withoutFeatures(
  request: NeutralRequest,
  lacking: ReadonlySet<RequestFeature>,
): NeutralRequest {
  const inOrder = Object.entries(strips).filter(([feature]) => lacking.has(feature as RequestFeature))
  return inOrder.reduce((left, [, strip]) => strip(left), request)
}

/** Whether a request says something by a feature. */
export function uses(request: NeutralRequest, feature: RequestFeature): boolean {
  const strip = strips[feature]
  return strip !== undefined && JSON.stringify(strip(request)) !== JSON.stringify(request)
}

export function withoutRefusals(request: NeutralRequest): NeutralRequest {
  return mapBlocks((block) => (block.type === 'refusal' ? [] : [block]))(request)
}

function withoutOption(option: keyof NeutralRequest): Strip {
  return (request) =>
    Object.fromEntries(Object.entries(request).filter(([name]) => name !== option)) as NeutralRequest
}

function withoutChoice(isTaken: (choice: NeutralRequest['toolChoice']) => boolean): Strip {
  return (request) => {
    const { toolChoice, ...rest } = request
    return isTaken(toolChoice) ? rest : request
  }
}

function withoutFormat(isTaken: (format: NeutralRequest['responseFormat']) => boolean): Strip {
  return (request) => {
    const { responseFormat, ...rest } = request
    return isTaken(responseFormat) ? rest : request
  }
}

function mapBlocks(map: (block: RequestBlock) => RequestBlock[]): Strip {
  return (request) => ({
    ...request,
    messages: request.messages.map((message): RequestMessage => ({
      ...message,
      content: message.content.flatMap(map),
    })),
  })
}

function isRedacted(block: RequestBlock): boolean {
  return block.type === 'reasoning' && block.redacted === true
}

function unsigned<T extends { signature?: string }>(block: T): T {
  const { signature: _, ...rest } = block
  return rest as T
}
