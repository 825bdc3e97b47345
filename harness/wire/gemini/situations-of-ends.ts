/** Situations of streamGenerateContent about finish reasons, cuts and errors. Not here: HTTP errors. */

import type { Situation } from '../situation.ts'
import { call, counts, cutAfter, failed, finish, reasoning, said, text } from '../situation-turns.ts'
import { chunk, chunkOf } from './situation-chunks.ts'

const reference = 'https://ai.google.dev/api/generate-content'
const stop = finish('stop', 'STOP')
const hello = said([text('Hello')], stop, { usage: counts })
const par = [text('Par')]
const kept = 'The text that came, and an error.'
const inBand = (code: number | undefined, status: string, message: string, more: object = {}) => ({
  error: { ...(code === undefined ? {} : { code }), message, status, ...more },
})
const unavailable = inBand(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')

export const endSituations: readonly Situation[] = [
  {
    id: 'finish-in-its-own-chunk',
    status: 'legal',
    title: 'The last chunk has a finish reason and no content',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10741',
    must: 'The finish and the counts are read.',
    turn: hello,
    spellings: ['finish-in-own-chunk'],
  },
  {
    id: 'finish-with-empty-text',
    status: 'legal',
    title: 'The last chunk has a finish reason and an empty text',
    source: 'https://github.com/vercel/ai, packages/google (google-reasoning fixture)',
    must: 'The finish is read.',
    turn: hello,
    spellings: ['finish-with-empty-text'],
  },
  {
    id: 'finish-with-content-without-parts',
    status: 'legal',
    title: 'The last chunk has a finish reason and content without parts',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (no-content-parts)',
    must: 'The finish is read, and no crash.',
    turn: hello,
    spellings: ['finish-with-empty-content'],
  },
  {
    id: 'finish-on-every-chunk',
    status: 'dialect',
    title: 'Every chunk has the finish reason',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (basic-reply-long)',
    must: 'One finish; what follows the first may be told, dropped or reported.',
    turn: said([reasoning('Hm.'), text('Hello')], stop),
    spellings: ['finish-on-every-chunk'],
  },
  {
    id: 'max-tokens-inside-text',
    status: 'legal',
    title: 'The token limit ends the text',
    source: `${reference}#FinishReason`,
    must: 'The text, and a finish that says length.',
    turn: said(par, finish('max-tokens', 'MAX_TOKENS'), { usage: counts }),
  },
  {
    id: 'safety',
    status: 'legal',
    title: 'A filter ends the text: SAFETY',
    source: `${reference}#FinishReason`,
    must: 'The text, and an end that says filter.',
    turn: said(par, finish('content-filter', 'SAFETY'), { usage: counts }),
  },
  {
    id: 'safety-without-content',
    status: 'legal',
    title: 'A filter ends the answer before any content',
    source: `${reference}#FinishReason`,
    must: 'An end that says filter.',
    turn: said([], finish('content-filter', 'SAFETY')),
    events: [chunkOf({ candidates: [{ finishReason: 'SAFETY', index: 0 }] })],
  },
  {
    id: 'prompt-blocked',
    status: 'legal',
    title: 'The prompt is blocked: promptFeedback, no candidates',
    source: 'https://github.com/vercel/ai/issues/19758',
    must: 'An end that says filter; not a cut that is worth a second try.',
    turn: said([], finish('content-filter', 'PROHIBITED_CONTENT'), { usage: { inputTokens: 10 } }),
    events: [
      chunkOf({
        promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
        usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
      }),
    ],
  },
  {
    id: 'malformed-function-call',
    status: 'legal',
    title: 'MALFORMED_FUNCTION_CALL, no content',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10741',
    must: 'Neither a plain stop nor a crash.',
    turn: said([], finish('other', 'MALFORMED_FUNCTION_CALL')),
    events: [chunkOf({ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }] })],
  },
  {
    id: 'malformed-function-call-with-signature',
    status: 'legal',
    title: 'MALFORMED_FUNCTION_CALL beside a part that has nothing but a signature',
    source: 'https://github.com/google-gemini/gemini-cli/issues/12674',
    must: 'Not a plain stop with an empty answer.',
    turn: said([], finish('other', 'MALFORMED_FUNCTION_CALL')),
    events: [
      chunk([{ text: '', thoughtSignature: 'CsABAQ==' }], { finishReason: 'MALFORMED_FUNCTION_CALL' }),
    ],
  },
  {
    id: 'finish-reason-unknown',
    status: 'legal',
    title: 'A finish reason nobody knows',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (unknown-enum)',
    must: 'Another end than tool calls or length.',
    turn: said([text('Hello')], finish('other', 'BRAND_NEW_REASON')),
  },
  {
    id: 'empty-answer',
    status: 'legal',
    title: 'STOP and no content',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (no-content-parts)',
    must: 'An end without content, told as empty or as stopped.',
    turn: said([], stop, { usage: counts }),
  },
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The stream ends without a finish reason',
    source: 'https://github.com/google-gemini/gemini-cli/issues/8415',
    must: kept,
    turn: cutAfter(par),
  },
  {
    id: 'cut-behind-a-call',
    status: 'dialect',
    title: 'The stream ends behind a whole call, without a finish reason',
    source: 'https://github.com/google-gemini/gemini-cli/issues/8415',
    must: 'An error; the call may stand, since a functionCall comes whole.',
    turn: cutAfter([call('{"city":"Paris"}')]),
  },
  {
    id: 'cut-inside-an-event',
    status: 'dialect',
    title: 'Half an event ends the stream',
    source: 'https://github.com/googleapis/js-genai/issues/1342',
    must: kept,
    turn: cutAfter(par),
    half: chunk([{ text: 'is is a city of lights' }]),
  },
  {
    id: 'reset-inside-text',
    status: 'dialect',
    title: 'The connection breaks inside the text',
    source: 'https://nodejs.org/api/errors.html#common-system-errors (ECONNRESET)',
    must: kept,
    turn: cutAfter(par),
    end: 'reset',
  },
  {
    id: 'error-after-text',
    status: 'legal',
    title: 'An error object in the stream, behind text',
    source: 'https://github.com/vercel/ai/issues/8186',
    must: 'The text that came, and an error that is told as overloaded.',
    turn: said(par, failed('OVERLOADED', unavailable, 'The model is overloaded.')),
  },
  {
    id: 'error-alone',
    status: 'legal',
    title: 'A rate limit with its delay is the only event',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 4.0.99',
    must: 'An error that is told as a rate limit.',
    turn: said(
      [],
      failed(
        'RATE_LIMIT',
        inBand(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota. Please retry in 36.4s.', {
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }],
        }),
      ),
    ),
  },
  {
    id: 'error-without-code',
    status: 'dialect',
    title: 'An error object with a status and no code',
    source: 'https://github.com/vercel/ai, packages/google/src/google-error.ts',
    must: 'An error, not a chunk of a wrong shape.',
    turn: said(par, failed('OVERLOADED', inBand(undefined, 'UNAVAILABLE', 'The model is overloaded.'))),
  },
  {
    id: 'error-in-an-array',
    status: 'dialect',
    title: 'The error comes in an array, as Vertex AI answers',
    source: 'https://github.com/google-gemini/gemini-cli/issues/6454',
    must: 'An error.',
    turn: said(par, failed('OVERLOADED', unavailable)),
    spellings: ['error-in-array'],
  },
  {
    id: 'error-behind-the-events',
    status: 'dialect',
    title: 'Bare JSON with an error follows the events, outside of any',
    source: 'https://github.com/vercel/ai/issues/5217',
    must: 'An error, not the stop of the chunks before it.',
    turn: said(par, {
      reason: 'error',
      failure: { code: 'OVERLOADED', message: 'The model is overloaded.' },
    }),
    events: [chunk([{ text: 'Par' }])],
    tail: `${JSON.stringify(unavailable, null, 2)}\n\n`,
  },
  {
    id: 'malformed-event',
    status: 'dialect',
    title: 'The JSON of one event ends too early, others follow',
    source: 'https://github.com/zai-org/GLM-5/issues/66',
    must: 'What came before is kept, and an error is told.',
    turn: cutAfter(par, { finish: { reason: 'error', failure: { code: 'TRANSPORT', message: '' } } }),
    events: [
      chunk([{ text: 'Par' }]),
      { data: '{"candidates":[{"content":{"par' },
      chunk([{ text: 'is' }], { finishReason: 'STOP' }),
    ],
  },
]
