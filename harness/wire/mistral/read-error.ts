/**
 * What an error of Mistral's chat API means: `{ object: 'error', message, type, code, param }` with bare fields, `message`
 * sometimes an object with a list of `detail` (https://docs.mistral.ai/api/endpoint/chat). The chat completions reader
 * knows these shapes and words, since gateways pass them on. Not here: that reader (../openai-chat/read-error.ts).
 */

export { readError, readInBandError } from '../openai-chat/read-error.ts'
