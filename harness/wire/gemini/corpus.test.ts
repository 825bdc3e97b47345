/** Real bodies of the wire, where a folder of them is at hand (STREAMPROOF_CORPUS): each gives a whole turn, or the end that it really has. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectFraming, frame } from '../framing/framing.ts'
import { gemini } from './wire.ts'

const folder = join(process.env['STREAMPROOF_CORPUS'] ?? 'no-such-folder', 'gemini')

/** Bodies as they were, and files of one JSON payload a line. The speech file holds the Live API's messages, another wire. */
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.(?:sse|txt)$|(?:prism|langchainjs).*\.json$|vercel.*\.json$/.test(name) && !/speech/.test(name),
    )
  : []

/** Edited by their owners: no candidate ever finishes in them. */
const unfinished = /malformed-content|quotes-escaped/
/** Lost its blank lines on the way into its repository, so all of it is one event. */
const unframed = /gemini-stream-basic-text/

function read(name: string) {
  const body = new Uint8Array(readFileSync(join(folder, name)))
  const framing = name.endsWith('.chunks.txt') ? 'ndjson' : (detectFraming(body) ?? 'json-array')
  return gemini.readTurn(frame(framing, body))
}

describe.skipIf(files.length === 0)('stored bodies', () => {
  it.each(files.filter((name) => !unframed.test(name)))('%s gives a turn', (name) => {
    const reading = read(name)
    expect(reading.damage).toBeUndefined()
    expect(reading.turn.state).toBe(unfinished.test(name) ? 'open' : 'closed')
    expect(reading.turn.usage?.contradiction).toBeUndefined()
    expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
    expect(reading.turn.blocks.filter((block) => block.type === 'tool-call' && !block.complete)).toEqual([])
  })

  it.each(files.filter((name) => unframed.test(name)))('%s is told to be broken', (name) => {
    expect(read(name).damage).toBeDefined()
  })
})
