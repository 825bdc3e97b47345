/** The requests every converter is asked to make, by name. Not here: making them (made.ts), their cases (cases.ts). */

import type { NeutralRequest, RequestBlock, RequestMessage, RequestTool } from '../../turn/request.ts'
import type { WireName } from '../../wire/wire.ts'

export type CataloguedRequest = {
  /** Slug, unique and for ever: it is a part of case ids. */
  id: string
  request: Omit<NeutralRequest, 'model'>
}

/** A published model of each wire: clients decide by the name what a model takes. */
export const modelOf: Readonly<Record<WireName, string>> = {
  'openai-chat': 'gpt-4.1',
  'openai-responses': 'gpt-5',
  'anthropic-messages': 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
  'bedrock-converse': 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  mistral: 'mistral-large-latest',
  'pi-ai-events': 'recorded-model',
}

const text = (said: string): RequestBlock => ({ type: 'text', text: said })
const user = (...content: RequestBlock[]): RequestMessage => ({ role: 'user', content })
const assistant = (...content: RequestBlock[]): RequestMessage => ({ role: 'assistant', content })

/** Nine letters and digits, which every provider takes for an id (https://docs.mistral.ai/capabilities/function_calling/). */
const [first, second] = ['callAAAA1', 'callBBBB2']

function call(id: string, args: string, name = 'weather'): RequestBlock {
  return { type: 'tool-call', id, name, arguments: args, complete: true }
}

function result(toolCallId: string, content: string): RequestBlock {
  return { type: 'tool-result', toolCallId, content }
}

const weather: RequestTool = {
  name: 'weather',
  description: 'The weather of a city.',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Name of the city' },
      days: { type: 'integer', minimum: 1, maximum: 7 },
    },
    required: ['city'],
  },
}

const clock: RequestTool = {
  name: 'clock',
  description: 'The time now.',
  parameters: { type: 'object', properties: {} },
}

/** Keywords that a client must pass on although it need not know them. */
const booking: RequestTool = {
  name: 'book_trip',
  description: 'Book a trip – „Hin und zurück“ 🧳',
  parameters: {
    type: 'object',
    properties: {
      legs: { type: 'array', minItems: 1, items: { $ref: '#/$defs/leg' } },
      class: { type: 'string', enum: ['first', 'second'] },
      seat: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      größe: { type: 'number', exclusiveMinimum: 0 },
    },
    required: ['legs', 'class'],
    additionalProperties: false,
    $defs: { leg: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } },
  },
}

/** One pixel: https://www.w3.org/TR/png-3/ */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg=='
const image: RequestBlock = { type: 'image', mediaType: 'image/png', data: pixel }
const linked: RequestBlock = {
  type: 'image',
  mediaType: 'image/png',
  url: 'https://images.invalid/cat.png',
}

const go = user(text('Weather in Berlin?'))
const berlin = '{"city":"Berlin"}'

/** A history in which one call of the given arguments was answered. */
function answered(args: string): CataloguedRequest['request'] {
  return { messages: [go, assistant(call(first, args)), user(result(first, 'Sunny.'))], tools: [weather] }
}

function asked(options: Partial<NeutralRequest>): CataloguedRequest['request'] {
  return { messages: [go], ...options }
}

function spoken(...content: RequestBlock[]): CataloguedRequest['request'] {
  return { messages: [go, assistant(...content), user(text('And tomorrow?'))] }
}

const answer = {
  name: 'answer',
  schema: {
    type: 'object',
    properties: { degrees: { type: 'number' } },
    required: ['degrees'],
    additionalProperties: false,
  },
}

const requests: Readonly<Record<string, CataloguedRequest['request']>> = {
  text: asked({}),
  system: asked({ system: 'Answer in one sentence.' }),
  'system-unicode': asked({ system: 'Réponds en français – « bref » 🙂\nZeile 2\ttab "quoted" \\ back' }),
  'text-unicode': { messages: [user(text('naïve 日本語 👩‍👩‍👧 \u2028 e\u0301 \u{1d11e}'))] },
  'text-edges': { messages: [user(text('  two spaces and a line end \n'))] },
  'two-texts': { messages: [user(text('First. '), text('Second.'))] },
  conversation: {
    system: 'Be brief.',
    messages: [
      user(text('Hello')),
      assistant(text('Hi.')),
      user(text('How are you?')),
      assistant(text('Fine.')),
      go,
    ],
  },
  tools: asked({ tools: [weather, clock] }),
  'tools-one-without-parameters': asked({ tools: [clock] }),
  'tools-schema': asked({ tools: [booking] }),
  'tool-choice-auto': asked({ tools: [weather], toolChoice: 'auto' }),
  'tool-choice-none': asked({ tools: [weather], toolChoice: 'none' }),
  'tool-choice-required': asked({ tools: [weather], toolChoice: 'required' }),
  'tool-choice-named': asked({ tools: [weather, clock], toolChoice: { name: 'clock' } }),
  'image-data': { messages: [user(image)] },
  'image-url': { messages: [user(text('What is this?'), linked)] },
  'image-between-texts': { messages: [user(text('Look: '), image, text(' What is it?'))] },
  'call-and-result': answered(berlin),
  'call-result-and-text': {
    messages: [go, assistant(call(first, berlin)), user(result(first, 'Sunny.'), text('In Fahrenheit.'))],
    tools: [weather],
  },
  'text-and-call': {
    messages: [go, assistant(text('Let me look.'), call(first, berlin)), user(result(first, 'Sunny.'))],
    tools: [weather],
  },
  'calls-parallel': {
    messages: [
      go,
      assistant(call(first, berlin), call(second, '{}', 'clock')),
      user(result(first, 'Sunny.'), result(second, '12:00')),
    ],
    tools: [weather, clock],
  },
  'calls-of-one-name-results-out-of-order': {
    messages: [
      user(text('Berlin and Paris?')),
      assistant(call(first, berlin), call(second, '{"city":"Paris"}')),
      user(result(second, 'Paris: rain.'), result(first, 'Berlin: sun.')),
    ],
    tools: [weather],
  },
  'calls-in-two-rounds': {
    messages: [
      go,
      assistant(call(first, berlin)),
      user(result(first, 'Sunny.')),
      assistant(text('And the time.'), call(second, '{}', 'clock')),
      user(result(second, '12:00')),
    ],
    tools: [weather, clock],
  },
  'result-error': {
    messages: [
      go,
      assistant(call(first, berlin)),
      user({ type: 'tool-result', toolCallId: first, content: 'No such city', isError: true }),
    ],
    tools: [weather],
  },
  'result-json': {
    messages: [
      go,
      assistant(call(first, berlin)),
      user(result(first, '{"degrees": 21.0, "sky": "klar – ☀️"}')),
    ],
    tools: [weather],
  },
  'result-lines': {
    messages: [go, assistant(call(first, berlin)), user(result(first, 'a\n\n  b\n'))],
    tools: [weather],
  },
  'arguments-numbers': answered('{"city":"Berlin","big":12345678901234567890,"one":1.0,"e":1e3,"zero":-0}'),
  'arguments-keys': answered('{"b":1,"a":{"10":1,"9":2},"__proto__":{"x":1},"constructor":"c"}'),
  'arguments-key-empty': answered('{"city":"Berlin","":0}'),
  'arguments-strings': answered(
    String.raw`{"city":"\"Berlin\"\\\n\t\u0000 \ud83d\ude00 é","line":"\u2028","quote":"'"}`,
  ),
  'arguments-spaced': answered('{ "city" : "Berlin" ,\n "days" : [ ] }'),
  'arguments-none': answered(''),
  'arguments-empty-object': answered('{}'),
  'arguments-cut': answered('{"city":"Ber'),
  'reasoning-signed': {
    messages: [
      go,
      assistant(
        { type: 'reasoning', text: 'The user wants the weather.', signature: 'c2lnbmF0dXJlLW9uZQ==' },
        call(first, berlin),
      ),
      user(result(first, 'Sunny.')),
    ],
    tools: [weather],
  },
  'reasoning-plain': spoken({ type: 'reasoning', text: 'Berlin it is.' }, text('Sunny.')),
  'reasoning-redacted': spoken(
    { type: 'reasoning', text: '', redacted: true, signature: 'cmVkYWN0ZWQtYmxvY2s=' },
    text('Sunny.'),
  ),
  'call-signed': {
    messages: [
      go,
      assistant({
        type: 'tool-call',
        id: first,
        name: 'weather',
        arguments: berlin,
        complete: true,
        signature: 'dGhvdWdodC1vbmU=',
      }),
      user(result(first, 'Sunny.')),
    ],
    tools: [weather],
  },
  refusal: spoken({ type: 'refusal', text: 'I cannot help with that.' }),
  'max-tokens': asked({ maxTokens: 1_024 }),
  temperature: asked({ temperature: 0.7 }),
  'temperature-zero': asked({ temperature: 0 }),
  'top-p': asked({ topP: 0.9 }),
  stop: asked({ stop: ['END', '\n\n'] }),
  'all-options': asked({ maxTokens: 64, temperature: 0.2, topP: 0.5, stop: ['END'] }),
  'format-text': asked({ responseFormat: 'text' }),
  'format-json': asked({ responseFormat: 'json' }),
  'format-schema': asked({ responseFormat: answer }),
}

export const requestCatalogue: readonly CataloguedRequest[] = Object.entries(requests).map(
  ([id, request]) => ({ id, request }),
)
