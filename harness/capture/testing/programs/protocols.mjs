/** Speaks what is not HTTP/1, and HTTP/1 through proxies; prints what it sees of each, one JSON line. The argument names the ports. */
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import { ProxyAgent, fetch } from 'undici'

const ports = JSON.parse(process.argv[2])
const body = '{"model":"gpt-x","messages":[]}'

const speakers = {
  async http2() {
    const session = http2.connect(`http://127.0.0.1:${ports.http2}`)
    const request = session.request({ ':path': '/v1/chat/completions', ':method': 'POST' })
    request.end(body)
    let text = ''
    for await (const piece of request) text += piece
    session.close()
    return text
  },
  async webSocket() {
    const socket = new WebSocket(`ws://127.0.0.1:${ports.upgrade}/v1/realtime`)
    const [event] = await once(socket, 'message')
    return event.data
  },
  async unparsable() {
    const socket = net.connect(ports.echo, '127.0.0.1')
    socket.write('\x00\x01binary\n')
    const [bytes] = await once(socket, 'data')
    socket.destroy()
    return bytes.toString('latin1')
  },
  async speaksFirst() {
    const socket = net.connect(ports.greeter, '127.0.0.1')
    const [bytes] = await once(socket, 'data')
    socket.destroy()
    return bytes.toString()
  },
  async tunnel() {
    const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${ports.proxy}`, proxyTunnel: true })
    const response = await fetch(`http://127.0.0.1:${ports.http}/v1/chat/completions?case=sse&as=tunnel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      dispatcher,
    })
    const text = await response.text()
    await dispatcher.close()
    return text
  },
  async secureTunnel() {
    const dispatcher = new ProxyAgent({
      uri: `http://127.0.0.1:${ports.proxy}`,
      requestTls: { rejectUnauthorized: false },
    })
    const response = await fetch(
      `https://127.0.0.1:${ports.https}/v1/chat/completions?case=sse&as=secure-tunnel`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        dispatcher,
      },
    )
    const text = await response.text()
    await dispatcher.close()
    return text
  },
  async plainProxy() {
    const request = http.request({
      host: '127.0.0.1',
      port: ports.http,
      method: 'POST',
      path: 'http://api.example.test/v1/chat/completions?case=json&as=plain-proxy',
      headers: { host: 'api.example.test', 'content-type': 'application/json' },
    })
    request.end(body)
    const [response] = await once(request, 'response')
    let text = ''
    for await (const piece of response) text += piece
    return text
  },
}

for (const [name, speak] of Object.entries(speakers)) {
  const seen = await speak().catch((error) => ({ error: `${error.name} ${error.message} ${error.cause}` }))
  console.log(JSON.stringify({ name, seen }))
}
process.exit(0)
