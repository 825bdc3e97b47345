/** Mutants of the request that a converter makes: what was asked for, and the history it is given back. */

import type { Driver } from '../../driver/driver.ts'
import type { NeutralRequest, RequestBlock } from '../../turn/request.ts'
import { onRequest } from '../break-input.ts'
import type { Apply } from '../break-parts.ts'
import type { Mutant } from '../mutant.ts'

/** Changes the blocks of assistant messages. */
function onHistory(edit: (block: RequestBlock) => readonly RequestBlock[]): Apply {
  return onRequest((request) => ({
    ...request,
    messages: request.messages.map((message) =>
      message.role === 'assistant' ? { ...message, content: message.content.flatMap(edit) } : message,
    ),
  }))
}

function without(option: keyof NeutralRequest): Apply {
  return onRequest((request) => {
    const { [option]: _, ...rest } = request
    return rest as NeutralRequest
  })
}

/** JSON schema keywords that a client knows; others are lost. */
const knownKeywords = new Set(['type', 'properties', 'required', 'description'])

/** Keeps no field of the name in the state of a turn. */
function withoutInState(name: string): Apply {
  return (driver): Driver => ({
    ...driver,
    replayState: (natives, wire) => {
      const state = driver.replayState?.(natives, wire)
      const kept = JSON.stringify(state, (key, value: unknown) => (key === name ? undefined : value))
      return kept === undefined ? undefined : (JSON.parse(kept) as unknown)
    },
  })
}

export const requestMutants: readonly Mutant[] = [
  {
    id: 'system-prompt-lost',
    breaks: 'request-faithful',
    title: 'The system prompt does not reach the provider.',
    level: 'driver',
    shownBy: { 'openai-chat': ['request-system'], 'anthropic-messages': ['request-conversation'] },
    apply: without('system'),
  },
  {
    id: 'temperature-zero-lost',
    breaks: 'request-faithful',
    title: 'A temperature of 0 counts as none.',
    level: 'driver',
    shownBy: { 'openai-chat': ['request-temperature-zero'], gemini: ['request-temperature-zero'] },
    apply: onRequest((request) => {
      const { temperature, ...rest } = request
      return temperature ? request : rest
    }),
  },
  {
    id: 'schema-keywords-lost',
    breaks: 'request-faithful',
    title: 'Keywords of a tool’s schema that the converter does not know are lost.',
    level: 'driver',
    shownBy: { 'openai-responses': ['request-tools-schema'], 'bedrock-converse': ['request-tools-schema'] },
    apply: onRequest((request) => ({
      ...request,
      ...(request.tools && {
        tools: request.tools.map((tool) => ({
          ...tool,
          parameters: Object.fromEntries(
            Object.entries(tool.parameters).filter(([keyword]) => knownKeywords.has(keyword)),
          ),
        })),
      }),
    })),
  },
  {
    id: 'last-result-lost',
    breaks: 'request-faithful',
    title: 'Of the results of parallel calls the last one is lost.',
    level: 'driver',
    shownBy: { 'openai-chat': ['request-calls-parallel'], mistral: ['request-calls-parallel'] },
    apply: onRequest((request) => ({
      ...request,
      messages: request.messages.map((message) => {
        const last = message.content.findLastIndex(({ type }) => type === 'tool-result')
        return { ...message, content: message.content.filter((_, at) => at !== last || at === 0) }
      }),
    })),
  },
  {
    id: 'signatures-not-given-back',
    breaks: 'history-round-trip',
    title: 'Reasoning goes back without its signature.',
    source: 'https://github.com/langchain-ai/langchain-google/issues/2005',
    level: 'driver',
    shownBy: { 'anthropic-messages': ['thinking'], 'bedrock-converse': ['reasoning'] },
    apply: onHistory((block) => {
      if (block.type !== 'reasoning') return [block]
      const { signature: _, ...rest } = block
      return [rest]
    }),
  },
  {
    id: 'history-arguments-through-a-double',
    breaks: 'history-round-trip',
    title: 'Arguments in the history are parsed and written anew.',
    level: 'driver',
    shownBy: {
      'openai-chat': ['tool-call-hard-arguments'],
      'openai-responses': ['tool-call-hard-arguments'],
    },
    apply: onHistory((block) => {
      if (block.type !== 'tool-call') return [block]
      return [{ ...block, arguments: JSON.stringify(JSON.parse(block.arguments)) }]
    }),
  },
  {
    id: 'text-before-a-call-not-given-back',
    breaks: 'history-round-trip',
    title: 'An assistant message with calls goes back without its text.',
    level: 'driver',
    shownBy: { 'openai-chat': ['tool-call-after-text'], gemini: ['tool-call-after-text'] },
    apply: onHistory((block) => (block.type === 'text' ? [] : [block])),
  },
  {
    id: 'state-without-signatures',
    breaks: 'replay-state',
    title: 'The state that is kept of a turn holds no signatures.',
    level: 'driver',
    origin: 'pi-ai',
    shownBy: { 'anthropic-messages': ['thinking'] },
    apply: withoutInState('thinkingSignature'),
  },
]
