/** A small valid recording, for tests of this folder and of those who take recordings. */

import type { Recording } from './format.ts'

const body = 'data: {"choices":[{"index":0,"delta":{"content":"Grüße"}}]}\n\ndata: [DONE]\n\n'

/** A captured chat stream of two reads, with a request body. Fields given replace those of the example. */
export function exampleRecording(changes: Partial<Recording> = {}): Recording {
  const bytes = new TextEncoder().encode(body)
  return {
    name: 'example',
    wire: 'openai-chat',
    request: {
      method: 'POST',
      url: 'https://api.example.com/v1/chat/completions',
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode('{"model":"m","messages":[]}'),
    },
    response: {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: bytes,
      chunks: [
        [53, 12],
        [bytes.length - 53, 3.5],
      ],
    },
    end: { how: 'complete' },
    borders: 'wire',
    framing: 'captured',
    provenance: { kind: 'written', by: 'hand', source: 'https://example.com/a-document' },
    redactions: [],
    ...changes,
  }
}
