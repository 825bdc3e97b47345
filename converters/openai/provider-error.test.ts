/** Proves that error bodies of every shape give their fields. */
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { readProviderError } from './provider-error.ts'

describe('readProviderError', () => {
  it('reads the usual object, and keeps it', () => {
    const body = { message: 'm', type: 't', code: 'c', param: 'p', status_code: 429, request_id: 'r' }
    expect(readProviderError(body)).toEqual({
      message: 'm',
      type: 't',
      code: 'c',
      param: 'p',
      status: 429,
      requestId: 'r',
      raw: body,
    })
  })

  it.each([
    ['text', 'broken', { message: 'broken' }],
    ['JSON inside text', '{"error":{"message":"inner","code":400}}', { message: 'inner', code: '400' }],
    [
      'a list',
      [{ error: { message: 'first', status: 'INVALID_ARGUMENT' } }],
      { message: 'first', type: 'INVALID_ARGUMENT' },
    ],
    ['a body in a body', { error: { message: 'deep', code: null } }, { message: 'deep' }],
    ['an error text with fields beside it', { error: 'flat', code: 5 }, { message: 'flat', code: '5' }],
    ['detail', { detail: 'Unauthorized' }, { message: 'Unauthorized' }],
    ['a message that is an object', { message: { a: 1 } }, { message: '{"a":1}' }],
    ['a list of complaints', { message: { detail: [{ msg: 'x' }, { msg: 'y' }] } }, { message: 'x; y' }],
    ['a list of errors', { errors: [{ message: 'm', code: 7000 }] }, { message: 'm', code: '7000' }],
    [
      'other names',
      { error_code: 'BAD', error_type: 'overloaded', message: 'm' },
      { message: 'm', code: 'BAD', type: 'overloaded' },
    ],
    ['a type that only says error', { type: 'error', message: 'm' }, { message: 'm' }],
    ['no message', { code: 'odd_one' }, { message: '{"code":"odd_one"}', code: 'odd_one' }],
    ['null', null, { message: 'null' }],
    ['undefined', undefined, { message: 'The provider reported an error and gave no details.' }],
    ['a status that is no error status', { message: 'm', status: 200 }, { message: 'm' }],
  ])('reads %s', (_shape, value, expected) => {
    const { raw: _raw, hints: _hints, ...fields } = readProviderError(value)
    expect(fields).toEqual(expected)
  })

  it('reads the delay of RetryInfo', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' }]
    expect(readProviderError({ message: 'm', details }).retryAfterMs).toBe(36_500)
  })

  property.prop([fc.anything()])('never throws and always has a message', (value) => {
    expect(readProviderError(value).message).not.toBe('')
  })
})
