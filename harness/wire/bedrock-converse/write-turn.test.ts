/** The writer is the reader's inverse in each spelling of this wire. Not here: what every wire owes (../round-trip.test.ts). */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary, turnArbitrary } from '../../turn/arbitrary.ts'
import { diffTurns } from '../../turn/diff.ts'
import type { Turn } from '../../turn/turn.ts'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { bedrockConverse as wire, bedrockConverseWriter as writer } from './wire.ts'

function bytesOf(drafts: readonly EventDraft[]): Uint8Array {
  return new Uint8Array(Buffer.concat(encode('eventstream', drafts)))
}

function readBack(turn: Turn, choice: WriteChoice): Turn {
  return wire.readTurn(frame('eventstream', bytesOf(writer.writeTurn(turn, choice)))).turn
}

/** `raw` objects are as the wire sent them, so they depend on the spelling. */
function withoutRaw({ usage, finish, ...turn }: Turn): Turn {
  const { raw: _rawUsage, ...counts } = usage ?? {}
  const { raw: _rawError, ...failure } = finish?.failure ?? { code: 'UNKNOWN', message: '' }
  return {
    ...turn,
    ...(usage === undefined ? {} : { usage: counts }),
    ...(finish === undefined
      ? {}
      : { finish: finish.failure === undefined ? finish : { ...finish, failure } }),
  }
}

const turns = fc
  .sample(turnArbitrary(writer.shape), { seed: 5, numRuns: 160 })
  .map((turn) => writer.normalise(turn))
const alone = writer.spellings.map(({ id, fits }) => ({
  id,
  fitting: turns.filter((turn) => fits?.(turn) ?? true),
}))

describe('reading what was written', () => {
  it('gives the turn, dialects included', () => {
    fc.assert(
      fc.property(sessionArbitrary(writer, 'any'), ({ turn, choice }) => {
        expect(diffTurns(withoutRaw(turn), withoutRaw(readBack(turn, choice)))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it.each(alone)('gives the turn under $id alone', ({ id, fitting }) => {
    expect(fitting.length).toBeGreaterThan(1)
    for (const turn of fitting) {
      const read = readBack(turn, { spellings: [id], fragments: [5] })
      expect(diffTurns(withoutRaw(turn), withoutRaw(read))).toEqual([])
    }
  })

  it.each(alone)('$id changes the events of a turn that it fits', ({ id, fitting }) => {
    const written = (spellings: string[]) =>
      fitting.map((turn) => writer.writeTurn(turn, { spellings, fragments: [] }))
    expect(written([id])).not.toEqual(written([]))
  })
})

describe('the answer that is not streamed', () => {
  it('holds the same blocks, reason and counts', () => {
    const turn = writer.normalise({
      blocks: [
        { type: 'reasoning', text: 'hm', signature: 'SIG' },
        { type: 'reasoning', text: '', redacted: true, signature: 'ENC' },
        { type: 'text', text: 'hi' },
        { type: 'opaque', kind: 'citation', raw: { url: 'a' } },
        { type: 'opaque', kind: 'citation', raw: { url: 'b' } },
        { type: 'text', text: 'and' },
        { type: 'tool-call', id: 'a', name: 'f', arguments: '{"n":1}', complete: true },
        { type: 'tool-call', id: 'b', name: 'g', arguments: '', complete: true },
        { type: 'opaque', kind: 'image', raw: { image: { format: 'png' } } },
      ],
      usage: { inputTokens: 1, cacheReadTokens: 2, cacheWriteTokens: 3, outputTokens: 4 },
      finish: { reason: 'stop', raw: 'stop_sequence' },
      meta: { stopSequence: 'END' },
      state: 'closed',
    })
    const content = [
      { reasoningContent: { reasoningText: { text: 'hm', signature: 'SIG' } } },
      { reasoningContent: { redactedContent: 'ENC' } },
      { citationsContent: { content: [{ text: 'hi' }], citations: [{ url: 'a' }, { url: 'b' }] } },
      { text: 'and' },
      { toolUse: { toolUseId: 'a', name: 'f', input: { n: 1 } } },
      { toolUse: { toolUseId: 'b', name: 'g', input: {} } },
      { image: { format: 'png' } },
    ]
    expect(writer.writeBody(turn)).toMatchObject({
      output: { message: { role: 'assistant', content } },
      stopReason: 'stop_sequence',
      usage: {
        inputTokens: 1,
        outputTokens: 4,
        cacheReadInputTokens: 2,
        cacheWriteInputTokens: 3,
        totalTokens: 10,
      },
      additionalModelResponseFields: { stop_sequence: 'END' },
    })
  })

  it('is the error alone where the turn failed', () => {
    const finish = {
      reason: 'error',
      failure: { code: 'UNKNOWN', message: '', raw: { throttlingException: { message: 'x' } } },
    } as const
    expect(writer.writeBody(writer.normalise({ blocks: [], finish, meta: {}, state: 'closed' }))).toEqual({
      message: 'x',
    })
  })
})

describe('normalising', () => {
  it('keeps what the wire can say and drops what it cannot', () => {
    const turn: Turn = {
      blocks: [{ type: 'tool-call', id: 'a', name: 'f', arguments: '{"a":', complete: false }],
      usage: { inputTokens: 1, outputTokens: 2 },
      finish: { reason: 'max-tokens', raw: 'max_tokens' },
      meta: {},
      state: 'closed',
    }
    expect(writer.normalise(turn)).toEqual(turn)
    expect(writer.normalise({ ...turn, meta: { responseId: 'm', model: 'x' } })).toEqual(turn)
    expect(writer.normalise({ ...turn, state: 'answered' })).not.toHaveProperty('usage')
  })
})

describe('malformed bodies', () => {
  it('without valid checksums fail at the message that is damaged', () => {
    const body = bytesOf(
      writer.writeTurn(
        turns.find((turn) => turn.state === 'closed' && turn.blocks.length > 1)!,
        { spellings: [], fragments: [] },
      ),
    )
    const second = frame('eventstream', body)[1]!
    body[second.end - 1] = (body[second.end - 1] ?? 0) ^ 1
    const { turn, damage } = wire.readTurn(frame('eventstream', body))
    expect(damage).toMatchObject({ event: 1, start: second.start })
    expect(turn).toMatchObject({ state: 'open', finish: { reason: 'error', failure: { code: 'TRANSPORT' } } })
  })
})
