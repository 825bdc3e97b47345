import { expect, test } from 'vitest'
import { signAws } from './aws-signature.ts'

/** The keys, time and answers of AWS's own test suite for signature version 4. */
const keys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const scope = { region: 'us-east-1', service: 'service', now: new Date('2015-08-30T12:36:00Z') }

test.each([
  { method: 'GET', query: '', signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31' },
  {
    method: 'POST',
    query: '',
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    method: 'GET',
    query: '?Param2=value2&Param1=value1',
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
])('signs $method $query as AWS does', ({ method, query, signature }) => {
  const request = { method, url: `https://example.amazonaws.com/${query}`, body: '' }
  const headers = signAws(request, keys, scope)
  expect(headers['x-amz-date']).toBe('20150830T123600Z')
  expect(headers['authorization']).toContain(`Signature=${signature}`)
})

test('signs the session token, and the encoded path once more', () => {
  const request = { method: 'POST', url: 'https://bedrock.example/model/a%3A0/converse-stream', body: '{}' }
  const signed = signAws(request, { ...keys, sessionToken: 'token' }, scope)
  expect(signed['x-amz-security-token']).toBe('token')
  expect(signed['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token')
  const other = { ...request, url: 'https://bedrock.example/model/a:0/converse-stream' }
  expect(signAws(other, { ...keys, sessionToken: 'token' }, scope)['authorization']).not.toBe(
    signed['authorization'],
  )
})
