/** AWS Signature Version 4 of a request (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). Not here: where the keys come from (providers.ts). */

import { createHash, createHmac } from 'node:crypto'

export type AwsKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
export type AwsRequest = { method: string; url: string; body: string }
export type AwsScope = { region: string; service: string; now: Date }

/** The headers to add to the request; `host` is the client's own. */
export function signAws(
  request: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  { region, service, now }: AwsScope,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const scope = `${date}/${region}/${service}/aws4_request`
  const added = {
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  }
  const { text, signedHeaders } = canonicalRequest(request, added)
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(text)].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${secretAccessKey}`,
  )
  const signature = hmac(key, toSign).toString('hex')
  const credential = `Credential=${accessKeyId}/${scope}`
  return {
    ...added,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}

function canonicalRequest({ method, url, body }: AwsRequest, added: Record<string, string>) {
  const { host, pathname, searchParams } = new URL(url)
  const headers = Object.entries({ host, ...added }).sort(([a], [b]) => (a < b ? -1 : 1))
  const signedHeaders = headers.map(([name]) => name).join(';')
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const text = [
    method,
    // Every service but S3 encodes the path that is already encoded.
    pathname.split('/').map(encoded).join('/'),
    query,
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  return { text, signedHeaders }
}

/** As RFC 3986 has it: encodeURIComponent leaves five more characters alone. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
