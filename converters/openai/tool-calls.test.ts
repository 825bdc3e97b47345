/** Proves how fragments become calls, in every dialect of ids and indexes, and which calls are requested at the end. */
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { delta, finish, pick, playToEnd, tool, typesOf } from './chunk.fixture.ts'
import { OpenAiConverter } from './converter.ts'
import { LlmEventType } from './events.ts'

type Fragment = { index?: unknown; id?: unknown; name?: unknown; args?: unknown }

function fragments(...list: Fragment[]): object[] {
  return list.map(({ name, args, ...rest }) => tool({ ...rest, function: { name, arguments: args } }))
}

function requests(chunks: object[], reason = 'tool_calls') {
  return pick(playToEnd([...chunks, finish(reason)]), LlmEventType.ToolCallRequest)
}

function brief(chunks: object[]): string[] {
  return requests(chunks).map(({ callId, name, argumentsText }) => `${callId} ${name} ${argumentsText}`)
}

/** The request of one call without an id, by a converter with its default options. */
function requestWithoutId() {
  const converter = new OpenAiConverter()
  const state = converter.createStreamState()
  converter.convertStreamEvent(fragments({ index: 0, name: 'f', args: '{}' })[0], state)
  return pick(converter.convertStreamEvent(finish('tool_calls'), state), LlmEventType.ToolCallRequest)
}

describe('collecting', () => {
  it('holds calls back until the finish, and shows them in the state', () => {
    const converter = new OpenAiConverter()
    const state = converter.createStreamState()
    const [head, rest] = fragments({ index: 0, id: 'a', name: 'f', args: '' }, { index: 0, args: '{"x' })
    expect(converter.convertStreamEvent(head, state)).toEqual([])
    expect(state.currentToolCalls).toEqual({ 0: { id: 'a', name: 'f', argumentsJson: '' } })
    converter.convertStreamEvent(rest, state)
    expect(state.currentToolCalls[0]).toEqual({ id: 'a', name: 'f', argumentsJson: '{"x' })
  })

  it('goes on with calls somebody else put into the state', () => {
    const converter = new OpenAiConverter()
    const state = converter.createStreamState()
    state.currentToolCalls[2] = { id: 'z', name: 'f', argumentsJson: '{"a":' }
    converter.convertStreamEvent(fragments({ index: 2, args: '1}' })[0], state)
    expect(state.currentToolCalls).toEqual({ 2: { id: 'z', name: 'f', argumentsJson: '{"a":1}' } })
  })

  it('requests parallel calls in order of first appearance, with value and exact text', () => {
    const chunks = fragments(
      { index: 0, id: 'a', name: 'f', args: '{"n": 1' },
      { index: 1, id: 'b', name: 'g', args: '{}' },
      { index: 0, args: '.0}' },
    )
    expect(requests(chunks)).toEqual([
      { type: 'tool_call_request', callId: 'a', name: 'f', args: { n: 1 }, argumentsText: '{"n": 1.0}' },
      { type: 'tool_call_request', callId: 'b', name: 'g', args: {}, argumentsText: '{}' },
    ])
  })

  it('reads the older function_call as one call', () => {
    const chunks = [
      delta({ function_call: { name: 'f', arguments: '{"a"' } }),
      delta({ function_call: { arguments: ':1}' } }),
    ]
    expect(brief(chunks)).toEqual(['made-1 f {"a":1}'])
  })
})

describe('dialects', () => {
  const cases: [string, Fragment[], string[]][] = [
    [
      'a late name',
      [
        { index: 0, id: 'a', args: '{"a' },
        { index: 0, name: 'f', args: '":1}' },
      ],
      ['a f {"a":1}'],
    ],
    [
      'a late name beside another id',
      [
        { index: 0, id: 'a', args: '{"a"' },
        { index: 0, id: 'b', name: 'f', args: ':1}' },
      ],
      ['a f {"a":1}'],
    ],
    [
      'another name at index 0 while the first call is cut',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a"' },
        { index: 0, id: 'b', name: 'g', args: '{}' },
      ],
      ['a f {"a"', 'b g {}'],
    ],
    [
      'a late id',
      [
        { index: 0, name: 'f', args: '{' },
        { index: 0, id: 'a', args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'empty id and name on later fragments',
      [
        { index: 0, id: 'a', name: 'f', args: '{' },
        { index: 0, id: '', name: '', args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'null id and name on later fragments',
      [
        { index: 0, id: 'a', name: 'f', args: '{' },
        { index: 0, id: null, name: null, args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'id and name repeated on every fragment',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a"' },
        { index: 0, id: 'a', name: 'f', args: ':1}' },
      ],
      ['a f {"a":1}'],
    ],
    [
      'a whole call said twice',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a":1}' },
        { index: 0, id: 'a', name: 'f', args: '{"a":1}' },
      ],
      ['a f {"a":1}'],
    ],
    [
      'an id that changes on every fragment',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a"' },
        { index: 0, id: 'b', args: ':1' },
        { index: 0, id: 'c', name: '', args: '}' },
      ],
      ['a f {"a":1}'],
    ],
    [
      'two calls at index 0',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a":1}' },
        { index: 0, id: 'b', name: 'g', args: '{"b":' },
        { index: 0, args: '2}' },
      ],
      ['a f {"a":1}', 'b g {"b":2}'],
    ],
    [
      'two calls of one function at index 0',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a":1}' },
        { index: 0, id: 'b', name: 'f', args: '{"a":2}' },
      ],
      ['a f {"a":1}', 'b f {"a":2}'],
    ],
    [
      'two calls at index 0 without ids',
      [
        { index: 0, name: 'f', args: '{"a":1}' },
        { index: 0, name: 'f', args: '{"a":2}' },
      ],
      ['made-1 f {"a":1}', 'made-2 f {"a":2}'],
    ],
    [
      'a real index 1 after two calls at index 0',
      [
        { index: 0, id: 'a', name: 'f', args: '{}' },
        { index: 0, id: 'b', name: 'g', args: '{}' },
        { index: 1, id: 'c', name: 'h', args: '{' },
        { index: 1, args: '}' },
      ],
      ['a f {}', 'b g {}', 'c h {}'],
    ],
    [
      'indexes from 1',
      [
        { index: 1, id: 'a', name: 'f', args: '{' },
        { index: 2, id: 'b', name: 'g', args: '{}' },
        { index: 1, args: '}' },
      ],
      ['a f {}', 'b g {}'],
    ],
    [
      'no index, matched by id',
      [
        { id: 'a', name: 'f', args: '{' },
        { id: 'b', name: 'g', args: '{}' },
        { id: 'a', args: '}' },
      ],
      ['a f {}', 'b g {}'],
    ],
    ['no index and no id later', [{ id: 'a', name: 'f', args: '{"x"' }, { args: ':1}' }], ['a f {"x":1}']],
    [
      'no index and a late id',
      [
        { name: 'f', args: '{' },
        { id: 'a', args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'neither index nor id',
      [
        { name: 'f', args: '{"a":1}' },
        { name: 'g', args: '{' },
        { args: '}' },
        { name: 'g', args: '{"b":2}' },
      ],
      ['made-1 f {"a":1}', 'made-2 g {}', 'made-3 g {"b":2}'],
    ],
    [
      'one id for two calls',
      [
        { index: 0, id: 'x', name: 'f', args: '{}' },
        { index: 1, id: 'x', name: 'g', args: '{}' },
      ],
      ['x f {}', 'made-1 g {}'],
    ],
    [
      'arguments as a JSON value',
      [{ index: 0, id: 'a', name: 'f', args: { city: 'Oslo' } }],
      ['a f {"city":"Oslo"}'],
    ],
    ['a numeric id', [{ index: 0, id: 7, name: 'f', args: '{}' }], ['7 f {}']],
    [
      'an empty last fragment',
      [
        { index: 0, id: 'a', name: 'f', args: '{"a":1}' },
        { index: 0, args: '' },
      ],
      ['a f {"a":1}'],
    ],
    [
      'a prefix that is JSON by itself',
      [
        { index: 0, id: 'a', name: 'f', args: '1' },
        { index: 0, args: '23' },
      ],
      ['a f 123'],
    ],
    [
      'an index that is no index',
      [
        { index: 1.5, id: 'a', name: 'f', args: '{' },
        { index: -1, args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'an index as text',
      [
        { index: '1', id: 'a', name: 'f', args: '{' },
        { index: 1, args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'another index, known by its id',
      [
        { index: 0, id: 'a', name: 'f', args: '{' },
        { index: 1, id: 'a', args: '}' },
      ],
      ['a f {}'],
    ],
    [
      'a JSON value that grows',
      [
        { index: 0, id: 'a', name: 'f', args: {} },
        { index: 0, args: { city: 'Oslo' } },
      ],
      ['a f {"city":"Oslo"}'],
    ],
    [
      'a malformed first call, told apart by the id alone',
      [
        { index: 0, id: 'a', name: 'f', args: '{bad' },
        { index: 0, id: 'b', name: 'f', args: '{}' },
      ],
      ['a f {bad', 'b f {}'],
    ],
    [
      'a name on every fragment and no id',
      [
        { index: 0, name: 'f', args: '{"a"' },
        { index: 0, name: 'f', args: ':1}' },
        { index: 0, name: 'f', args: ' ' },
      ],
      ['made-1 f {"a":1} '],
    ],
  ]

  it.each(cases)('reads %s', (_name, list, expected) => {
    expect(brief(fragments(...list))).toEqual(expected)
  })

  it('marks an id it made up, and by default makes up one that never repeats', () => {
    expect(requestWithoutId()[0]).toMatchObject({ callIdGenerated: true })
    expect(requestWithoutId()[0]?.callId).not.toBe(requestWithoutId()[0]?.callId)
  })

  it('ignores fragments that hold nothing', () => {
    expect(requests([tool(null, {}, { index: 3 }, { function: 'f' }, 'x')])).toEqual([])
  })
})

describe('arguments', () => {
  it('keeps in the text what parsing loses', () => {
    const text = '{"big":9007199254740993,"n":1.0,"k":1,"k":2,"2":0,"1":0}'
    const [request] = requests(fragments({ index: 0, id: 'a', name: 'f', args: text }))
    expect(request?.argumentsText).toBe(text)
    expect(request?.argumentsError).toBeUndefined()
  })

  it('keeps __proto__ as an own key and changes no prototype', () => {
    const [request] = requests(fragments({ index: 0, id: 'a', name: 'f', args: '{"__proto__":{"x":1}}' }))
    expect(Object.keys(request?.args ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(request?.args)).toBe(Object.prototype)
  })

  it.each(['', '  '])('reads blank text %j as no arguments', (args) => {
    const [request] = requests(fragments({ index: 0, id: 'a', name: 'f', args }))
    expect(request).toEqual({
      type: 'tool_call_request',
      callId: 'a',
      name: 'f',
      args: {},
      argumentsText: args,
    })
  })

  it.each([
    ['{invalid', 'invalid-json'],
    ['{"a":1', 'invalid-json'],
    ['{}{"a":1}', 'invalid-json'],
    ['[1]', 'not-an-object'],
    ['null', 'not-an-object'],
    ['"{}"', 'not-an-object'],
  ])('gives no value for %s and says why', (args, kind) => {
    const [request] = requests(fragments({ index: 0, id: 'a', name: 'f', args }))
    expect(request).toMatchObject({ args: {}, argumentsText: args, argumentsError: { kind } })
  })
})

describe('ends that may cut', () => {
  it.each(['length', 'content_filter'])(
    'at %s requests only calls whose text is a whole object',
    (reason) => {
      const chunks = fragments(
        { index: 0, id: 'a', name: 'f', args: '{"a":1}' },
        { index: 1, id: 'b', name: 'g', args: '{"path":"","content":"hel' },
        { index: 2, id: 'c', name: 'h', args: '' },
        { index: 3, id: 'd', name: 'i', args: '12' },
      )
      const events = playToEnd([...chunks, finish(reason)])
      expect(typesOf(events)).toEqual(['tool_call_request', 'finished'])
      expect(pick(events, LlmEventType.Finished)[0]?.incompleteToolCalls?.map((call) => call.callId)).toEqual(
        ['b', 'c', 'd'],
      )
    },
  )

  it('never requests a call without a name', () => {
    const events = playToEnd([...fragments({ index: 0, id: 'a', args: '{}' }), finish('tool_calls')])
    expect(events).toMatchObject([
      { type: 'finished', incompleteToolCalls: [{ callId: 'a', name: '', argumentsText: '{}' }] },
    ])
  })

  it('requests calls of an answer that says stop', () => {
    expect(requests(fragments({ index: 0, id: 'a', name: 'f', args: '{}' }), 'stop')).toHaveLength(1)
  })
})

describe('laws', () => {
  const text = fc.oneof(fc.json(), fc.string(), fc.constant(''), fc.constant('{"a":"\u2028\\ud800"}'))

  property.prop([text, fc.array(fc.nat({ max: 40 }))])(
    'any splitting of the text gives the same request',
    (text, cuts) => {
      const borders = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b)
      const pieces = borders.slice(1).map((end, at) => text.slice(borders[at], end))
      const whole = requests(fragments({ index: 0, id: 'a', name: 'f', args: text }))
      const split = requests(
        fragments({ index: 0, id: 'a', name: 'f' }, ...pieces.map((args) => ({ index: 0, args }))),
      )
      expect(split).toEqual(whole)
    },
  )

  const calls = fc.array(fc.array(fc.string(), { maxLength: 4 }), { minLength: 1, maxLength: 4 })

  property.prop([calls, fc.infiniteStream(fc.nat())])(
    'any interleaving of parallel calls gives the same requests',
    (calls, draw) => {
      const heads = calls.map((_, index) => ({ index, id: `id${index}`, name: `f${index}` }))
      const queues = calls.map((pieces, index) => pieces.map((args) => ({ index, args })))
      const tail: Fragment[] = []
      for (
        let left = queues.filter((q) => q.length > 0);
        left.length > 0;
        left = queues.filter((q) => q.length > 0)
      ) {
        tail.push(left[draw.next().value % left.length]!.shift()!)
      }
      expect(brief(fragments(...heads, ...tail))).toEqual(
        calls.map((pieces, index) => `id${index} f${index} ${pieces.join('')}`),
      )
    },
  )
})
