/** The readers agree with the providers' official clients on every recorded stream of a corpus (STREAMPROOF_CORPUS). Not here: generated streams (harness/wire/differential.test.ts). */

import { describe, expect, it } from 'vitest'
import type { Difference } from '../turn/diff.ts'
import { clients } from '../wire/differential/clients.ts'
import { compare } from '../wire/differential/compare.ts'
import { knownDifferences, knownThrows } from '../wire/differential/known-disagreements.ts'
import { detectFraming, frame } from '../wire/framing/framing.ts'
import { wireOf } from '../wire/wires.ts'
import type { Recording } from './format.ts'
import { loadRecordings } from './sources.ts'

const corpus = process.env['STREAMPROOF_CORPUS']

type Judged = { path: string; client: string; unknown: Difference[]; known: string[] }

/** Streams in the framing that the client speaks; the official clients know one each. */
async function judge(recording: Recording): Promise<Judged | undefined> {
  const { response, path = recording.name } = recording
  const client = clients.find(({ wire }) => wire === recording.wire)
  if (client === undefined || response === undefined || response.status !== 200) return undefined
  const wire = wireOf(client.wire)
  const framing = detectFraming(response.body, response.headers['content-type'])
  if (framing === undefined || framing !== wire.framings[0]) return undefined
  const reading = wire.readTurn(frame(framing, response.body))
  return {
    path,
    client: client.name,
    ...compare(reading, await client.ask(response.body), client, 'recorded'),
  }
}

async function judgeAll(path: string): Promise<Judged[]> {
  const judged: Judged[] = []
  for await (const loaded of loadRecordings(path)) {
    const result = 'recording' in loaded ? await judge(loaded.recording) : undefined
    if (result !== undefined) judged.push(result)
  }
  return judged
}

describe.skipIf(corpus === undefined)(
  'recorded streams',
  async () => {
    const judged = corpus === undefined ? [] : await judgeAll(corpus)

    it.each(clients)('$name says the same as the reader, known disagreements apart', ({ name }) => {
      const own = judged.filter(({ client }) => client === name)
      expect(own.length).toBeGreaterThan(0)
      expect(own.filter(({ unknown }) => unknown.length > 0)).toEqual([])
    })

    it('show every disagreement that is called recorded', () => {
      const seen = new Set(judged.flatMap(({ known }) => known))
      const expected = [...knownThrows, ...knownDifferences].filter(({ where }) => where.includes('recorded'))
      expect(expected.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
    })
  },
  120_000,
)
