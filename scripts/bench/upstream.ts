/** The upstream of the benchmark, a process of its own: SSE events, `?bytes=N` in writes of 64 KB, or one event. Prints its port. */

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const event = `data: ${JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'gpt-x',
  choices: [
    {
      index: 0,
      delta: { content: 'lorem ipsum dolor sit amet, consectetur adipiscing' },
      finish_reason: null,
    },
  ],
})}\n\n`
const writeBytes = 64 * 1024
const block = Buffer.from(event.repeat(Math.ceil(writeBytes / event.length)))

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const bytes = Number(new URL(request.url ?? '', 'http://x').searchParams.get('bytes') ?? 0)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    void answer(response, bytes)
  })
}).listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})

async function answer(response: ServerResponse, bytes: number): Promise<void> {
  response.write(event)
  for (let written = 0; written < bytes; written += block.length) {
    if (!response.write(block)) await once(response, 'drain')
  }
  response.end('data: [DONE]\n\n')
}
