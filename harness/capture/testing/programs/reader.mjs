/** Reads one endless answer and repeats every byte on stdout, at once. */
import { writeSync } from 'node:fs'

const response = await fetch(process.argv[2], {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"model":"gpt-x","messages":[]}',
})
for await (const bytes of response.body) writeSync(1, bytes)
