/** A program that mocks by an msw of its own, after one real request; prints both answers. */
import http from 'node:http'
import { http as mock, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const url = process.argv[2]
const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"model":"gpt-x","messages":[]}',
}
const agent = new http.Agent({ keepAlive: true })
const viaHttp = () =>
  new Promise((resolve, reject) => {
    const request = http.request(url, { ...post, agent }, async (response) => {
      let text = ''
      for await (const piece of response) text += piece
      resolve(text)
    })
    request.on('error', reject)
    request.end(post.body)
  })

const before = [await (await fetch(url, post)).text(), await viaHttp()]
const server = setupServer(mock.post('*/v1/chat/completions', () => HttpResponse.json({ mocked: true })))
server.listen()
const mocked = [await (await fetch(url, post)).text(), await viaHttp()]
server.close()
console.log(JSON.stringify({ before, mocked }))
process.exit(0)
