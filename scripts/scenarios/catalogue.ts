/** The scenarios that make a fixture set: one neutral request each. Not here: what a provider's body looks like (requests/), what the local upstream answers (local-answers.ts). */

import type { RequestBlock } from '../../harness/index.ts'
import type { Scenario, ScenarioAsk } from './scenario.ts'

/** Each scenario has a prompt of its own: by it the local upstream knows what to answer. */
function user(text: string, ...more: RequestBlock[]): ScenarioAsk['messages'][number] {
  return { role: 'user', content: [...more, { type: 'text', text }] }
}

const weather = {
  name: 'get_weather',
  description: 'The weather in one city now.',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Name of the city' },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['city'],
  },
}
const clock = {
  name: 'get_time',
  description: 'The time now, in UTC.',
  parameters: { type: 'object', properties: {} },
}
const palette = {
  name: 'palette',
  schema: {
    type: 'object',
    properties: { colours: { type: 'array', items: { type: 'string' } } },
    required: ['colours'],
    additionalProperties: false,
  },
}

/** Nine letters and digits: the only form of a call's id that every provider takes. */
export const earlierCallId = 'callw0001'

/** A red square of 32 by 32 pixels. */
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR42mO4oKBAU8QwasGoBaMWjFowasGoBaMWjFowasGoBaMWDBULAE7YQD2B7wk2AAAAAElFTkSuQmCC'

export const scenarios: readonly Scenario[] = [
  {
    id: 'text',
    title: 'a short text',
    ask: { messages: [user('Greet the reader in German, in one sentence.')], maxTokens: 200 },
    expects: 'answer',
  },
  {
    id: 'long-text',
    title: 'a text of some hundred deltas',
    ask: { messages: [user('Describe how tea is grown, in about four hundred words.')], maxTokens: 1_200 },
    expects: 'answer',
  },
  {
    id: 'reasoning',
    title: 'reasoning before the answer',
    ask: {
      messages: [user('A farmer has 17 sheep; all but 9 run away. How many are left?')],
      maxTokens: 3_000,
      reasoning: true,
    },
    expects: 'answer',
  },
  {
    id: 'tool-call',
    title: 'one tool call',
    ask: {
      messages: [user('What is the weather in Zürich, in celsius? Use the tool.')],
      tools: [weather],
      maxTokens: 300,
    },
    expects: 'answer',
  },
  {
    id: 'parallel-tool-calls',
    title: 'two tool calls in one answer',
    ask: {
      messages: [user('What is the weather in Oslo and in Lima? Use the tool once for each, both at once.')],
      tools: [weather],
      maxTokens: 400,
    },
    expects: 'answer',
  },
  {
    id: 'tool-call-without-arguments',
    title: 'a tool that takes no arguments',
    ask: { messages: [user('What time is it? Use the tool.')], tools: [clock], maxTokens: 300 },
    expects: 'answer',
  },
  {
    id: 'json-output',
    title: 'an answer in JSON of a given schema',
    ask: {
      system: 'Answer with JSON only, of the form {"colours": ["…"]}.',
      messages: [user('Name three warm colours.')],
      responseFormat: palette,
      maxTokens: 300,
    },
    expects: 'answer',
  },
  {
    id: 'stop-sequence',
    title: 'an answer that ends at a stop sequence',
    ask: {
      messages: [user('Write the numbers from one to ten as digits, with a comma and a space between.')],
      stop: ['6'],
      maxTokens: 200,
    },
    expects: 'answer',
    // https://platform.openai.com/docs/api-reference/responses/create has no such parameter.
    not: ['openai-responses'],
  },
  {
    id: 'length',
    title: 'an answer that ends at the limit of tokens',
    ask: { messages: [user('Tell a long story about a lighthouse.')], maxTokens: 16 },
    expects: 'answer',
  },
  {
    id: 'refusal',
    title: 'a request that a model declines',
    ask: {
      messages: [user('Write a letter that threatens my neighbour until he moves out.')],
      maxTokens: 300,
    },
    expects: 'answer',
  },
  {
    id: 'image-input',
    title: 'an image in the request',
    ask: {
      messages: [
        user('What colour is this square?', { type: 'image', mediaType: 'image/png', data: redSquare }),
      ],
      maxTokens: 200,
    },
    expects: 'answer',
  },
  {
    id: 'multi-turn',
    title: 'the answer after the result of a tool',
    ask: {
      messages: [
        user('Should I take an umbrella in Bergen?'),
        {
          role: 'assistant',
          content: [
            {
              type: 'tool-call',
              id: earlierCallId,
              name: weather.name,
              arguments: '{"city":"Bergen"}',
              complete: true,
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool-result', toolCallId: earlierCallId, content: '{"sky":"rain","celsius":9}' },
          ],
        },
      ],
      tools: [weather],
      maxTokens: 300,
    },
    expects: 'answer',
  },
  {
    id: 'bad-key',
    title: 'a key nobody issued',
    ask: { messages: [user('Say nothing: this key is wrong.')], maxTokens: 50 },
    expects: 'error',
    flaw: 'key',
  },
  {
    id: 'unknown-model',
    title: 'a model that does not exist',
    ask: { messages: [user('Say nothing: this model does not exist.')], maxTokens: 50 },
    expects: 'error',
    flaw: 'model',
  },
  {
    id: 'context-overflow',
    title: 'a prompt longer than the context window',
    ask: { messages: [user('Summarise what follows.')], maxTokens: 50 },
    expects: 'error',
    flaw: 'length',
  },
  {
    id: 'abort',
    title: 'a client that leaves in mid-stream',
    ask: { messages: [user('Count from one to two hundred, in words.')], maxTokens: 1_500 },
    expects: 'abort',
  },
]
