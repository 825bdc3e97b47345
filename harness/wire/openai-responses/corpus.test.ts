/** Real bodies of the wire, where a folder of them is at hand (STREAMPROOF_CORPUS): each gives a whole turn. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { frame } from '../framing/framing.ts'
import { openaiResponses } from './wire.ts'

const folder = join(process.env['STREAMPROOF_CORPUS'] ?? 'no-such-folder', 'openai-responses')

/** Bodies as they were, and files of one JSON payload a line; answers that are no stream, and cassettes, are not raw bodies. */
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.(?:sse|txt)$|(?:prism|agentgateway).*\.json$/.test(name) &&
        !/parallel-tool-call-wrapper/.test(name),
    )
  : []

function read(name: string) {
  const body = new Uint8Array(readFileSync(join(folder, name)))
  return openaiResponses.readTurn(frame(name.endsWith('.chunks.txt') ? 'ndjson' : 'sse', body))
}

describe.skipIf(files.length === 0)('stored bodies', () => {
  it.each(files)('%s gives a closed turn', (name) => {
    const reading = read(name)
    expect(reading.damage).toBeUndefined()
    expect(reading.turn.state).toBe('closed')
    expect(reading.turn.blocks.length).toBeGreaterThan(0)
    expect(reading.turn.usage?.contradiction).toBeUndefined()
    expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
    expect(reading.turn.blocks.filter((block) => block.type === 'tool-call' && !block.complete)).toEqual([])
  })
})
