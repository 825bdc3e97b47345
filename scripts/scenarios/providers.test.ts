import { describe, expect, test } from 'vitest'
import { credentialsOf, headersFor, providerOf, providers } from './providers.ts'
import { joinUrl } from './send.ts'

function provider(name: string) {
  const found = providerOf(name)
  if (!found) throw new Error(`no provider ${name}`)
  return found
}

describe('keys', () => {
  test.each([
    ['openai', { OPENAI_API_KEY: 'k' }, { credentials: { key: 'k' }, from: 'OPENAI_API_KEY' }],
    ['gemini', { GOOGLE_API_KEY: 'k' }, { credentials: { key: 'k' }, from: 'GOOGLE_API_KEY' }],
    [
      'gemini',
      { GEMINI_API_KEY: '', GOOGLE_API_KEY: 'k' },
      { credentials: { key: 'k' }, from: 'GOOGLE_API_KEY' },
    ],
    [
      'bedrock',
      { AWS_BEARER_TOKEN_BEDROCK: 'k' },
      { credentials: { key: 'k' }, from: 'AWS_BEARER_TOKEN_BEDROCK' },
    ],
    ['bedrock', { AWS_ACCESS_KEY_ID: 'id' }, undefined],
    ['mistral', {}, undefined],
  ])('of %s in %j', (name, env, found) => {
    expect(credentialsOf(provider(name), env)).toEqual(found)
  })

  test('an AWS key comes with its secret, session and region', () => {
    const env = {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      AWS_REGION: 'eu-west-1',
    }
    expect(credentialsOf(provider('bedrock'), env)?.credentials).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
      region: 'eu-west-1',
    })
    expect(provider('bedrock').baseUrl(env)).toBe('https://bedrock-runtime.eu-west-1.amazonaws.com')
  })
})

test.each(providers.map(({ wire }) => wire))(
  '%s is shown a key in its own header, and only there',
  (wire) => {
    const headers = headersFor(wire, { key: 'the-key' }, { url: 'https://example.org/', body: '{}' })
    const shown = Object.entries(headers).filter(([, value]) => value.includes('the-key'))
    expect(shown).toHaveLength(1)
    expect(headersFor(wire, undefined, { url: 'https://example.org/', body: '{}' })).not.toHaveProperty(
      shown[0]?.[0] ?? '',
    )
  },
)

test.each([
  ['https://a.example', '/v1/messages', 'https://a.example/v1/messages'],
  ['https://a.example/', '/v1/messages', 'https://a.example/v1/messages'],
  ['https://a.example/api/v1', '/v1/messages', 'https://a.example/api/v1/messages'],
  ['https://a.example/v1beta', '/v1beta/models/m:x', 'https://a.example/v1beta/models/m:x'],
  ['https://a.example/v1', '/model/m/converse', 'https://a.example/v1/model/m/converse'],
])('joins %s and %s', (base, path, url) => {
  expect(joinUrl(base, path)).toBe(url)
})
