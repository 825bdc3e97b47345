/** Proves what each chunk gives, how a stream finishes and what flush says. */
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { delta, finish, pick, play, playToEnd, tool, typesOf, USAGE } from './chunk.fixture.ts'
import { OpenAiConverter } from './converter.ts'
import { LlmEventType } from './events.ts'

const MAPPED = { promptTokens: 12, completionTokens: 7, totalTokens: 19, cachedTokens: 0 }
const converter = new OpenAiConverter()
const running = (completion_tokens: number) => ({ usage: { ...USAGE, completion_tokens } })

describe('state', () => {
  it('starts with nothing but the two fields that are always there', () => {
    expect(Object.keys(converter.createStreamState())).toEqual(['currentToolCalls', 'finishedEmitted'])
  })

  it('keeps two streams apart', () => {
    const one = converter.createStreamState()
    const two = converter.createStreamState()
    converter.convertStreamEvent(tool({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }), one)
    expect(converter.convertStreamEvent(finish('tool_calls'), two)).toHaveLength(1)
  })
})

describe('text', () => {
  it('passes text on and gives nothing for a role, null, or empty text', () => {
    const events = play(
      delta({ role: 'assistant' }),
      delta({ content: null }),
      delta({ content: '' }),
      delta({ role: '', content: 'Hel' }),
      delta({ content: 'lo' }),
    )
    expect(events).toEqual([
      { type: LlmEventType.TextDelta, text: 'Hel' },
      { type: LlmEventType.TextDelta, text: 'lo' },
    ])
  })

  it('reads content that comes in parts, thinking included, in their order', () => {
    const events = play(
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      delta({ content: [{ type: 'text', text: 'a' }, { type: 'reference', reference_ids: [1] }, 'b', null] }),
    )
    expect(events).toEqual([
      { type: LlmEventType.ReasoningDelta, text: 'hm' },
      { type: LlmEventType.TextDelta, text: 'a' },
      { type: LlmEventType.TextDelta, text: 'b' },
    ])
  })

  it('reads a whole message where nothing was said before it, and not after', () => {
    const whole = {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    }
    expect(play(whole)[0]).toEqual({ type: LlmEventType.TextDelta, text: 'Hi' })
    expect(typesOf(play(delta({ content: 'Hi' }), whole))).toEqual([
      LlmEventType.TextDelta,
      LlmEventType.Finished,
    ])
  })

  it('ignores the other choices of n > 1, their finish included', () => {
    const events = play(
      {
        choices: [
          { index: 1, delta: { content: 'B' } },
          { index: 0, delta: { content: 'A' } },
        ],
      },
      { choices: [{ index: 1, delta: { content: 'B' }, finish_reason: 'length' }] },
      finish('stop'),
    )
    expect(typesOf(events)).toEqual([LlmEventType.TextDelta, LlmEventType.Finished])
    expect(events).toMatchObject([{ text: 'A' }, { finishReason: 'end_turn' }])
  })
})

describe('reasoning and refusal', () => {
  it.each(['reasoning_content', 'reasoning', 'reasoning_text'])(
    'reads %s as reasoning, before the text of the same chunk',
    (field) => {
      expect(play(delta({ content: 'x', [field]: 'think' }))).toEqual([
        { type: LlmEventType.ReasoningDelta, text: 'think' },
        { type: LlmEventType.TextDelta, text: 'x' },
      ])
    },
  )

  it('says reasoning once when both fields carry it', () => {
    expect(play(delta({ reasoning_content: 'think', reasoning: 'think' }))).toEqual([
      { type: LlmEventType.ReasoningDelta, text: 'think' },
    ])
  })

  it('reads reasoning details only where they stand alone', () => {
    const reasoning_details = [
      { type: 'reasoning.text', text: 'hm' },
      { type: 'reasoning.summary', summary: 'so' },
      { data: 'x' },
    ]
    expect(play(delta({ reasoning_details }))).toEqual([{ type: LlmEventType.ReasoningDelta, text: 'hmso' }])
    expect(play(delta({ reasoning: 'a', reasoning_details }))).toEqual([
      { type: LlmEventType.ReasoningDelta, text: 'a' },
    ])
  })

  it('gives a refusal its own event', () => {
    const events = play(delta({ refusal: 'I cannot' }), delta({ refusal: null }), finish('stop'))
    expect(events[0]).toEqual({ type: LlmEventType.RefusalDelta, text: 'I cannot' })
    expect(typesOf(events)).toEqual([LlmEventType.RefusalDelta, LlmEventType.Finished])
  })
})

describe('finish', () => {
  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['tool_calls', 'tool_use'],
    ['function_call', 'tool_use'],
    ['content_filter', 'content_filter'],
    ['never_heard_of', 'end_turn'],
  ])('says %s as %s and keeps the raw reason', (raw, finishReason) => {
    expect(play(finish(raw))).toEqual([{ type: LlmEventType.Finished, finishReason, rawFinishReason: raw }])
  })

  it('takes an empty reason for none', () => {
    expect(play(finish(''), finish('stop'))).toHaveLength(1)
  })

  it('finishes once and drops what comes after', () => {
    const events = playToEnd([
      finish('stop'),
      delta({ content: 'late' }),
      finish('length'),
      { error: { message: 'late too' } },
    ])
    expect(typesOf(events)).toEqual([LlmEventType.Finished])
  })

  it.each([
    ['error', 'UNKNOWN'],
    ['network_error', 'SERVER'],
    ['insufficient_system_resource', 'OVERLOADED'],
  ])('reports finish_reason %s as a failure', (reason, code) => {
    const events = playToEnd([delta({ content: 'a' }), finish(reason)])
    expect(typesOf(events)).toEqual([LlmEventType.TextDelta, LlmEventType.Error])
    expect(events[1]).toMatchObject({ error: { code } })
  })
})

describe('usage', () => {
  it('gives MessageEnd for the usage-only chunk after the finish', () => {
    expect(play(finish('stop'), { choices: [], usage: USAGE }).at(-1)).toEqual({
      type: LlmEventType.MessageEnd,
      usage: MAPPED,
      rawUsage: USAGE,
    })
  })

  it('lets a usage-only chunk finish a stream that has not', () => {
    const events = playToEnd([delta({ content: 'a' }), { choices: [], usage: USAGE }])
    expect(typesOf(events)).toEqual([LlmEventType.TextDelta, LlmEventType.Finished, LlmEventType.MessageEnd])
    expect(events[1]).toEqual({ type: LlmEventType.Finished, finishReason: 'end_turn' })
  })

  it('executes no call when only usage ended the stream, and says which were begun', () => {
    const events = playToEnd([
      tool({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
      { choices: [], usage: USAGE },
    ])
    expect(typesOf(events)).toEqual([LlmEventType.Finished, LlmEventType.MessageEnd])
    expect(events[0]).toMatchObject({
      incompleteToolCalls: [{ callId: 'a', name: 'f', argumentsText: '{}' }],
    })
  })

  it('takes usage on the finish chunk, and reports it at the end', () => {
    expect(typesOf(playToEnd([finish('stop', { usage: USAGE })]))).toEqual([
      LlmEventType.Finished,
      LlmEventType.MessageEnd,
    ])
  })

  it('takes the last of the running totals, ends nothing by them, and reports once', () => {
    const events = playToEnd([
      delta({ content: 'a' }, running(1)),
      delta({ content: 'b' }, running(2)),
      finish('stop', running(3)),
      delta({}, running(4)),
    ])
    expect(typesOf(events)).toEqual(['text_delta', 'text_delta', 'finished', 'message_end'])
    expect(pick(events, LlmEventType.MessageEnd)[0]?.usage.completionTokens).toBe(4)
  })

  it('says nothing new for a repeated report, and corrects a changed one', () => {
    const last = { ...USAGE, completion_tokens: 8 }
    const events = playToEnd([
      finish('stop'),
      ...[USAGE, USAGE, last].map((usage) => ({ choices: [], usage })),
    ])
    expect(pick(events, LlmEventType.MessageEnd).map((event) => event.usage.completionTokens)).toEqual([7, 8])
  })

  it.each([null, {}, 'none', []])('takes usage %j for none', (usage) => {
    expect(play({ choices: [], usage })).toEqual([])
  })

  it.each([
    ['in the choice', { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: USAGE }] }],
    ['under x_groq', finish('stop', { x_groq: { usage: USAGE } })],
  ])('finds usage %s', (_place, chunk) => {
    expect(pick(playToEnd([chunk]), LlmEventType.MessageEnd)).toMatchObject([{ usage: MAPPED }])
  })
})

describe('errors in the stream', () => {
  it('keeps code, type, param, request id, message and the body', () => {
    const error = {
      message: 'Overloaded',
      type: 'overloaded_error',
      code: 529,
      param: 'model',
      request_id: 'req_1',
    }
    const events = playToEnd([
      delta({ content: 'par' }),
      { error },
      delta({ content: 'more' }),
      finish('stop'),
    ])
    expect(events).toEqual([
      { type: LlmEventType.TextDelta, text: 'par' },
      {
        type: LlmEventType.Error,
        error: {
          code: 'OVERLOADED',
          message: 'Overloaded',
          retryable: true,
          providerCode: '529',
          providerType: 'overloaded_error',
          param: 'model',
          requestId: 'req_1',
          raw: error,
        },
      },
    ])
  })

  it.each([
    ['as text', { error: 'model runner has stopped' }, 'UNKNOWN', 'model runner has stopped'],
    [
      'as text beside its type',
      { error: 'out of memory', error_type: 'generation' },
      'SERVER',
      'out of memory',
    ],
    ['empty', { error: {} }, 'UNKNOWN', 'The provider reported an error and gave no details.'],
    [
      'beside choices',
      {
        error: { code: 502, message: 'Upstream failed' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      },
      'SERVER',
      'Upstream failed',
    ],
    [
      'in the choice',
      { choices: [{ index: 0, delta: {}, error: { code: 429, message: 'slow down' } }] },
      'RATE_LIMIT',
      'slow down',
    ],
    ['bare', { object: 'error', message: 'boom', type: 'InternalServerError', code: 500 }, 'SERVER', 'boom'],
    ['bare and short', { detail: 'Unauthorized' }, 'AUTH', 'Unauthorized'],
    ['under x_groq', { choices: [], x_groq: { error: 'over capacity' } }, 'UNKNOWN', 'over capacity'],
  ])('sees an error %s', (_form, chunk, code, message) => {
    expect(playToEnd([chunk])).toMatchObject([{ type: LlmEventType.Error, error: { code, message } }])
  })

  it('lets the error win over a finish in the same chunk, and keeps the text before it', () => {
    const chunk = {
      choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }],
      error: { message: 'no' },
    }
    expect(typesOf(playToEnd([chunk]))).toEqual([LlmEventType.TextDelta, LlmEventType.Error])
  })

  it.each([null, false, ''])('takes error %j for no error', (error) => {
    expect(typesOf(play(finish('stop', { error })))).toEqual([LlmEventType.Finished])
  })

  it('requests no call that was open when the error came', () => {
    const events = playToEnd([
      tool({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
      { error: { message: 'x' } },
    ])
    expect(events).toMatchObject([{ type: LlmEventType.Error, incompleteToolCalls: [{ callId: 'a' }] }])
  })
})

describe('flush', () => {
  it('says TRANSPORT for a stream without a finish, after what was said', () => {
    const events = playToEnd([delta({ content: 'par' })])
    expect(events).toMatchObject([
      { text: 'par' },
      { type: LlmEventType.Error, error: { code: 'TRANSPORT' } },
    ])
  })

  it('says EMPTY_RESPONSE for a stream without a chunk', () => {
    expect(playToEnd([])).toMatchObject([{ type: LlmEventType.Error, error: { code: 'EMPTY_RESPONSE' } }])
  })

  it('says Aborted when the caller stopped it, also when reading threw for that reason', () => {
    const abort = new DOMException('This operation was aborted', 'AbortError')
    expect(typesOf(playToEnd([delta({ content: 'a' })], { aborted: true }))).toEqual([
      'text_delta',
      'aborted',
    ])
    expect(typesOf(playToEnd([], { error: abort }))).toEqual(['aborted'])
  })

  it('classifies what reading the stream threw', () => {
    const cut = new SyntaxError('Unexpected end of JSON input')
    expect(playToEnd([], { error: cut })).toMatchObject([
      { error: { code: 'TRANSPORT', message: cut.message } },
    ])
  })

  it.each([{}, { aborted: true }, { error: new TypeError('terminated') }])(
    'adds nothing after a finish, whatever happened then (%o)',
    (options) => {
      expect(typesOf(playToEnd([finish('stop')], options))).toEqual([LlmEventType.Finished])
    },
  )

  it('gives the usage it held back after the error of a cut', () => {
    const events = playToEnd([delta({ content: 'a' }, { usage: USAGE })])
    expect(typesOf(events)).toEqual(['text_delta', 'error', 'message_end'])
  })

  it('gives nothing the second time', () => {
    const state = converter.createStreamState()
    converter.flush(state)
    expect(converter.flush(state)).toEqual([])
  })
})

describe('any input', () => {
  const chunk = fc.oneof(
    fc.anything(),
    fc.record(
      {
        choices: fc.oneof(
          fc.anything(),
          fc.array(
            fc.record(
              {
                index: fc.anything(),
                delta: fc.oneof(
                  fc.anything(),
                  fc.record(
                    {
                      content: fc.anything(),
                      tool_calls: fc.array(fc.anything()),
                      function_call: fc.anything(),
                    },
                    { requiredKeys: [] },
                  ),
                ),
                finish_reason: fc.oneof(fc.anything(), fc.constantFrom('stop', 'length', 'error')),
                error: fc.anything(),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
        usage: fc.anything(),
        error: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  )

  property.prop([fc.array(chunk)])('never throws, and ends exactly once', (chunks) => {
    const events = playToEnd(chunks)
    const ends = events.filter(({ type }) => type === 'finished' || type === 'error' || type === 'aborted')
    expect(ends).toHaveLength(1)
    expect(events.slice(events.indexOf(ends[0]!) + 1).every(({ type }) => type === 'message_end')).toBe(true)
  })

  const prose = fc.array(fc.tuple(fc.constantFrom('content', 'reasoning_content', 'refusal'), fc.string()))

  property.prop([prose])('keeps every character of every kind, in order', (pieces) => {
    const events = play(...pieces.map(([field, text]) => delta({ [field]: text })))
    const kinds = {
      content: 'text_delta',
      reasoning_content: 'reasoning_delta',
      refusal: 'refusal_delta',
    } as const
    for (const field of ['content', 'reasoning_content', 'refusal'] as const) {
      const sent = pieces.flatMap(([kind, text]) => (kind === field ? [text] : [])).join('')
      expect(
        pick(events, kinds[field])
          .map((event) => event.text)
          .join(''),
      ).toBe(sent)
    }
  })
})
