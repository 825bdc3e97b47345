/** The readers say of every error answer what the providers' official clients throw: over the table, and over recorded answers. */

import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadRecordings } from '../../recording/sources.ts'
import { compareErrors } from '../../wire/differential/errors/compare-errors.ts'
import { knownErrorDifferences } from '../../wire/differential/errors/known-error-differences.ts'
import { throwers } from '../../wire/differential/errors/thrown.ts'
import type { HttpAnswer, WireName } from '../../wire/wire.ts'
import { wireOf } from '../../wire/wires.ts'
import { json } from './error-situation.ts'
import { httpErrors } from './error-situations.ts'
import { bodyOfRow, isReaderOnly } from './recordings.ts'

async function compare(wire: WireName, answer: HttpAnswer) {
  const ask = throwers[wire]
  if (ask === undefined) throw new Error(`no official client of \`${wire}\``)
  return compareErrors(wire, answer, wireOf(wire).readError(answer), await ask(answer))
}

const rows = httpErrors.flatMap((row) => {
  const answer = { status: row.status, headers: { ...json, ...row.headers }, body: bodyOfRow(row) }
  return row.wires
    .filter((wire) => !isReaderOnly(wire))
    .map((wire) => ({ name: `${wire} ${row.id}`, wire, answer }))
})

describe('the table', () => {
  const met = new Set<string>()

  test.for(rows)('$name', async ({ wire, answer }) => {
    const { unknown, known } = await compare(wire, answer)
    expect(unknown).toEqual([])
    for (const id of known) met.add(id)
  })

  test('shows every known difference', () => {
    expect(knownErrorDifferences.map(({ id }) => id).filter((id) => !met.has(id))).toEqual([])
  })
})

/** A folder of recorded error answers, one folder a provider; it is not part of the repository. */
const corpus = process.env['STREAMPROOF_CORPUS'] ?? ''

/** Providers whose own client speaks another wire than chat completions. */
const wireOfProvider: Readonly<Record<string, WireName>> = {
  anthropic: 'anthropic-messages',
  bedrock: 'bedrock-converse',
  gemini: 'gemini',
  vertex: 'gemini',
  mistral: 'mistral',
}

describe.skipIf(corpus === '')('recorded error answers', () => {
  test('are all read as the official client throws them', async () => {
    const compared: string[] = []
    for await (const loaded of loadRecordings(join(corpus, 'errors'))) {
      const { response, path = '', wire } = 'recording' in loaded ? loaded.recording : {}
      if (!response || response.status < 400) continue
      const provider = relative(join(corpus, 'errors'), path).split(sep)[0] ?? ''
      // Its own client is of another wire, and none of ours.
      if (provider === 'cohere') continue
      const { status, headers, body } = response
      const answer = { status, headers, body }
      const { unknown } = await compare(wireOfProvider[provider] ?? wire ?? 'openai-chat', answer)
      expect(unknown, path).toEqual([])
      compared.push(path)
    }
    expect(compared.length).toBeGreaterThan(50)
  })
})
