/** Secrets that are known by how they begin: the keys of providers and of the services whose keys turn up in prompts. Not here: secrets known by what stands before them (context-patterns.ts). */

import { type SecretPattern, type Shape, startingWith } from './pattern.ts'

const word = '[A-Za-z0-9]'
const dashed = '[A-Za-z0-9_-]'
const gitleaks = 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml'
const trufflehog = 'https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors'

const openai = 'https://platform.openai.com/docs/api-reference/authentication'
const anthropic = 'https://platform.claude.com/docs/en/api/overview'
const google = 'https://ai.google.dev/gemini-api/docs/api-key'
const github =
  'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github'
const slack = 'https://docs.slack.dev/authentication/tokens'

const shapes: readonly Shape[] = [
  { id: 'anthropic-key', starts: ['sk-ant-'], char: dashed, length: 16, source: anthropic },
  {
    id: 'openrouter-key',
    starts: ['sk-or-'],
    char: dashed,
    length: 16,
    source: 'https://openrouter.ai/docs/api/reference/authentication',
  },
  {
    id: 'openai-key',
    starts: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    char: dashed,
    length: 16,
    source: openai,
  },
  // DeepSeek, Moonshot, Qwen and OpenAI's first keys have nothing but this in common.
  { id: 'sk-key', starts: ['sk-'], char: word, length: 20, source: 'https://api-docs.deepseek.com/' },
  { id: 'sk-key', starts: ['sk-'], char: dashed, length: 20, alone: true, digit: true, source: trufflehog },
  {
    id: 'openai-organisation',
    starts: ['org-', 'proj_', 'user-'],
    char: word,
    length: 16,
    alone: true,
    digit: true,
    source: openai,
  },
  { id: 'google-key', starts: ['AIza'], char: dashed, length: 35, exact: true, source: google },
  { id: 'google-key', starts: ['AQ.A'], char: dashed, length: 30, alone: true, source: google },
  {
    id: 'google-token',
    starts: ['ya29.'],
    char: '[A-Za-z0-9_.-]',
    length: 20,
    source: 'https://developers.google.com/identity/protocols/oauth2',
  },
  { id: 'google-client-secret', starts: ['GOCSPX-'], char: dashed, length: 20, source: trufflehog },
  { id: 'xai-key', starts: ['xai-'], char: word, length: 20, source: 'https://docs.x.ai/docs/overview' },
  {
    id: 'huggingface-token',
    starts: ['hf_', 'api_org_'],
    char: word,
    length: 20,
    source: 'https://huggingface.co/docs/hub/security-tokens',
  },
  {
    id: 'groq-key',
    starts: ['gsk_'],
    char: word,
    length: 20,
    source: 'https://console.groq.com/docs/quickstart',
  },
  { id: 'perplexity-key', starts: ['pplx-'], char: word, length: 32, source: 'https://docs.perplexity.ai/' },
  {
    id: 'cerebras-key',
    starts: ['csk-'],
    char: word,
    length: 32,
    source: 'https://inference-docs.cerebras.ai/',
  },
  { id: 'nvidia-key', starts: ['nvapi-'], char: dashed, length: 32, source: 'https://docs.api.nvidia.com/' },
  {
    id: 'fireworks-key',
    starts: ['fw_'],
    char: word,
    length: 20,
    alone: true,
    source: 'https://docs.fireworks.ai/api-reference/introduction',
  },
  {
    id: 'replicate-token',
    starts: ['r8_'],
    char: word,
    length: 30,
    source: 'https://replicate.com/docs/topics/security/api-tokens',
  },
  { id: 'together-key', starts: ['tgp_v1_'], char: dashed, length: 30, source: 'https://docs.together.ai/' },
  {
    id: 'aws-key-id',
    starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    char: '[A-Z0-9]',
    length: 16,
    exact: true,
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
  },
  {
    id: 'bedrock-key',
    starts: ['ABSK', 'bedrock-api-key-'],
    char: '[A-Za-z0-9+/=]',
    length: 60,
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html',
  },
  {
    id: 'github-token',
    starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    char: '[A-Za-z0-9_]',
    length: 30,
    source: github,
  },
  {
    id: 'gitlab-token',
    starts: ['glpat-'],
    char: dashed,
    length: 20,
    source: 'https://docs.gitlab.com/security/tokens/',
  },
  {
    id: 'slack-token',
    starts: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    char: '[A-Za-z0-9-]',
    length: 10,
    source: slack,
  },
  {
    id: 'slack-webhook',
    starts: ['hooks.slack.com/services/'],
    char: '[A-Za-z0-9/]',
    length: 20,
    source: slack,
  },
  {
    id: 'stripe-key',
    starts: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    char: word,
    length: 16,
    source: 'https://docs.stripe.com/keys',
  },
  {
    id: 'npm-token',
    starts: ['npm_'],
    char: word,
    length: 36,
    source: 'https://docs.npmjs.com/about-access-tokens',
  },
  {
    id: 'sendgrid-key',
    starts: ['SG.'],
    char: '[A-Za-z0-9_.-]',
    length: 40,
    alone: true,
    source: gitleaks,
  },
]

export const keyPatterns: readonly SecretPattern[] = shapes.map(startingWith)
