import { describe, expect, it } from 'vitest'
import { codeOfWording } from './read-wording.ts'

describe('codeOfWording', () => {
  it.each([
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    'Please reduce the length of the messages or completion.',
    'The total length of all messages is too long.',
    'prompt is too long: 210000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 199000 + 8000 > 200000',
    'The input is too long',
    'The input token count (40000) exceeds the maximum number of tokens allowed (32768).',
    'the request exceeds the available context size, try increasing it',
    'Prompt has 256468 tokens, but the configured context size is 256000 tokens',
    'Range of input length should be [1, 30720]',
    'Prompt exceeds max length',
    'prompt tokens (9000) exceed model maximum (8192) for base model',
    'tokens in request more than max tokens allowed',
    'Context Window exceeded for given call.',
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    'too many tokens: total number of tokens in the prompt cannot exceed 4081',
  ])('reads %j as a prompt that is too long', (message) => {
    expect(codeOfWording(message)).toBe('CONTEXT_WINDOW_EXCEEDED')
  })

  it.each([
    ['Too many tokens, please wait before trying again.', 'RATE_LIMIT'],
    ['Rate limit reached for gpt-4 on tokens per minute (TPM): Limit 10000', 'RATE_LIMIT'],
    ['You exceeded your current quota. Please retry in 36.4s.', 'RATE_LIMIT'],
    ['You exceeded your current quota, please check your plan and billing details.', 'QUOTA'],
    ['Insufficient Balance', 'QUOTA'],
    ['Your credit balance is too low to access the API.', 'QUOTA'],
    ['Invalid API key provided', 'AUTH'],
    ['Model is overloaded', 'OVERLOADED'],
    ['Capacity temporarily exceeded, please try again.', 'OVERLOADED'],
    ['Your input was flagged for "violence".', 'CONTENT_FILTER'],
    ['Put the API key into the header', undefined],
    ['exceeds the limit of 100 tools', undefined],
    ['max_tokens is too large: 999999', undefined],
  ])('reads %j as %s', (message, code) => {
    expect(codeOfWording(message)).toBe(code)
  })
})
