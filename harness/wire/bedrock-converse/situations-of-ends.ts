/** Situations of ConverseStream about stop reasons, cuts and exceptions. Not here: HTTP errors. */

import type { Situation } from '../situation.ts'
import { call, counts, cutAfter, cutCall, failed, finish, said, text } from '../situation-turns.ts'

const stopEvent = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_MessageStopEvent.html'
const exceptions = 'https://github.com/vercel/ai/issues/19034'
const par = [text('Par')]
const kept = 'The text that came, and an error.'

export const endSituations: readonly Situation[] = [
  {
    id: 'stop-sequence-null',
    status: 'legal',
    title: 'additionalModelResponseFields has a stop_sequence of null',
    source: 'https://github.com/vercel/ai/pull/11387',
    must: 'A plain stop, no error.',
    turn: said([text('Hello')], finish('stop', 'end_turn'), { usage: counts }),
    spellings: ['null-stop-sequence'],
  },
  {
    id: 'stop-sequence-in-delta',
    status: 'legal',
    title: 'The stop sequence stands under `delta` in additionalModelResponseFields',
    source: 'https://github.com/vercel/ai/pull/11410',
    must: 'A plain stop; the sequence where it is told.',
    turn: said([text('Hello')], finish('stop', 'stop_sequence'), {
      usage: counts,
      meta: { stopSequence: 'END' },
    }),
    spellings: ['stop-sequence-in-delta'],
  },
  {
    id: 'context-window-exceeded-by-output',
    status: 'legal',
    title: 'Stop reason `model_context_window_exceeded`',
    source: stopEvent,
    must: 'A finish that says length, or an overflow of the context window.',
    turn: said([text('Hello')], finish('max-tokens', 'model_context_window_exceeded'), { usage: counts }),
  },
  {
    id: 'guardrail-intervened',
    status: 'legal',
    title: 'A guardrail ends the answer',
    source: stopEvent,
    must: 'An end that says filter.',
    turn: said([text('Sorry.')], finish('content-filter', 'guardrail_intervened'), { usage: counts }),
  },
  {
    id: 'malformed-tool-use',
    status: 'legal',
    title: 'Stop reason `malformed_tool_use`',
    source: stopEvent,
    must: 'Neither a plain stop nor tool calls.',
    turn: said([text('Hello')], finish('other', 'malformed_tool_use'), { usage: counts }),
  },
  {
    id: 'max-tokens-inside-input',
    status: 'legal',
    title: 'The token limit ends the input of a call',
    source: stopEvent,
    must: 'A finish that says length, and no valid call made of the cut text.',
    turn: said([cutCall('{"city":"Pa')], finish('max-tokens', 'max_tokens'), { usage: counts }),
    fragments: [8],
  },
  {
    id: 'empty-answer',
    status: 'legal',
    title: 'Stop reason `end_turn` and no content',
    source: stopEvent,
    must: 'An end without content, told as empty or as stopped.',
    turn: said([], finish('stop', 'end_turn'), { usage: counts }),
  },
  {
    id: 'stops-without-metadata',
    status: 'dialect',
    title: 'The stream ends behind messageStop, without metadata',
    source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html',
    must: 'The text; the stop reason or an error.',
    turn: said([text('Hello')], finish('stop', 'end_turn'), { state: 'answered' }),
  },
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The stream ends on the border of a message, without messageStop',
    source: 'https://github.com/vercel/ai/pull/19040',
    must: kept,
    turn: cutAfter(par),
    until: '"text"',
  },
  {
    id: 'cut-inside-a-message',
    status: 'dialect',
    title: 'The stream ends inside a message',
    source: 'https://github.com/vercel/ai/pull/19040',
    must: kept,
    turn: cutAfter([text('hel')]),
    until: '"text"',
    half: { event: 'contentBlockDelta', data: '{"contentBlockIndex":0,"delta":{"text":"lo"}}' },
  },
  {
    id: 'cut-inside-input',
    status: 'dialect',
    title: 'The stream ends inside the input of a call',
    source: 'https://github.com/vercel/ai/pull/19040',
    must: 'No complete call, and an error.',
    turn: cutAfter([cutCall('{"city":"Pa')]),
    fragments: [8],
  },
  {
    id: 'cut-behind-a-call',
    status: 'dialect',
    title: 'The stream ends behind the contentBlockStop of a call',
    source: 'https://github.com/vercel/ai/pull/19040',
    must: 'An error; the call may stand, since its own end came.',
    turn: cutAfter([call('{"city":"Paris"}')]),
  },
  {
    id: 'reset-inside-text',
    status: 'dialect',
    title: 'The connection breaks inside the text',
    source: 'https://nodejs.org/api/errors.html#common-system-errors (ECONNRESET)',
    must: kept,
    turn: cutAfter(par),
    until: '"text"',
    end: 'reset',
  },
  {
    id: 'throttled-after-text',
    status: 'legal',
    title: 'A throttling exception about too many tokens, behind text',
    source: 'https://github.com/badlogic/pi-mono/pull/2699',
    must: 'An error that is told as a rate limit, not as an overflow of the context window.',
    turn: said(
      par,
      failed('RATE_LIMIT', {
        throttlingException: { message: 'Too many tokens, please wait before trying again.' },
      }),
    ),
  },
  {
    id: 'model-stream-error-after-text',
    status: 'legal',
    title: 'A modelStreamErrorException behind text',
    source: exceptions,
    must: kept,
    turn: said(
      par,
      failed('SERVER', {
        modelStreamErrorException: {
          message: 'The model stream failed.',
          originalStatusCode: 500,
          originalMessage: 'upstream',
        },
      }),
    ),
  },
  {
    id: 'model-stream-error-with-generic-words',
    status: 'legal',
    title: 'A modelStreamErrorException that may hide a prompt too long',
    source: 'https://github.com/aws/aws-sdk-js-v3/issues/6266',
    must: 'An error that keeps its message.',
    turn: said(
      [],
      failed('SERVER', {
        modelStreamErrorException: {
          message: 'The system encountered an unexpected error during processing. Try your request again.',
        },
      }),
    ),
  },
  {
    id: 'service-unavailable-after-text',
    status: 'legal',
    title: 'A serviceUnavailableException behind text',
    source: exceptions,
    must: kept,
    turn: said(
      par,
      failed('OVERLOADED', {
        serviceUnavailableException: { message: 'Bedrock is unable to process your request.' },
      }),
    ),
  },
  {
    id: 'validation-about-length',
    status: 'legal',
    title: 'A validationException about a prompt that is too long',
    source: 'https://github.com/openclaw/openclaw/issues/58839',
    must: 'An error that is told as an overflow of the context window.',
    turn: said(
      [],
      failed('CONTEXT_WINDOW_EXCEEDED', {
        validationException: { message: 'Input is too long for requested model.' },
      }),
    ),
  },
  {
    id: 'error-message-in-headers',
    status: 'legal',
    title: 'A failure as a message of type error, its text in a header',
    source: 'https://smithy.io/2.0/aws/amazon-eventstream.html',
    must: kept,
    turn: said(
      par,
      failed(
        'SERVER',
        { internalServerException: { message: 'The service failed.' } },
        'The service failed.',
      ),
    ),
    spellings: ['error-message'],
  },
  {
    id: 'exception-of-a-new-type',
    status: 'legal',
    title: 'An exception of a type nobody knows',
    source: exceptions,
    must: 'An error that keeps its message.',
    turn: said(par, failed('UNKNOWN', { novelException: { message: 'Nobody has seen this yet.' } })),
  },
]
