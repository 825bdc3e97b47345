/** Which class the errors of Bedrock have, by header, name, status and wording. */

import { describe, expect, it } from 'vitest'
import { readError, readInBandError } from './read-error.ts'

const answer = (status: number, body: unknown, type?: string) => ({
  status,
  headers:
    type === undefined
      ? {}
      : { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
})

describe('an HTTP answer', () => {
  it.each([
    [403, { Message: 'User is not authorized' }, 'AccessDeniedException', 'PERMISSION'],
    [
      403,
      { message: 'The security token included in the request is expired' },
      'ExpiredTokenException',
      'AUTH',
    ],
    [
      403,
      { message: 'The security token included in the request is invalid.' },
      'UnrecognizedClientException',
      'AUTH',
    ],
    [403, { message: 'Signature expired' }, 'InvalidSignatureException', 'AUTH'],
    [
      404,
      { message: 'This model version has reached the end of its life.' },
      'ResourceNotFoundException',
      'NOT_FOUND',
    ],
    [400, { message: 'The provided model identifier is invalid.' }, 'ValidationException', 'INVALID_REQUEST'],
    [400, { message: 'Input is too long for requested model.' }, undefined, 'CONTEXT_WINDOW_EXCEEDED'],
    [400, { message: 'The input is too long.' }, 'ValidationException', 'CONTEXT_WINDOW_EXCEEDED'],
    [
      400,
      { message: 'Input exceeds the max input token limit.' },
      'ValidationException',
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      400,
      {
        error: {
          code: 'invalid_prompt',
          message: 'prompt tokens (9) exceed model maximum (8) for base model',
        },
      },
      undefined,
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      429,
      { message: 'Too many tokens, please wait before trying again.' },
      'ThrottlingException',
      'RATE_LIMIT',
    ],
    [429, { message: 'Too many tokens per day, please wait before trying again.' }, undefined, 'RATE_LIMIT'],
    [400, { message: 'Too many requests' }, 'ServiceQuotaExceededException', 'RATE_LIMIT'],
    [
      400,
      { __type: 'com.amazon.coral.service#ThrottlingException', message: 'Rate exceeded' },
      undefined,
      'RATE_LIMIT',
    ],
    [429, { message: 'The model is not ready' }, 'ModelNotReadyException', 'OVERLOADED'],
    [
      503,
      { message: 'Model is getting throttled. Try your request again.' },
      'ServiceUnavailableException',
      'OVERLOADED',
    ],
    [500, { message: 'unexpected error' }, 'InternalServerException', 'SERVER'],
    [408, { message: 'too slow' }, 'ModelTimeoutException', 'TIMEOUT'],
    [424, { message: 'failed', originalStatusCode: 500 }, 'ModelErrorException', 'SERVER'],
    [403, '<html>Forbidden</html>', undefined, 'PERMISSION'],
    [502, '', undefined, 'SERVER'],
    [503, '{"mess', undefined, 'OVERLOADED'],
  ])('%i %j %s is %s', (status, body, type, code) => {
    expect(readError(answer(status, body, type))).toMatchObject({ code, status })
  })

  it('keeps everything it was told', () => {
    const body = { Message: 'User is not authorized' }
    const { headers, ...rest } = answer(403, body, 'AccessDeniedException')
    expect(readError({ ...rest, headers: { ...headers, 'x-amzn-requestid': 'r-1' } })).toEqual({
      code: 'PERMISSION',
      message: 'User is not authorized',
      status: 403,
      requestId: 'r-1',
      retryable: false,
      providerType: 'AccessDeniedException',
      raw: body,
    })
  })

  it.each(['[]', '1', '"x"', '{"message":{"a":1}}', '{"error":null}'])('never throws on %s', (body) => {
    expect(readError(answer(500, body))).toMatchObject({ code: 'SERVER', message: expect.any(String) })
  })
})

describe('an exception inside a stream', () => {
  it.each([
    [{ throttlingException: { message: 'Too many tokens, please wait before trying again.' } }, 'RATE_LIMIT'],
    [
      { validationException: { message: 'Input is too long for requested model.' } },
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [{ validationException: { message: 'no' } }, 'INVALID_REQUEST'],
    [{ internalServerException: { message: 'x' } }, 'SERVER'],
    [
      { modelStreamErrorException: { message: 'x', originalMessage: 'prompt is too long' } },
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [{ serviceUnavailableException: { message: 'x' } }, 'OVERLOADED'],
    [{ novelException: { message: 'x' } }, 'UNKNOWN'],
    [{ message: 'x' }, 'UNKNOWN'],
    [null, 'UNKNOWN'],
  ])('%j is %s', (payload, code) => {
    expect(readInBandError(payload)).toMatchObject({ code, raw: payload })
  })

  it('has the name that the SDK gives it', () => {
    expect(readInBandError({ throttlingException: { message: 'x' } })).toMatchObject({
      message: 'x',
      providerType: 'ThrottlingException',
      retryable: true,
    })
  })
})
