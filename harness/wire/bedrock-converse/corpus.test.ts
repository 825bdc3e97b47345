/** Real bodies of the wire, where a folder of them is at hand (STREAMPROOF_CORPUS): each gives a whole turn. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { frame } from '../framing/framing.ts'
import { bedrockConverse } from './wire.ts'

const folder = join(process.env['STREAMPROOF_CORPUS'] ?? 'no-such-folder', 'bedrock-converse')
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.chunks.txt'))
  : []

describe.skipIf(files.length === 0)('stored bodies', () => {
  it.each(files)('%s gives a turn with a known reason', (name) => {
    const body = new Uint8Array(readFileSync(join(folder, name)))
    const reading = bedrockConverse.readTurn(frame('ndjson', body))
    expect(reading.damage).toBeUndefined()
    expect(reading.turn.blocks.length).toBeGreaterThan(0)
    expect(Object.keys(bedrockConverse.outcomes)).toContain(reading.turn.finish?.raw)
    expect(reading.turn.usage?.contradiction).toBeUndefined()
    expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
  })
})
