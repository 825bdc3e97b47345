/** Made-up secrets of known shapes, for tests. None was ever valid. Not here: where they are planted (planted.ts). */

import * as fc from 'fast-check'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

function chars(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...Array.from(alphabet)), { minLength: length, maxLength: length })
    .map((list) => list.join(''))
}

/** At least one digit and one letter, as random keys of this length have. */
function mixed(length: number, alphabet = letters + digits): fc.Arbitrary<string> {
  return fc
    .tuple(chars(letters, 1), chars(digits, 1), chars(alphabet, length - 2))
    .map(([letter, digit, rest]) => letter + digit + rest)
}

const dashed = `${letters}${digits}_-`
const hex = `${digits}abcdef`

const starting = (start: string, rest: fc.Arbitrary<string>) => rest.map((text) => start + text)

const part = mixed(30, dashed)

/** Secrets that are told by their own shape, wherever they stand. */
export const shapedSecrets: Readonly<Record<string, fc.Arbitrary<string>>> = {
  openai: starting('sk-proj-', mixed(80, dashed)),
  openaiLegacy: starting('sk-', mixed(48)),
  anthropic: starting('sk-ant-api03-', mixed(93, dashed)),
  openrouter: starting('sk-or-v1-', mixed(64, hex)),
  deepseek: starting('sk-', mixed(32, hex)),
  google: starting('AIza', mixed(35, dashed)),
  xai: starting('xai-', mixed(80)),
  huggingface: starting('hf_', mixed(34)),
  groq: starting('gsk_', mixed(52)),
  perplexity: starting('pplx-', mixed(48)),
  nvidia: starting('nvapi-', mixed(64, dashed)),
  awsKeyId: starting('AKIA', chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)),
  bedrock: starting('ABSK', mixed(120)),
  github: starting('ghp_', mixed(36)),
  githubFine: starting('github_pat_', mixed(82)),
  slack: starting('xoxb-', mixed(40)),
  stripe: starting('sk_live_', mixed(24)),
  azure: fc.tuple(mixed(52), mixed(27)).map(([before, after]) => `${before}JQQJ9${after}`),
  jsonWebToken: fc.tuple(part, part, part).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
  organisation: starting('org-', mixed(24)),
}

export const shapedSecret: fc.Arbitrary<string> = fc.oneof(...Object.values(shapedSecrets))

/** A credential without any shape, known only because the request carried it. */
export const plainCredential: fc.Arbitrary<string> = fc.oneof(
  mixed(32),
  mixed(24, `${letters}${digits}+/=`),
  mixed(20, `${letters}${digits}!#$%&"'<>\\^|~`),
)
