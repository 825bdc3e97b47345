/** Real bodies of the wire, where a folder of them is at hand (STREAMPROOF_CORPUS): each gives a whole turn or a failure that it really holds. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectFraming, frame } from '../framing/framing.ts'
import { anthropicMessages } from './wire.ts'

const folder = join(process.env['STREAMPROOF_CORPUS'] ?? 'no-such-folder', 'anthropic-messages')
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:sse|txt)$|response-anthropic-stream.*\.json$/.test(name),
    )
  : []

function read(name: string) {
  const body = new Uint8Array(readFileSync(join(folder, name)))
  return anthropicMessages.readTurn(frame(detectFraming(body) ?? 'sse', body))
}

describe.skipIf(files.length === 0)('stored bodies', () => {
  it.each(files.filter((name) => !name.includes('spliced')))('%s gives a closed turn', (name) => {
    const reading = read(name)
    expect(reading.damage).toBeUndefined()
    expect(reading.turn.state).toBe('closed')
    expect(reading.turn.finish?.raw).toBeTypeOf('string')
    expect(reading.turn.usage?.contradiction).toBeUndefined()
    expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
  })

  it.each(files.filter((name) => name.includes('spliced')))('%s is told to be two messages', (name) => {
    expect(read(name).damage?.reason).toMatch(/another message/)
  })
})
