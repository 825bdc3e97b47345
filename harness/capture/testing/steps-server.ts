/** A server for the tests of capture that writes one event, and the next one when it is told to. */

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StepsServer = { origin: string; step(): void; close(): Promise<void> }

/** `step()` writes the next of `writes` to the one open answer, the first included; after the last it ends. */
export async function startStepsServer(
  writes: readonly string[],
  onRequest: () => void = () => {},
): Promise<StepsServer> {
  let open: ServerResponse | undefined
  let next = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      open = response
      next = 0
      onRequest()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    step() {
      const write = writes[next]
      next += 1
      if (write === undefined) open?.end()
      else open?.write(write)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
