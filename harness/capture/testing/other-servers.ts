/** Servers that speak something else than HTTP/1 answers, for the tests of capture. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type OtherServers = {
  ports: { http2: number; upgrade: number; echo: number; greeter: number; proxy: number }
  close(): void
}

export async function startOtherServers(): Promise<OtherServers> {
  const sockets = new Set<Socket>()
  const servers: Record<keyof OtherServers['ports'], Server> = {
    http2: createHttp2Server((_request, response) => response.end('over http/2')),
    upgrade: createHttpServer().on('upgrade', acceptWebSocket),
    echo: createServer((socket) => socket.pipe(socket)),
    greeter: createServer((socket) => socket.write('220 ready\r\n')),
    proxy: createHttpServer().on('connect', tunnel),
  }
  const ports: Record<string, number> = {}
  for (const [name, server] of Object.entries(servers)) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ports[name] = (server.address() as AddressInfo).port
  }
  return {
    ports: ports as OtherServers['ports'],
    close() {
      for (const socket of sockets) socket.destroy()
      for (const server of Object.values(servers)) server.close()
    },
  }
}

/** https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2, then one text frame. */
function acceptWebSocket(request: { headers: NodeJS.Dict<string | string[]> }, socket: Socket): void {
  const key = `${String(request.headers['sec-websocket-key'])}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]))
}

function tunnel(request: { url?: string }, socket: Socket): void {
  const [host = '', port = ''] = (request.url ?? '').split(':')
  const upstream = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    upstream.pipe(socket).pipe(upstream)
  })
  upstream.on('error', () => socket.destroy())
}
