/** A plain user of the openai SDK: prints each piece as it comes. */
import OpenAI from 'openai'

const client = new OpenAI({ apiKey: 'sk-test', baseURL: process.argv[2] })
const stream = await client.chat.completions.create({
  model: 'gpt-x',
  messages: [{ role: 'user', content: 'hi' }],
  stream: true,
})
for await (const chunk of stream) process.stdout.write(`${chunk.choices[0]?.delta.content ?? ''}\n`)
