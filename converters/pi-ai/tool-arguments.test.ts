import type { JsonObject, ToolCall } from '@earendil-works/pi-ai'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callOf } from './messages.fixture.ts'
import { closeArguments, parseArguments } from './tool-arguments.ts'

describe('closeArguments', () => {
  it.each([
    '{"b": 1.0, "2": 9007199254740993, "1": "\\u00e9"}',
    '{"n":1e3,"z":-0}',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '{"lone":"\\ud83d"}',
    '\n{ "spaced" : true }\n',
  ])('keeps the text of the model: %s', (text) => {
    expect(closeArguments(text, callOf({ arguments: JSON.parse(text) as JsonObject }))).toStrictEqual({
      arguments: text,
    })
  })

  it('keeps the text of every JSON object', () => {
    const anyObject = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(anyObject, fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        const call = callOf({ arguments: JSON.parse(text) as JsonObject })
        expect(closeArguments(text, call)).toStrictEqual({ arguments: text })
      }),
    )
  })

  it.each(['', '  '])('closes a call without arguments (%j) as {}', (text) => {
    expect(closeArguments(text, callOf())).toStrictEqual({ arguments: '{}' })
  })

  it('writes the value where there was no text', () => {
    expect(closeArguments('', callOf({ arguments: { city: 'Oslo' } }))).toStrictEqual({
      arguments: '{"city":"Oslo"}',
    })
  })

  it('writes the value where the text says another one', () => {
    expect(closeArguments('{"city":"Os"}', callOf({ arguments: { city: 'Oslo' } }))).toStrictEqual({
      arguments: '{"city":"Oslo"}',
    })
  })

  it('keeps cut text beside the error pi-ai gave', () => {
    const call = callOf({ argumentsError: 'Unterminated string' })
    expect(closeArguments('{"city":"Os', call)).toStrictEqual({
      arguments: '{"city":"Os',
      argumentsError: 'Unterminated string',
    })
  })

  it.each(['{"path":"C:\\q"}', '{"text":"one\ntwo"}'])(
    'marks text that pi-ai mended silently: %j',
    (text) => {
      const closed = closeArguments(text, callOf({ arguments: { mended: true } }))
      expect(closed.arguments).toBe(text)
      expect(closed.argumentsError).toMatch(/^not valid JSON: /)
    },
  )

  it('takes arguments sent as a JSON string for the text they hold', () => {
    const call = { ...callOf(), arguments: '{"a":1}' } as unknown as ToolCall
    expect(closeArguments('"{\\"a\\":1}"', call)).toStrictEqual({ arguments: '{"a":1}' })
  })

  it('marks a value that is no object', () => {
    const call = { ...callOf(), arguments: [1] } as unknown as ToolCall
    expect(closeArguments('[1]', call)).toStrictEqual({
      arguments: '[1]',
      argumentsError: 'not a JSON object',
    })
  })
})

describe('parseArguments', () => {
  it('reads an object', () => {
    expect(parseArguments('{"a":[1,{"b":null}]}')).toStrictEqual({ a: [1, { b: null }] })
  })

  it.each(['', '{cut', '[1]', '"text"', '7', 'null'])('gives {} for %j', (text) => {
    expect(parseArguments(text)).toStrictEqual({})
  })
})
