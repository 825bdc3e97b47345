/** Secrets that are known by what stands before or around them, and those with a shape of their own. Not here: keys known by their beginning (key-patterns.ts). */

import { anyCase, beginningsOf, literally } from './growing.ts'
import type { SecretPattern } from './pattern.ts'

/** Names whose value is a secret, in any case and with `_`, `-` or nothing between the words. */
const secretNames = [
  'api key',
  'access token',
  'refresh token',
  'auth token',
  'id token',
  'session token',
  'security token',
  'client secret',
  'secret access key',
  'secret key',
  'private key',
  'account key',
  'subscription key',
  'password',
  'passwd',
  'authorization',
]
const anySecretName = secretNames.map((name) => anyCase(name).join('')).join('|')
const secretMember = new RegExp(`(?:${anySecretName})$`)
/** Both a letter and a digit, so that words and plain numbers stay. */
const mixed = '(?=[A-Za-z_.+/=~-]{0,64}\\d)(?=[\\d_.+/=~-]{0,64}[A-Za-z])'
const valueChar = '[A-Za-z0-9_.+/=~-]'
const wholeValue = new RegExp(`^(?:(?:Bearer|Basic) )?${mixed}${valueChar}{16,4096}$`)

/** Whether a JSON member is a secret by its name: `{"api_key": "..."}`. */
export function isSecretMember(name: string, value: string): boolean {
  return name.length <= 80 && secretMember.test(name) && wholeValue.test(value)
}

const assigned: SecretPattern = {
  id: 'assigned-secret',
  find: new RegExp(
    `(?:${anySecretName})\\\\{0,3}["']?\\s{0,3}(?:=>|[:=]|%3[dD])\\s{0,3}\\\\{0,3}["']?(?:(?:Bearer|Basic)\\s)?(${mixed}${valueChar}{16,4096})`,
    'gd',
  ),
  hint: anySecretName,
  growing: secretNames
    .map((name) =>
      beginningsOf(
        anyCase(name),
        `[\\\\"'\\s]{0,8}[:=%]?[>3]?[dD]?[\\\\"'\\s]{0,8}(?:[Bb]\\w{1,5}\\s)?${valueChar}*`,
      ),
    )
    .join('|'),
  source: 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml',
}

const bearer: SecretPattern = {
  id: 'bearer-value',
  find: new RegExp(`\\b[Bb]earer(?:\\s|%20|\\+){1,3}(${mixed}${valueChar}{16,4096})`, 'gd'),
  hint: '[Bb]earer',
  growing: beginningsOf(['[Bb]', ...literally('earer')], `(?:\\s|%|2|0|\\+){0,3}${valueChar}*`),
  source: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1',
}

const cookieTail = '["\']?\\s{0,2}[:=]?\\s{0,2}["\']?[^"\'\\\\\\r\\n]*'
const cookie: SecretPattern = {
  id: 'cookie',
  find: /[Cc]ookie["']?\s{0,2}[:=]\s{0,2}["']?([\w.-]{1,64}=[^\s;"'\\]{8,4096}(?:;\s?[\w.-]{1,64}=[^\s;"'\\]{1,4096})*)/dg,
  hint: '[Cc]ookie',
  growing: beginningsOf(['[Cc]', ...literally('ookie')], cookieTail),
  source: 'https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1',
}

const urlPassword: SecretPattern = {
  id: 'url-password',
  find: /:\/\/[^\s/:@"'\\<>]{0,64}:([^\s/@"'\\<>]{3,256})@/dg,
  hint: ':\\/\\/',
  growing: ':(?:/(?:/[^\\s/@"\'\\\\<>]{0,321})?)?',
  source: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
}

const pemName = '(?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----'
const privateKey: SecretPattern = {
  id: 'private-key',
  find: new RegExp(
    `-----BEGIN ${pemName}(?:(?!-----)[A-Za-z0-9+/=\\s\\\\:,-]){0,8000}(?:-----END ${pemName})?`,
    'gd',
  ),
  hint: 'PRIVATE KEY',
  growing: `-{1,5}|${beginningsOf(literally('-----BEGIN '), '[A-Z0-9 ]{0,80}(?:-{1,5}|-----(?:(?!-----)[A-Za-z0-9+/=\\s\\\\:,-])*(?:-----[A-Z0-9 ]*-*)?)?')}`,
  source: 'https://www.rfc-editor.org/rfc/rfc7468',
}

/** Three parts with dots between; the first two are JSON objects, which begin `eyJ` in base64. */
const webToken: SecretPattern = {
  id: 'json-web-token',
  find: /eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,4096}/dg,
  hint: 'eyJ',
  growing: 'e(?:y(?:J[A-Za-z0-9_.-]*)?)?',
  source: 'https://www.rfc-editor.org/rfc/rfc7519',
}

/** Shorter words are let go at once: of a key in small pieces, fewer characters than this may stay. */
export const shortestWait = 8

/** 84 characters of which only the signature in the middle is fixed, so any long word may grow into one. */
const azureKey: SecretPattern = {
  id: 'azure-key',
  find: /[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}/dg,
  hint: 'JQQJ9',
  growing: `(?<![A-Za-z0-9])[A-Za-z0-9]{${shortestWait},84}`,
  source: 'https://github.com/microsoft/security-utilities',
}

const awsAccount: SecretPattern = {
  id: 'aws-account',
  find: /arn:aws[a-z-]{0,12}:[a-z0-9-]{0,24}:[a-z0-9-]{0,24}:(\d{12})(?=:)/dg,
  hint: 'arn:aws',
  growing: beginningsOf(literally('arn:aws'), '[a-z0-9:-]{0,80}'),
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html',
}

const awsSignature: SecretPattern = {
  id: 'aws-signature',
  find: /Signature=([0-9a-f]{64})/dg,
  hint: 'Signature=',
  growing: beginningsOf(literally('Signature='), '[0-9a-f]*'),
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html',
}

export const contextPatterns: readonly SecretPattern[] = [
  privateKey,
  webToken,
  bearer,
  assigned,
  cookie,
  urlPassword,
  azureKey,
  awsAccount,
  awsSignature,
]
