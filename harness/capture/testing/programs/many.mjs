/** Streams several answers at once and one after the other; argument 3 says how many, 4 how it leaves: `exit`, `open`, `kill`, `children`. */
import { spawnSync } from 'node:child_process'

const [, script, url, count = '1', leave = ''] = process.argv
const ask = async () => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"gpt-x","messages":[]}',
  })
  let first = true
  for await (const _ of response.body) {
    if (first && (leave === 'open' || leave === 'kill')) leaveNow()
    first = false
  }
}

function leaveNow() {
  if (leave === 'kill') process.kill(process.pid, 'SIGKILL')
  process.exit(7)
}

if (leave === 'children') {
  for (let k = 0; k < Number(count); k++)
    spawnSync(process.execPath, [script, url, '1'], { stdio: 'inherit' })
} else {
  await Promise.all(Array.from({ length: Number(count) }, ask))
  if (leave === 'exit') process.exit(7)
}
